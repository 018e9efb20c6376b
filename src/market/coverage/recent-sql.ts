import { type Interval, intervalMs, intervals } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import { periodStart } from '../bars/bar-time.ts'
import { bucketSql, intradaySql } from '../bars/bar-time-sql.ts'
import { intervalNumber, isIntraday } from '../bars/interval.ts'
import type { Exchange } from '../calendar/exchange.ts'
import type { Window } from './expected-bars.ts'

/**
 * The stored series of one exchange in a coverage count. `since`: the day of the first bar, by `seriesName`, for series
 * whose first bar is in the window.
 */
export type Counted = {
  exchange: Exchange
  window: Window
  ids: readonly number[]
  bases: readonly Interval[]
  since: ReadonlyMap<string, number>
}

/** The key of a series in `since`. */
export const seriesName = (instrument: number, interval: number) => String(instrument * 16 + interval)

const intradayTargets = intervals.filter(isIntraday)

/**
 * SQL that counts the bars of each interval in the window, stored or built: a row per stored series, a column per
 * interval.
 */
export function presentRows({ exchange, window, ids, bases, since }: Counted): string {
  const { days } = window
  const inDay = bases.every(isIntraday)
  const earliest = Math.min(...days, ...window.weeks, ...window.months)
  const rows = { from: earliest, to: Math.max(...days) + dayMs }
  const counts = intradayTargets.map((target) =>
    inDay
      ? `uniqExactIf(${intradaySql(exchange, intervalMs[target], 'time', rows)}, interval <= ${intervalNumber(target)} AND isCounted)`
      : '0',
  )
  const week = `if(interval = ${intervalNumber('1w')}, time, ${mapped(days, '1w')})`
  const month = `if(interval = ${intervalNumber('1M')}, time, ${mapped(days, '1M')})`
  const { columns, keep } = bucketSql(exchange, { interval: '1d', bases, rows })
  return `SELECT instrument, interval,
      ${[...counts, `uniqExactIf(bucket, interval <= ${intervalNumber('1d')} AND isCounted)`].join(', ')},
      uniqExactIf(week, interval <= ${intervalNumber('1w')} AND ${among('week', window.weeks)}),
      uniqExactIf(month, interval <> ${intervalNumber('1w')} AND ${among('month', window.months)})
    FROM (SELECT *, ${week} AS week, ${month} AS month, ${sinceSql(since)} AS since,
      ${among('bucket', days)} AS isCounted FROM (
      SELECT instrument, interval, time, ${inDay ? columns : 'time AS bucket'} FROM bars
      WHERE instrument IN (${ids.join(', ')}) AND interval IN (${bases.map(intervalNumber).join(', ')})
        AND time >= ${earliest - 2 * dayMs}))
    WHERE ${inDay ? `(${keep}) AND ` : ''}bucket > since
    GROUP BY instrument, interval SETTINGS optimize_aggregation_in_order = 1`
}

function among(column: string, starts: readonly number[]): string {
  return starts.length === 0 ? '0' : `${column} > since AND ${column} IN (${starts.join(', ')})`
}

/** SQL that maps a day of the window (`bucket`) to the start of its week or month. */
function mapped(days: readonly number[], interval: Interval): string {
  return transform(
    'bucket',
    days,
    days.map((day) => periodStart(interval, day)),
  )
}

function sinceSql(since: ReadonlyMap<string, number>): string {
  if (since.size === 0) return 'toInt64(-1)'
  return transform('instrument * 16 + interval', [...since.keys()], [...since.values()])
}

function transform(value: string, from: readonly (number | string)[], to: readonly number[]): string {
  if (from.length === 0) return 'toInt64(-1)'
  const list = (of: readonly (number | string)[]) => `CAST([${of.join(', ')}], 'Array(Int64)')`
  return `transform(toInt64(${value}), ${list(from)}, ${list(to)}, toInt64(-1))`
}
