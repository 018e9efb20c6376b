import { type Interval, intervalMs } from '#src/contract/market.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import { bucketSql } from '../bars/bar-time-sql.ts'
import { intervalNumber, isIntraday } from '../bars/interval.ts'
import type { Span } from '../calendar/changed-day.ts'
import type { Exchange } from '../calendar/exchange.ts'

/** Series checked together: one exchange, one interval, and one period (ms, both ends included). */
export type Series = { ids: readonly number[]; exchange: Exchange; interval: Interval; from: number; to: number }

/**
 * A close is a jump if it is higher or lower than both neighbours by this factor. For a high or a low, the factor is
 * doubled.
 */
const jumpDay = 1.6
const jumpIntraday = 1.3
/**
 * A step between two days by more than this factor may be a split, if the prices on each side of it differ by less
 * than the factor `calm`.
 */
const stepMin = 1.45
const calm = 1.3
/** Margin around the period of a statement, ms, so that its first and last bars have neighbours. */
const marginMs = 10 * dayMs
/**
 * A gap in a day is reported if it exceeds the longest break between two sessions by at least this time, and by at
 * least `pauses` times the usual pause between bars.
 */
const holeMsMin = 30 * minuteMs
const pauses = 20
/**
 * The maximum number of rows that a statement returns for one instrument. If there are more rows, no finding of this
 * instrument is marked as mended.
 */
export const rowsMax = 400

/** SQL for the suspicious bars of series, newest first, with the reasons. */
export function suspectRows({ ids, exchange, interval, from, to }: Series): string {
  const size = intervalMs[interval]
  const isDay = interval === '1d'
  const jump = isIntraday(interval) ? jumpIntraday : jumpDay
  const { columns, keep } = bucketSql(exchange, {
    interval: '1d',
    bases: isIntraday(interval) ? [interval] : ['1d'],
    rows: { from: from - marginMs, to: to + marginMs },
  })
  const within = isIntraday(interval) ? `${columns}` : 'time AS bucket'
  const session = exchange.regular.reduce((sum, { open, close }) => sum + (close - open) * minuteMs, 0)
  const longest = Math.max(0, ...[exchange, ...exchange.earlier].flatMap(({ regular }) => breaksOf(regular)))
  const usual = `greatest(0, ${session} / ofDay - ${size})`
  const hole = isIntraday(interval)
    ? `isIn AND wasIn AND sameDay AND time - previous - ${size} >= ${longest * minuteMs} + greatest(${Math.max(holeMsMin, size)}, ${pauses} * ${usual} + ${size})`
    : '0'
  const beyond = (factor: number) => `((close > ${factor} * before AND close > ${factor} * after)
      OR (close * ${factor} < before AND close * ${factor} < after)
      OR high > ${2 * factor} * greatest(before, after, open, close) OR low * ${2 * factor} < least(before, after, open, close))`
  const near = (a: string, b: string) => `(${a} < ${calm} * ${b} AND ${b} < ${calm} * ${a})`
  const step = `before > 0 AND earlier > 0 AND (before > ${stepMin} * open OR open > ${stepMin} * before)
      AND ${near('earlier', 'before')} AND ${near('open', 'close')} AND (after = 0 OR ${near('close', 'after')})`
  return `SELECT instrument, time, previous, place, open, high, low, close, before, after,
      high < low OR open > high OR open < low OR close > high OR close < low AS isOutside,
      ${interval === '1w' || interval === '1M' ? '0' : `before > 0 AND after > 0 AND low > 0 AND ${beyond(jump)}`} AS isJump,
      ${hole} AS isHole, ${isDay ? 'volume = 0 AND anyVolume > 0' : '0'} AS isEmpty, ${isDay ? step : '0'} AS isStep
    FROM (
      SELECT *, lagInFrame(time) OVER w AS previous, lagInFrame(close) OVER w AS before, leadInFrame(close) OVER w AS after,
        lagInFrame(close, 2) OVER w AS earlier, row_number() OVER w AS place,
        lagInFrame(bucket) OVER w = bucket AS sameDay, lagInFrame(isIn) OVER w AS wasIn,
        count() OVER (PARTITION BY instrument, bucket) AS ofDay, max(volume) OVER (PARTITION BY instrument) AS anyVolume
      FROM (
        SELECT *, ${isIntraday(interval) ? keep : '1'} AS isIn FROM (
          SELECT instrument, interval, time, open, high, low, close, volume, ${within} FROM bars FINAL
          WHERE instrument IN (${ids.join(', ')}) AND interval = ${intervalNumber(interval)}
            AND time >= ${from - marginMs} AND time <= ${to + marginMs}))
      WINDOW w AS (PARTITION BY instrument ORDER BY time ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING))
    WHERE time >= ${from} AND time <= ${to} AND (isOutside OR isJump OR isHole OR isEmpty OR isStep)
    ORDER BY instrument, time DESC LIMIT ${rowsMax} BY instrument`
}

/** The lengths of the breaks between the sessions of a day, in minutes. */
function breaksOf(sessions: readonly Span[]): number[] {
  return sessions.slice(1).map(({ open }, before) => open - (sessions[before]?.close ?? open))
}

/** SQL for the dates among `days` on which an instrument has no bar, between the first and last bar of the series. */
export function missingDays({ ids, exchange, interval, from, to }: Series, days: readonly number[]): string {
  const { columns, keep } = bucketSql(exchange, { interval: '1d', bases: [interval], rows: { from, to } })
  const present = isIntraday(interval)
    ? `SELECT DISTINCT instrument, intDiv(bucket, ${dayMs}) FROM (SELECT instrument, interval, time, ${columns} FROM bars
         WHERE ${rows(ids, interval)} AND time >= ${from - 2 * dayMs} AND time <= ${to + 2 * dayMs}) WHERE ${keep}`
    : `SELECT instrument, intDiv(time, ${dayMs}) FROM bars
         WHERE ${rows(ids, interval)} AND time >= ${from} AND time <= ${to}`
  return `SELECT instrument, arraySort(groupArray(day)) AS days FROM (
      SELECT instrument, day FROM (
        SELECT instrument, intDiv(min(time), ${dayMs}) AS first, intDiv(max(time), ${dayMs}) AS last FROM bars
        WHERE ${rows(ids, interval)} GROUP BY instrument) AS series
      CROSS JOIN (SELECT arrayJoin([${days.map((day) => day / dayMs).join(', ')}]) AS day) AS listed
      WHERE day > first AND day < last AND (instrument, day) NOT IN (${present}))
    GROUP BY instrument ORDER BY instrument`
}

function rows(ids: readonly number[], interval: Interval): string {
  return `instrument IN (${ids.join(', ')}) AND interval = ${intervalNumber(interval)}`
}
