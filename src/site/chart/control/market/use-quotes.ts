import { useEffect, useState } from 'react'
import type { Quote } from '#sdk/typescript/calls/shapes.ts'
import type { LiveMarket } from '../../data/live-market.ts'
import type { ChartInstrument } from '../../data/market-source.ts'

export type WatchedRow = { ticker: string; instrument: ChartInstrument | null; quote: Quote | null; failed: boolean }

/** Rows change at most this often: faster changes would cost more and not be visible. */
const redrawMs = 250
/** An open market's live quote arrives in this time. If not, the stored quote is read, which counts as a request. */
export const liveWaitMs = 2_000

/** Instruments and live quotes of some symbols. A symbol that cannot be read becomes a row without values. */
export function useQuotes(market: LiveMarket, tickers: readonly string[]): readonly WatchedRow[] {
  const [rows, setRows] = useState<ReadonlyMap<string, WatchedRow>>(new Map())
  const names = tickers.join(' ')

  useEffect(() => {
    const abort = new AbortController()
    const held = new Map<string, WatchedRow>()
    const stops: (() => void)[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    let waiting: ReturnType<typeof setTimeout> | undefined
    const changed = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        setRows(new Map(held))
      }, redrawMs)
    }
    const put = (ticker: string, patch: Partial<WatchedRow>) => {
      const before = held.get(ticker) ?? { ticker, instrument: null, quote: null, failed: false }
      held.set(ticker, { ...before, ...patch })
      changed()
    }
    const follow = async (ticker: string) => {
      const instrument = await market.watched(ticker, abort.signal).catch(() => put(ticker, { failed: true }))
      if (!instrument || abort.signal.aborted) return []
      put(ticker, { instrument })
      stops.push(market.watch(instrument, { quote: (quote) => put(ticker, { quote }) }))
      return [instrument]
    }
    const open = async () => {
      const instruments = (await Promise.all(names.split(' ').filter(Boolean).map(follow))).flat()
      if (abort.signal.aborted) return
      const read = async (ones: readonly ChartInstrument[]) => {
        const quotes = ones.length > 0 ? await market.quotes(ones, abort.signal) : []
        if (abort.signal.aborted) return
        // A live quote that has already arrived is newer than the stored one.
        for (const [ticker, quote] of quotes) if (!held.get(ticker)?.quote) put(ticker, { quote })
      }
      const isClosed = (one: ChartInstrument) => one.market?.status === 'closed'
      void read(instruments.filter(isClosed))
      waiting = setTimeout(() => void read(instruments.filter(({ ticker }) => !held.get(ticker)?.quote)), liveWaitMs)
    }
    void open()
    return () => {
      abort.abort()
      clearTimeout(timer)
      clearTimeout(waiting)
      for (const stop of stops) stop()
    }
  }, [market, names])

  return tickers.map((ticker) => rows.get(ticker) ?? { ticker, instrument: null, quote: null, failed: false })
}
