import { useEffect, useState } from 'react'
import type { Quote } from '#sdk/typescript/calls/shapes.ts'
import { known, loading } from '../../../reads/read.ts'
import { type Beside, refusedOf } from '../../data/beside.ts'
import type { LiveMarket } from '../../data/live-market.ts'
import type { ChartInstrument } from '../../data/market-source.ts'

export type WatchedRow = { ticker: string; instrument: ChartInstrument | null; quote: Beside<Quote> }

/** The minimum time between two changes of the rows. Faster changes would cost more and not be visible. */
const redrawMs = 250
/**
 * The wait for the live quote of an open market. After this wait, the stored quote is read, which counts as a request.
 */
export const liveWaitMs = 2_000

/** Instruments and live quotes of some symbols. A row without a quote has the reason. */
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
      // Rows of an earlier list must not replace the rows of the new list.
      if (abort.signal.aborted) return
      const before = held.get(ticker) ?? unreadRow(ticker)
      held.set(ticker, { ...before, ...patch })
      changed()
    }
    const isKnown = (ticker: string) => held.get(ticker)?.quote.state === 'known'
    const read = async (ones: readonly ChartInstrument[]) => {
      const quotes = ones.length > 0 ? await market.quotes(ones, abort.signal) : []
      if (abort.signal.aborted) return
      // A live quote that has already arrived is newer than the stored quote.
      for (const [ticker, quote] of quotes) if (!isKnown(ticker)) put(ticker, { quote })
    }
    const follow = async (ticker: string) => {
      const instrument = await market.watched(ticker, abort.signal).catch((error) => {
        put(ticker, { quote: refusedOf(error) })
      })
      if (!instrument || abort.signal.aborted) return []
      put(ticker, { instrument })
      stops.push(
        market.watch(instrument, {
          quote: (quote) => put(ticker, { quote: known(quote) }),
          replaced: () => {
            put(ticker, { quote: loading })
            void read([instrument])
          },
        }),
      )
      return [instrument]
    }
    const open = async () => {
      const instruments = (await Promise.all(names.split(' ').filter(Boolean).map(follow))).flat()
      if (abort.signal.aborted) return
      const isClosed = (one: ChartInstrument) => one.locked !== null || one.market?.status === 'closed'
      void read(instruments.filter(isClosed))
      waiting = setTimeout(() => void read(instruments.filter(({ ticker }) => !isKnown(ticker))), liveWaitMs)
    }
    void open()
    return () => {
      abort.abort()
      clearTimeout(timer)
      clearTimeout(waiting)
      for (const stop of stops) stop()
    }
  }, [market, names])

  return tickers.map((ticker) => rows.get(ticker) ?? unreadRow(ticker))
}

function unreadRow(ticker: string): WatchedRow {
  return { ticker, instrument: null, quote: loading }
}
