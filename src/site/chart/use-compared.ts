import { useEffect, useState } from 'react'
import type { Interval } from '#src/contract/market.ts'
import type { Adjustment } from './chart-state.ts'
import { pageSize } from './data/bar-loader.ts'
import type { MarketSource } from './data/market-source.ts'
import { lineColor } from './engine/chart-engine.ts'
import type { CompareExtra } from './engine/price-layers.ts'
import type { ChartTheme } from './engine/theme.ts'

type Closes = CompareExtra['closes']

/** Closes of the compared symbols in the chart's interval; one that cannot be loaded is told and left out. */
export function useCompared(
  source: MarketSource,
  tickers: readonly string[],
  interval: Interval,
  adjust: Adjustment,
  theme: ChartTheme | null,
  failed: (ticker: string) => void,
): readonly CompareExtra[] {
  const [loaded, setLoaded] = useState<ReadonlyMap<string, Closes>>(new Map())
  const [shown, setShown] = useState<readonly CompareExtra[]>([])
  const wanted = tickers.join(' ')

  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` stands for the tickers, `failed` is told once a load
  useEffect(() => {
    const abort = new AbortController()
    setLoaded(new Map())
    for (const ticker of wanted.split(' ').filter(Boolean)) {
      void closesOf(source, ticker, interval, adjust, abort.signal).then(
        (closes) => setLoaded((before) => new Map(before).set(ticker, closes)),
        () => !abort.signal.aborted && failed(ticker),
      )
    }
    return () => abort.abort()
  }, [source, wanted, interval, adjust])

  useEffect(() => {
    if (!theme) return
    setShown(
      wanted
        .split(' ')
        .filter(Boolean)
        .flatMap((ticker, index) => {
          const closes = loaded.get(ticker)
          return closes ? [{ ticker, color: lineColor(theme, index + 1), closes }] : []
        }),
    )
  }, [wanted, loaded, theme])
  return shown
}

async function closesOf(
  source: MarketSource,
  ticker: string,
  interval: Interval,
  adjust: Adjustment,
  signal: AbortSignal,
): Promise<Closes> {
  const instrument = await source.instrument(ticker, signal)
  const { bars } = await source.bars(instrument, interval, { limit: pageSize, adjust }, signal)
  signal.throwIfAborted()
  return bars.map(({ t, c }) => ({ t, c }))
}
