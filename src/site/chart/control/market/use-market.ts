import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Quote, Trade } from '#sdk/typescript/calls/shapes.ts'
import type { Book, LiveMarket } from '../../data/live-market.ts'
import type { ChartInstrument, MarketState } from '../../data/market-source.ts'
import { liveWaitMs } from './use-quotes.ts'

export const tradesMax = 40
const redrawMs = 200

/** Data of the shown instrument beside its bars. Null: not loaded yet, or not in the plan. */
export type Market = { quote: Quote | null; book: Book | null; trades: readonly Trade[] }

const nothing: Market = { quote: null, book: null, trades: [] }

/** Changes several times a second, so only its subscribers are rendered again, not the charts. */
export type MarketStore = { subscribe(listener: () => void): () => void; read(): Market; put(market: Market): void }

function createStore(): MarketStore {
  const listeners = new Set<() => void>()
  let held = nothing
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read: () => held,
    put(market) {
      held = market
      for (const listener of listeners) listener()
    },
  }
}

export function useMarketNow({ subscribe, read }: MarketStore): Market {
  return useSyncExternalStore(subscribe, read, read)
}

/** Quote, order book and trades of an instrument: first the stored values, then live ones. */
export function useMarket(market: LiveMarket, instrument: ChartInstrument | null): MarketStore {
  const [store] = useState(createStore)

  useEffect(() => {
    store.put(nothing)
    if (!instrument) return
    const abort = new AbortController()
    const { signal } = abort
    let held = nothing
    let timer: ReturnType<typeof setTimeout> | undefined
    const put = (patch: Partial<Market>) => {
      if (signal.aborted) return
      held = { ...held, ...patch }
      timer ??= setTimeout(() => {
        timer = undefined
        store.put(held)
      }, redrawMs)
    }
    // Data outside of the plan is not shown; the chart itself reports what the plan lacks.
    const ignored = () => {}
    const readTrades = () =>
      void market
        .trades(instrument, tradesMax, signal)
        .then((stored) => put({ trades: joined(held.trades, stored) }))
        .catch(ignored)
    const readMissing = () => {
      const { ticker } = instrument
      if (!held.quote)
        void market
          .quotes([instrument], signal)
          .then((quotes) => !held.quote && put({ quote: quotes.get(ticker) ?? null }))
          .catch(ignored)
      if (!held.book)
        void market
          .book(instrument, signal)
          .then((book) => !held.book && put({ book }))
          .catch(ignored)
      if (held.trades.length === 0) readTrades()
    }
    const waiting = setTimeout(readMissing, instrument.market?.status === 'closed' ? 0 : liveWaitMs)
    const stop = market.watch(instrument, {
      quote: (quote) => put({ quote }),
      book: (book) => put({ book }),
      trade: (trade) => put({ trades: [trade, ...held.trades].slice(0, tradesMax) }),
      lost: readTrades,
    })
    return () => {
      abort.abort()
      clearTimeout(timer)
      clearTimeout(waiting)
      stop()
    }
  }, [market, instrument, store])

  return store
}

/** Live trades followed by stored ones, without duplicates. */
export function joined(live: readonly Trade[], stored: readonly Trade[]): Trade[] {
  const known = new Set(live.map(({ t, seq }) => `${t} ${seq}`))
  const older = stored.filter(({ t, seq }) => !known.has(`${t} ${seq}`))
  return [...live, ...older].toSorted((a, b) => b.t - a.t || b.seq - a.seq).slice(0, tradesMax)
}

/** Whether the exchange is open; requested again at its next change. */
export function useMarketState(market: LiveMarket, instrument: ChartInstrument | null): MarketState | null {
  const [state, setState] = useState<MarketState | null>(null)
  useEffect(() => setState(instrument?.market ?? null), [instrument])

  const at = state?.next?.at ?? null
  useEffect(() => {
    if (!instrument || at === null) return
    const abort = new AbortController()
    // A timer longer than 2^31 ms would fire at once.
    const wait = Math.min(2 ** 31 - 1, Math.max(0, at - Date.now()) + settleMs)
    const timer = setTimeout(() => {
      market.marketState(instrument, abort.signal).then(setState, () => {})
    }, wait)
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [market, instrument, at])
  return state
}

/** The wait after an opening or close, so that slightly different clocks agree. */
const settleMs = 2_000
