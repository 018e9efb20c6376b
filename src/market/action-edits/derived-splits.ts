import { dayMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import { exchangeOf } from '../calendar/exchange-of.ts'
import { dayOf, restDaysMax } from '../calendar/session.ts'
import type { Factor } from '../history/adjust.ts'
import { readBars } from '../history/history.ts'
import type { Instrument } from '../instruments/instrument.ts'
import * as store from './store.ts'

/** The relative tolerance when a ratio is compared with the ratio of a split. Factors have about seven digits. */
const precision = 2e-4
const oldSharesMax = 100

/**
 * Adds the splits that imported factors imply, except near listed splits. Replaces the splits that were implied before.
 */
export async function deriveSplits(ctx: Platform, instrument: Instrument, factors: readonly Factor[]): Promise<void> {
  const sorted = factors.toSorted((a, b) => a.date - b.date)
  const splits: { exDate: string; newShares: number; oldShares: number }[] = []
  for (const [at, { date, split }] of sorted.entries()) {
    const shares = sharesOf((sorted[at + 1]?.split ?? 1) / split)
    if (shares) splits.push({ ...shares, exDate: await dateAfter(ctx, instrument, date) })
  }
  await ctx.postgres.transaction((tx) => store.putDerivedSplits(tx, instrument.id, splits))
}

/**
 * The new and old shares of a ratio: 7 is 7 for 1, 1.5 is 3 for 2. Null for 1, and for a ratio that no usual split has.
 */
export function sharesOf(ratio: number): { newShares: number; oldShares: number } | null {
  if (Math.abs(ratio - 1) < precision) return null
  for (let oldShares = 1; oldShares <= oldSharesMax; oldShares += 1) {
    const newShares = Math.round(ratio * oldShares)
    if (newShares > 0 && Math.abs((ratio * oldShares) / newShares - 1) < precision) return { newShares, oldShares }
  }
  return null
}

/**
 * The trading date after `date`: the date of the next daily bar, since the holiday lists do not cover early years;
 * without such a bar, by the calendar.
 */
async function dateAfter(ctx: Platform, instrument: Instrument, date: number): Promise<string> {
  const range = { from: date + dayMs, to: date + restDaysMax * dayMs, limit: 1, order: 'oldest' } as const
  const [bar] = await readBars(ctx, { instrument, interval: '1d', ...range })
  const exchange = exchangeOf(ctx, instrument)
  let next = date + dayMs
  while (next < range.to && dayOf(exchange, next) === null) next += dayMs
  return new Date(bar?.time ?? next).toISOString().slice(0, 10)
}
