import type { Platform } from '#src/platform/platform.ts'
import { missingDays, type Series, suspectRows } from './check-sql.ts'

export { rowsMax, type Series } from './check-sql.ts'

const reading = { lane: 'report', maxMs: 120_000 } as const

export type SuspectRow = Record<
  'instrument' | 'place' | 'open' | 'high' | 'low' | 'close' | 'before' | 'after',
  number
> &
  Record<'time' | 'previous', string> &
  Record<'isOutside' | 'isJump' | 'isHole' | 'isEmpty' | 'isStep', number | boolean>

/** The suspicious bars of series, newest first, at most `rowsMax` of each instrument. */
export async function suspectBars(ctx: Platform, series: Series): Promise<SuspectRow[]> {
  return ctx.clickhouse.query<SuspectRow>(suspectRows(series), {}, reading)
}

/** The dates among `listed` (ms) on which an instrument has no bar, between its first and last bar, as day numbers. */
export async function daysWithoutBars(
  ctx: Platform,
  series: Series,
  listed: readonly number[],
): Promise<{ instrument: number; days: number[] }[]> {
  const sql = missingDays(series, listed)
  const rows = await ctx.clickhouse.query<{ instrument: number; days: (string | number)[] }>(sql, {}, reading)
  return rows.map(({ instrument, days }) => ({ instrument, days: days.map(Number) }))
}
