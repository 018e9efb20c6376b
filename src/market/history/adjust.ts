import type { Adjustment } from '#src/contract/market.ts'
import { type Bar, roundPrice, roundVolume } from '../bars/bar.ts'

/** Factors for prices up to and including `date` (ms at 00:00 UTC): adjusted = raw × price × split. */
export type Factor = { date: number; price: number; split: number; reference: number }

/**
 * Multiplies prices by the factors, and divides volumes by the split factor only. `factors` are sorted by date; bars
 * after the last date stay unchanged.
 */
export function adjustBars(
  bars: Bar[],
  mode: Adjustment,
  factors: readonly Factor[],
  dateOf: (bar: Bar) => number,
): Bar[] {
  if (mode === 'none' || factors.length === 0) return bars
  let at = 0
  return bars.map((bar) => {
    const date = dateOf(bar)
    while (at < factors.length && (factors[at]?.date ?? 0) < date) at += 1
    const factor = factors[at]
    if (!factor) return bar
    const split = mode === 'dividend' ? 1 : factor.split
    const price = (mode === 'split' ? 1 : factor.price) * split
    if (price === 1 && split === 1) return bar
    return {
      ...bar,
      open: roundPrice(bar.open * price),
      high: roundPrice(bar.high * price),
      low: roundPrice(bar.low * price),
      close: roundPrice(bar.close * price),
      volume: roundVolume(bar.volume / split),
    }
  })
}

/** The newest day with an adjustment of this kind, ms at 00:00 UTC; null if there is none. */
export function lastFactorDate(mode: Adjustment, factors: readonly Factor[]): number | null {
  if (mode === 'none') return null
  const value = (factor: Factor) =>
    mode === 'split' ? factor.split : mode === 'dividend' ? factor.price : factor.split * factor.price
  // Bars after the last date have the factor 1.
  let later = 1
  for (const factor of factors.toReversed()) {
    if (value(factor) !== later) return factor.date
    later = value(factor)
  }
  return null
}
