import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Quote, Trade } from '#sdk/typescript/calls/shapes.ts'
import { answered, failed, known, loading } from '../../../reads/read.ts'
import { type Beside, refusedOf } from '../../data/beside.ts'
import type { Book, LiveMarket } from '../../data/live-market.ts'
import type { ChartInstrument, MarketState } from '../../data/market-source.ts'
import { liveWaitMs } from './use-quotes.ts'

export const tradesMax = 40
const redrawMs = 200
/**
 * An instrument without live data is read after this wait, so that symbols which the reader only skips are not read.
 */
const silentWaitMs = 300

/** Data of the shown instrument other than its bars. `again` reads the data that is not known yet. */
export type Market = { quote: Beside<Quote>; book: Beside<Book>; trades: Beside<readonly Trade[]>; again(): void }

const nothing: Market = { quote: loading, book: loading, trades: loading, again: () => {} }

/** The store changes several times a second, so only its subscribers are rendered again, not the charts. */
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

/** Quote, order book and trades of an instrument: live values, and stored values for data without a live value. */
export function useMarket(market: LiveMarket, instrument: ChartInstrument | null): MarketStore {
  const [store] = useState(createStore)

  useEffect(() => {
    store.put(nothing)
    if (!instrument) return
    const abort = new AbortController()
    const { signal } = abort
    let held = { ...nothing }
    let timer: ReturnType<typeof setTimeout> | undefined
    const put = (patch: Partial<Market>) => {
      if (signal.aborted) return
      held = { ...held, ...patch }
      timer ??= setTimeout(() => {
        timer = undefined
        store.put(held)
      }, redrawMs)
    }
    const live = () => (held.trades.state === 'known' ? held.trades.value : [])
    const readTrades = async () => {
      const read = await market.trades(instrument, tradesMax, signal).then(known<readonly Trade[]>, refusedOf)
      if (read.state === 'known') put({ trades: answered(joined(live(), read.value)) })
      else if (held.trades.state !== 'known') put({ trades: read })
    }
    const readQuote = async () => {
      const quotes = await market.quotes([instrument], signal).catch(() => null)
      if (held.quote.state !== 'known') put({ quote: quotes?.get(instrument.ticker) ?? failed() })
    }
    const readBook = async () => {
      const read = await market.book(instrument, signal).then(levelsOf, refusedOf)
      if (held.book.state !== 'known') put({ book: read })
    }
    const readMissing = () => {
      if (held.quote.state !== 'known') void readQuote()
      if (held.book.state !== 'known') void readBook()
      if (held.trades.state !== 'known') void readTrades()
    }
    held.again = readMissing
    const isSilent = instrument.locked !== null || instrument.market?.status === 'closed'
    const waiting = setTimeout(readMissing, isSilent ? silentWaitMs : liveWaitMs)
    const stop = market.watch(instrument, {
      quote: (quote) => put({ quote: known(quote) }),
      book: (book) => put({ book: known(book) }),
      trade: (trade) => put({ trades: known([trade, ...live()].slice(0, tradesMax)) }),
      lost: () => void readTrades(),
      replaced: () => {
        put({ quote: loading, book: loading, trades: loading })
        readMissing()
      },
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

/** An order book without levels counts as absent. */
function levelsOf(book: Book | null): Beside<Book> {
  return answered(book && book.a.length + book.b.length > 0 ? book : null)
}

/** Live and stored trades without duplicates, newest first, at most `tradesMax`. */
export function joined(live: readonly Trade[], stored: readonly Trade[]): Trade[] {
  const known = new Set(live.map(({ t, seq }) => `${t} ${seq}`))
  const older = stored.filter(({ t, seq }) => !known.has(`${t} ${seq}`))
  return [...live, ...older].toSorted((a, b) => b.t - a.t || b.seq - a.seq).slice(0, tradesMax)
}

/**
 * The state of the exchange; requested again at its next opening or close, and until the request succeeds and the
 * server's clock has reached that time.
 */
export function useMarketState(market: LiveMarket, instrument: ChartInstrument | null): MarketState | null {
  const [state, setState] = useState<MarketState | null>(null)
  useEffect(() => setState(instrument?.market ?? null), [instrument])

  useEffect(() => {
    if (!instrument || !state?.next) return
    const abort = new AbortController()
    const { signal } = abort
    // A timer longer than 2^31 ms would fire at once.
    const wait = Math.min(2 ** 31 - 1, Math.max(0, state.next.at - Date.now()) + settleMs)
    const timer = setTimeout(async () => {
      const next = await market.marketState(instrument, signal).catch(() => ({ ...state }))
      if (!signal.aborted) setState(next)
    }, wait)
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [market, instrument, state])
  return state
}

/** The wait after an opening or close, because the clocks of browser and server may differ slightly. */
const settleMs = 5_000
