import { useEffect, useRef, useState } from 'react'
import type { BarInterval } from '#src/contract/market.ts'
import { type Close, ComparedSymbols } from '../data/compared-closes.ts'
import type { MarketSource } from '../data/market-source.ts'
import type { CompareExtra } from '../engine/layers/price-layers.ts'
import { type ChartTheme, lineColor } from '../engine/layers/theme.ts'
import type { Adjustment } from '../state/chart-state.ts'

const redrawMs = 500

/** Loads compared symbols back to the chart's oldest bar. A symbol that cannot be loaded is reported and left out. */
export function useCompared(
  source: MarketSource,
  tickers: readonly string[],
  wanted: { interval: BarInterval; adjust: Adjustment; oldest: number | null },
  theme: ChartTheme | null,
  failed: (ticker: string) => void,
): readonly CompareExtra[] {
  const { interval, adjust, oldest } = wanted
  const [symbols, setSymbols] = useState<ComparedSymbols | null>(null)
  const [loaded, setLoaded] = useState<ReadonlyMap<string, readonly Close[]>>(new Map())
  const [shown, setShown] = useState<readonly CompareExtra[]>([])
  const latest = useRef(failed)
  latest.current = failed
  const names = tickers.join(' ')

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const changed = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        setLoaded(opened.loaded)
      }, redrawMs)
    }
    const opened = new ComparedSymbols(source, { changed, failed: (ticker) => latest.current(ticker) })
    setSymbols(opened)
    return () => {
      clearTimeout(timer)
      opened.close()
    }
  }, [source])

  useEffect(() => symbols?.show(split(names), { interval, adjust }), [symbols, names, interval, adjust])

  useEffect(() => {
    if (oldest !== null && loaded.size > 0) symbols?.reach(oldest)
  }, [symbols, oldest, loaded])

  useEffect(() => {
    if (!theme) return
    setShown(
      split(names).flatMap((ticker, index) => {
        const closes = loaded.get(ticker)
        return closes ? [{ ticker, color: lineColor(theme, index + 1), closes: () => closes }] : []
      }),
    )
  }, [names, loaded, theme])
  return shown
}

function split(names: string): string[] {
  return names.split(' ').filter(Boolean)
}
