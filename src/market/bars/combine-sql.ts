import {
  type BarInterval,
  type DataSource,
  type Interval,
  intervalMs,
  type SessionChoice,
} from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import type { Exchange } from '../calendar/exchange.ts'
import { sourceNumber, turnoverDecimals, volumeDecimals } from './bar.ts'
import { bucketSql, intradaySql, type Rows } from './bar-time-sql.ts'
import { intervalNumber, isIntraday } from './interval.ts'

/** The rows that count: the rows of one source, or all but simulated rows (`real`). Absent: all rows. */
export type SourceFilter = DataSource | 'real' | undefined

/**
 * An SQL condition after ` AND `. Empty for all sources, because ClickHouse evaluates even a constant condition for
 * each row.
 */
export function andSource(filter: SourceFilter): string {
  if (filter === undefined) return ''
  return ` AND source ${filter === 'real' ? `!= ${sourceNumber('simulated')}` : `= ${sourceNumber(filter)}`}`
}

/** Rows of a single source are read with FINAL, because a row of another source may have replaced them. */
export function isFinalNeeded(filter: SourceFilter): boolean {
  return filter !== undefined && filter !== 'real'
}

/** The series from which the bars of an interval (intraday or a day) are built, for instruments of one exchange. */
export type Combination = {
  instruments: readonly number[]
  exchange: Exchange
  interval: BarInterval
  /** The stored finer intervals, longest first. */
  bases: readonly Interval[]
  /** Whether bars of the interval itself are stored. No bars are built for the time that these bars cover. */
  hasOwn: boolean
  sources?: SourceFilter
  /**
   * The part of each day that counts, if it is not the usual part. Then `bases` has only intraday intervals, and
   * includes the interval itself if that is intraday.
   */
  session?: SessionChoice | undefined
  /** Only rows that ended by this time count, ms. */
  before?: number | undefined
}

/**
 * Required in every statement with `combinedSql`. Otherwise ClickHouse searches for implied comparisons, which takes
 * longer than the rest of its analysis and has no result.
 */
export const combinedSettings = 'SETTINGS optimize_and_compare_chain = 0'

const figures = 'open, high, low, close, volume, turnover, source'

/**
 * The statement that builds bars from all finer series at once; `{first}`, `{last}` and `{limit}` stay parameters. A
 * row counts unless a longer bar covers its time, so nothing counts twice, and finer series fill gaps. In a day, a row
 * that extends beyond a session covers nothing, and counts only if no finer row begins in that session.
 */
export function combinedSql(combination: Combination, rows: Rows, direction: 'ASC' | 'DESC'): string {
  const { bases, hasOwn, interval } = combination
  const isPlain = bases.length === 1 && !(hasOwn && isIntraday(interval))
  return `SELECT instrument AS i, bucket AS t, argMin(open, time) AS o, max(high) AS h, min(low) AS l, argMax(close, time) AS c,
      round(sum(volume), ${volumeDecimals}) AS v, round(sum(turnover), ${turnoverDecimals}) AS tu, argMin(source, time) AS s
    FROM (${isPlain ? countedRows(combination, rows) : uncoveredRows(combination, rows)})
    WHERE bucket >= {first:Int64} AND bucket <= {last:Int64}
    GROUP BY instrument, bucket ORDER BY instrument, bucket ${direction} LIMIT {limit:UInt32} BY instrument`
}

function countedRows(combination: Combination, rows: Rows, more: readonly string[] = []): string {
  const { exchange, interval, bases, hasOwn, instruments, sources, session } = combination
  const { columns, keep } = bucketSql(exchange, { interval, bases, rows, session })
  const read = (...added: string[]) => `SELECT ${['instrument, interval, time', figures, ...added].join(', ')}
    FROM bars FINAL WHERE instrument IN (${instruments.join(', ')})${andSource(sources)} AND ${seriesRows(combination, rows)}`
  const ownDays = `SELECT instrument, time FROM bars ${isFinalNeeded(sources) ? 'FINAL' : ''}
    WHERE instrument IN (${instruments.join(', ')})${andSource(sources)} AND interval = ${intervalNumber('1d')} AND time >= ${rows.from - 2 * dayMs} AND time <= ${rows.to + 2 * dayMs}`
  const isOwnDay = hasOwn && interval === '1d'
  if (keep === '1' && !isOwnDay) return read(columns, ...more)
  // The columns are in a subquery, because ClickHouse would otherwise analyse each of them at every use.
  return `SELECT ${['*', ...more].join(', ')} FROM (${read(columns)})
    WHERE ${keep} ${isOwnDay ? `AND (instrument, bucket) NOT IN (${ownDays})` : ''}`
}

function seriesRows({ interval, bases, hasOwn, before }: Combination, { from, to }: Rows): string {
  const series = hasOwn && isIntraday(interval) ? [interval, ...bases] : bases
  const each = series.map((base) => {
    const until = before === undefined ? to : Math.min(to, before - intervalMs[base])
    // A longer bar covers rows long after its own start.
    return `(interval = ${intervalNumber(base)} AND time >= ${from - 2 * intervalMs[base]} AND time <= ${until})`
  })
  return `(${each.join(' OR ')})`
}

function uncoveredRows(combination: Combination, rows: Rows): string {
  const { exchange, interval, bases, hasOwn, session } = combination
  const { whole } = bucketSql(exchange, { interval, bases, rows, session })
  const covering = (hasOwn && isIntraday(interval) ? [interval, ...bases] : bases).slice(0, -1)
  const starts = covering.map(
    (base) => `maxOrNullIf(time, interval = ${intervalNumber(base)} AND isWhole) OVER before AS ${startOf(base)}`,
  )
  const replaced = covering.map(
    (base) => `(interval < ${intervalNumber(base)} AND ifNull(${coversSql(exchange, base, rows)}, 0))`,
  )
  const finer = bases.slice(0, -1).map((base) => ({ base, number: intervalNumber(base) }))
  const next = finer.map(({ base, number }) => `minOrNullIf(time, interval < ${number}) OVER after AS ${nextIn(base)}`)
  const gaveWay = finer.map(
    ({ base, number }) =>
      `(interval = ${number} AND NOT isWhole AND ifNull(${nextIn(base)} < time + ${intervalMs[base]}, 0))`,
  )
  const hasSessions = whole !== '1'
  return `SELECT * FROM (
      SELECT *, ${[...starts, ...(hasSessions ? next : [])].join(', ')}
      FROM (${countedRows(combination, rows, [`${whole} AS isWhole`])})
      WINDOW before AS (PARTITION BY instrument ORDER BY time, interval DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING),
        after AS (PARTITION BY instrument ORDER BY time DESC, interval ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
    )
    WHERE interval ${session ? '<=' : '<'} ${intervalNumber(interval)} AND NOT (${[...replaced, ...(hasSessions ? gaveWay : [])].join(' OR ')})`
}

const startOf = (base: BarInterval): string => `start${intervalNumber(base)}`
const nextIn = (base: BarInterval): string => `next${intervalNumber(base)}`

/** SQL condition: the newest bar of `base` at or before a row has not ended at the row's time. */
function coversSql(exchange: Exchange, base: BarInterval, rows: Rows): string {
  const length = intervalMs[base]
  const plain = `time < ${startOf(base)} + ${length}`
  if (length <= intervalMs['1h'] || exchange.day.kind === 'utc') return plain
  const bar = (time: string) => intradaySql(exchange, length, time, rows)
  // Around a clock change, a bar of several hours may be longer or shorter than `length`. A bar whose start differs
  // from our alignment always has this length.
  return `if(${bar(startOf(base))} = ${startOf(base)}, ${bar('time')} = ${startOf(base)}, ${plain})`
}
