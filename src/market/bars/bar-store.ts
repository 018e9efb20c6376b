import { type BarInterval, type Interval, intervalMs } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type Bar, sourceNumber, sourceOfNumber } from './bar.ts'
import type { Rows } from './bar-time-sql.ts'
import {
  andSource,
  type Combination,
  combinedSettings,
  combinedSql,
  isFinalNeeded,
  type SourceFilter,
} from './combine-sql.ts'
import { intervalNumber } from './interval.ts'
import type { ImportedSpan } from './source-store.ts'

type Columns = Awaited<ReturnType<Platform['clickhouse']['columns']>>

/** How a statement runs: its lane, its maximum run time and an abort signal. The default is the lane for fast reads. */
export type Reading = Parameters<Platform['clickhouse']['columns']>[2]

export type BarRange = {
  from: number
  to: number
  limit: number
  order: 'newest' | 'oldest'
  sources?: SourceFilter
}

const selected = 'time, open, high, low, close, volume, turnover, source'

/** 1800-01-01 UTC; no bar is older. */
const earliest = -5_364_662_400_000

/** The number of rows that are read beyond the limit, so that unmerged duplicates do not shorten the result. */
const spareRows = 24

/** The longest closure of a market by holidays: its number of days without weekends. */
const spareDays = 14

/**
 * Stored bars of one interval, oldest first: at most `limit` of the newest or oldest in the range, both ends included.
 * Reads without FINAL, which is twice as fast, and then drops the lower versions of each bar. If there are many
 * unmerged duplicates, reads again with FINAL.
 */
export async function stored(
  ctx: Platform,
  instrument: number,
  interval: BarInterval,
  range: BarRange,
): Promise<Bar[]> {
  if (range.limit <= 0 || range.from > range.to) return []
  const direction = range.order === 'newest' ? 'DESC' : 'ASC'
  const read = (table: string, limit: number) =>
    ctx.clickhouse.columns(
      `SELECT ${selected}, toFloat64(version) FROM ${table}
       WHERE instrument = {instrument:UInt32} AND interval = {interval:UInt8} AND time >= {from:Int64} AND time <= {to:Int64}
         ${andSource(range.sources)}
       ORDER BY time ${direction} LIMIT {limit:UInt32}`,
      { instrument, interval: intervalNumber(interval), from: range.from, to: range.to, limit },
    )
  const requested = range.limit + spareRows
  const bars = isFinalNeeded(range.sources)
    ? null
    : newestVersions(await read('bars', requested), requested, range.limit)
  const found = bars ?? toBars(await read('bars FINAL', range.limit))
  return range.order === 'newest' ? found.reverse() : found
}

/** The stored bars at single times, by instrument. */
export async function barsAt(
  ctx: Platform,
  wanted: readonly { instrument: number; interval: number; time: number }[],
): Promise<Map<number, Bar>> {
  if (wanted.length === 0) return new Map()
  const rows = wanted.map(({ instrument, interval, time }) => `(${instrument}, ${interval}, ${time})`)
  const columns = await ctx.clickhouse.columns(
    `SELECT ${selected}, instrument FROM bars FINAL WHERE (instrument, interval, time) IN (${rows.join(', ')})`,
    {},
  )
  const owners = columns[8] ?? []
  return new Map(toBars(columns).map((bar, at) => [owners[at] ?? 0, bar]))
}

/**
 * The newest `limit` stored days of each instrument, oldest first. Queries recent weeks, then all days of the
 * instruments that have fewer than `limit` days in these weeks.
 */
export async function newestDays(
  ctx: Platform,
  instruments: readonly number[],
  limit: number,
): Promise<Map<number, Bar[]>> {
  const days = await daysSince(ctx, instruments, limit, newestDaysFrom(ctx, limit))
  const short = instruments.filter((instrument) => (days.get(instrument)?.length ?? 0) < limit)
  if (short.length === 0) return days
  return new Map([...days, ...(await daysSince(ctx, short, limit, earliest))])
}

/** The last `limit` stored days of each instrument within a range of dates, oldest first. */
export function lastDays(
  ctx: Platform,
  instruments: readonly number[],
  { from, to, limit }: Pick<BarRange, 'from' | 'to' | 'limit'>,
): Promise<Map<number, Bar[]>> {
  return daysSince(ctx, instruments, limit, from, to)
}

/** A time before all of the newest `limit` days, unless a market was closed for more than `spareDays`. */
export function newestDaysFrom(ctx: Platform, limit: number): number {
  return ctx.clock.now() - (2 * limit + spareDays) * dayMs
}

export async function withFinerBars(
  ctx: Platform,
  instruments: readonly number[],
  interval: Interval,
  from: number,
): Promise<Set<number>> {
  const found = await ctx.clickhouse.query<{ instrument: number }>(
    `SELECT DISTINCT instrument FROM bars
     WHERE instrument IN {instruments:Array(UInt32)} AND interval < {interval:UInt8} AND time >= {from:Int64}`,
    { instruments: [...instruments], interval: intervalNumber(interval), from },
  )
  return new Set(found.map(({ instrument }) => instrument))
}

async function daysSince(
  ctx: Platform,
  instruments: readonly number[],
  limit: number,
  from: number,
  to = Number.MAX_SAFE_INTEGER,
): Promise<Map<number, Bar[]>> {
  const columns = await ctx.clickhouse.columns(
    `SELECT ${selected}, instrument FROM bars FINAL
     WHERE instrument IN {instruments:Array(UInt32)} AND interval = {interval:UInt8} AND time >= {from:Int64}
       AND time <= {to:Int64}
     ORDER BY instrument, time DESC LIMIT {limit:UInt32} BY instrument`,
    { instruments: [...instruments], interval: intervalNumber('1d'), from, to, limit },
  )
  const owners = columns[8] ?? []
  const days = new Map<number, Bar[]>()
  for (const [at, bar] of toBars(columns).entries()) {
    const owner = owners[at] ?? 0
    days.set(owner, [bar, ...(days.get(owner) ?? [])])
  }
  return days
}

/** The highest version of each time, in read order. Null if more rows must be read for `limit` distinct times. */
function newestVersions(columns: Columns, requested: number, limit: number): Bar[] | null {
  const [times = []] = columns
  const versions = columns[8] ?? []
  const all = toBars(columns)
  const kept: Bar[] = []
  let best = -1
  for (let at = 0; at < all.length; at += 1) {
    const bar = all[at]
    if (!bar) continue
    const version = versions[at] ?? 0
    if (at > 0 && times[at] === times[at - 1]) {
      if (version >= best) {
        kept[kept.length - 1] = bar
        best = version
      }
      continue
    }
    kept.push(bar)
    best = version
  }
  const certain = all.length < requested ? kept.length : kept.length - 1
  return certain >= limit || all.length < requested ? kept.slice(0, limit) : null
}

/**
 * Bars built from finer series, by instrument, oldest first. `range` bounds the times of the bars, `rows` the times
 * of the finer rows that are read.
 */
export async function built(
  ctx: Platform,
  combination: Combination,
  range: BarRange,
  rows: Rows,
  how: Reading = {},
): Promise<Map<number, Bar[]>> {
  if (range.limit <= 0 || range.from > range.to || combination.bases.length === 0) return new Map()
  const [owners = [], ...columns] = await ctx.clickhouse.columns(
    `${combinedSql(combination, rows, range.order === 'newest' ? 'DESC' : 'ASC')} ${combinedSettings}`,
    { first: range.from, last: range.to, limit: range.limit },
    how,
  )
  const found = new Map<number, Bar[]>()
  for (const [at, bar] of toBars(columns).entries()) {
    const owner = owners[at] ?? 0
    const bars = found.get(owner)
    if (bars) bars.push(bar)
    else found.set(owner, [bar])
  }
  if (range.order === 'newest') for (const bars of found.values()) bars.reverse()
  return found
}

/**
 * A stored span. `first` and `last` ignore simulated bars if there are other bars. `isSimulated`: all bars are
 * simulated; `isMixed`: some are.
 */
export type StoredSpan = { interval: number; first: number; last: number; isSimulated: boolean; isMixed: boolean }

const simulated = sourceNumber('simulated')

/** The stored time spans of several instruments, by interval number. Instruments without bars are left out. */
export async function coverages(
  ctx: Platform,
  instruments: readonly number[],
  how: Reading = {},
): Promise<Map<number, StoredSpan[]>> {
  const columns = await ctx.clickhouse.columns(
    `SELECT instrument, interval, min(source = ${simulated}) AS isSimulated, max(source = ${simulated}) AND NOT isSimulated,
       if(isSimulated, min(time), minIf(time, source != ${simulated})), if(isSimulated, max(time), maxIf(time, source != ${simulated}))
     FROM bars WHERE instrument IN {instruments:Array(UInt32)} GROUP BY instrument, interval ORDER BY instrument, interval`,
    { instruments: [...instruments] },
    how,
  )
  const [owners = [], numbers = [], allSimulated = [], mixed = [], firsts = [], lasts = []] = columns
  const found = new Map<number, StoredSpan[]>()
  for (const [at, interval] of numbers.entries()) {
    const owner = owners[at] ?? 0
    const spans = found.get(owner) ?? []
    found.set(owner, spans)
    const [isSimulated, isMixed] = [allSimulated[at] === 1, mixed[at] === 1]
    spans.push({ interval, first: firsts[at] ?? 0, last: lasts[at] ?? 0, isSimulated, isMixed })
  }
  return found
}

export async function coverage(ctx: Platform, instrument: number): Promise<StoredSpan[]> {
  return (await coverages(ctx, [instrument])).get(instrument) ?? []
}

export async function countBars(ctx: Platform): Promise<number> {
  const [row] = await ctx.clickhouse.query<{ bars: string }>('SELECT count() AS bars FROM bars')
  return Number(row?.bars ?? 0)
}

/** Converts columns in the order of `selected` to bars. */
export function toBars(columns: Columns): Bar[] {
  const [times = [], opens, highs, lows, closes, volumes, turnovers, sources] = columns
  const bars = new Array<Bar>(times.length)
  for (let at = 0; at < times.length; at += 1) {
    bars[at] = {
      time: times[at] ?? 0,
      open: opens?.[at] ?? 0,
      high: highs?.[at] ?? 0,
      low: lows?.[at] ?? 0,
      close: closes?.[at] ?? 0,
      volume: volumes?.[at] ?? 0,
      turnover: turnovers?.[at] ?? 0,
      source: sourceOfNumber(sources?.[at] ?? 0),
    }
  }
  return bars
}

const everyRow = 4_294_967_295

/**
 * The volume of the bars that closed above the previous bar, minus the volume of the bars that closed below it, up to a
 * time.
 */
export async function volumeBalance(
  ctx: Platform,
  combination: Combination,
  own: { first: number } | undefined,
  to: number,
): Promise<number> {
  const parts: string[] = []
  if (own)
    parts.push(`SELECT time, close, volume FROM bars FINAL
      WHERE instrument = {instrument:UInt32} AND interval = {interval:UInt8} AND time <= {last:Int64}
        ${andSource(combination.sources)}`)
  const rows = { from: earliest, to: to + intervalMs[combination.interval] + 2 * dayMs }
  if (combination.bases.length > 0)
    parts.push(`SELECT t AS time, c AS close, v AS volume FROM (${combinedSql(combination, rows, 'ASC')})`)
  if (parts.length === 0) return 0
  const [row] = await ctx.clickhouse.query<{ balance: number }>(
    `SELECT toFloat64(sum(sign(close - before) * volume)) AS balance FROM (
       SELECT close, volume, lagInFrame(close, 1, close) OVER (ORDER BY time ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS before
       FROM (${parts.join(' UNION ALL ')})) ${combinedSettings}`,
    {
      instrument: combination.instruments[0] ?? 0,
      interval: intervalNumber(combination.interval),
      first: earliest,
      last: to,
      limit: everyRow,
    },
  )
  return Number(row?.balance ?? 0)
}

/**
 * Counts the series of which the first or the last bar is stored. Looks up single keys, so a long series costs no more
 * than a short series.
 */
export async function countStored(ctx: Platform, spans: readonly ImportedSpan[]): Promise<number> {
  if (spans.length === 0) return 0
  const keys = spans.flatMap(({ instrumentId, interval, firstTime, lastTime }) =>
    [firstTime, lastTime].map((time) => `(${instrumentId}, ${intervalNumber(interval)}, ${time})`),
  )
  const [row] = await ctx.clickhouse.query<{ found: string | number }>(
    `SELECT uniqExact(instrument, interval) AS found FROM bars WHERE (instrument, interval, time) IN (${keys.join(', ')})`,
  )
  return Number(row?.found ?? 0)
}
