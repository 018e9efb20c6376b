import type { Platform } from '#src/platform/platform.ts'
import * as store from '../bars/bar-store.ts'
import { isIntraday } from '../bars/interval.ts'
import { type BarQuery, combinationOf, hoursFor, readBars, readCoverage } from './history.ts'

/** The number of bars per read if the balance is computed here instead of in the store. */
const barsAtOnce = 20_000

type History = Omit<BarQuery, 'from' | 'to' | 'limit' | 'order'>

/**
 * On-balance volume from the first stored bar to the bar at `to`: 0 at the first bar, plus the volume of each bar with
 * a higher close, minus the volume of each bar with a lower close. The store computes the balance, except for adjusted
 * bars, for bars that are longer than a day, and for bars of other hours or of one source.
 */
export async function volumeBalance(ctx: Platform, history: History, to: number): Promise<number> {
  const coverage = history.coverage ?? (await readCoverage(ctx, history.instrument.id))
  const { interval, instrument, adjust = 'none', factors = [] } = history
  const isAdjusted = adjust !== 'none' && factors.length > 0
  const isPlain = !isAdjusted && history.source === undefined && hoursFor(ctx, history).isUsual
  if (isPlain && (isIntraday(interval) || interval === '1d'))
    return store.volumeBalance(ctx, combinationOf(ctx, instrument, interval, coverage), coverage.get(interval), to)
  return addUp(ctx, { ...history, coverage }, to)
}

async function addUp(ctx: Platform, history: History, to: number): Promise<number> {
  let balance = 0
  let before: number | null = null
  let from: number | undefined
  for (;;) {
    const bars = await readBars(ctx, { ...history, from, to, limit: barsAtOnce, order: 'oldest' })
    for (const { close, volume } of bars) {
      if (before !== null) balance += Math.sign(close - before) * volume
      before = close
    }
    const last = bars.at(-1)
    if (!last || bars.length < barsAtOnce) return balance
    from = last.time + 1
  }
}
