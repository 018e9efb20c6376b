import { sql } from 'kysely'
import type { AssetClass, Interval } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import { intervalNumber } from '../bars/interval.ts'

const exportMsMax = 600_000

/** `date`: 00:00 UTC in ms. */
export type ArchiveDay = { date: number; interval: Interval }

type Reading = { lane: 'report'; maxMs: number; signal: AbortSignal }

/**
 * The instruments with rows for a day, by id, and their number of rows. For daily bars, finer rows count, too, because
 * days are built of them; a finer row may lie on the UTC date before or after its trading date.
 */
export async function rowsByInstrument(
  ctx: Platform,
  { date, interval }: ArchiveDay,
  how: Reading,
): Promise<{ instrument: number; rows: number }[]> {
  const isDay = interval === '1d'
  const around = isDay ? dayMs : 0
  return ctx.clickhouse.query<{ instrument: number; rows: number }>(
    `SELECT instrument, toUInt32(count()) AS rows FROM bars
     WHERE interval ${isDay ? '<=' : '='} {interval:UInt8} AND time >= {from:Int64} AND time < {to:Int64}
     GROUP BY instrument ORDER BY instrument`,
    { interval: intervalNumber(interval), from: date - around, to: date + dayMs + around },
    how,
  )
}

/** A text that changes with every write to the rows that `rowsByInstrument` counts. */
export async function barsMark(ctx: Platform, { date, interval }: ArchiveDay, how: Reading): Promise<string> {
  const isDay = interval === '1d'
  const around = isDay ? dayMs : 0
  return ctx.clickhouse.text(
    `SELECT sum(cityHash64(instrument, interval, time, version)) FROM bars
     WHERE interval ${isDay ? '<=' : '='} {interval:UInt8} AND time >= {from:Int64} AND time < {to:Int64}`,
    'TabSeparated',
    { interval: intervalNumber(interval), from: date - around, to: date + dayMs + around },
    how,
  )
}

/** A text that changes with every write to the trades or best quotes of a range, both ends included. */
export async function eventsMark(
  ctx: Platform,
  table: 'ticks' | 'best_quotes',
  span: { from: number; to: number },
  how: Reading,
): Promise<string> {
  return ctx.clickhouse.text(
    `SELECT sum(cityHash64(instrument, time, seq, version)) FROM ${table}
     WHERE time >= {from:Int64} AND time <= {to:Int64}`,
    'TabSeparated',
    span,
    how,
  )
}

/** A text that changes when instruments of the class and region are added or removed, or get a new code or exchange. */
export async function instrumentsMark(
  ctx: Platform,
  { class: assetClass, region }: { class: AssetClass; region: string },
): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select count(*) || ' ' || coalesce(sum(hashtextextended(id || ' ' || code || ' ' || exchange, 0)), 0) as mark
    from instruments where class = ${assetClass} and region = ${region}`.execute(ctx.postgres.db)
  return rows[0]?.mark ?? ''
}

/** Instruments with stored trades or best quotes in a range, both ends included. */
export async function withEvents(
  ctx: Platform,
  kind: 'trades' | 'bbo',
  span: { from: number; to: number },
  how: Reading,
): Promise<number[]> {
  const inSpan = 'time >= {from:Int64} AND time <= {to:Int64}'
  const quotes = `SELECT DISTINCT instrument FROM best_quotes WHERE ${inSpan}
    UNION DISTINCT SELECT DISTINCT instrument FROM ticks WHERE ${inSpan} AND bid > 0 AND ask > 0`
  const rows = await ctx.clickhouse.query<{ instrument: number }>(
    kind === 'bbo' ? quotes : `SELECT DISTINCT instrument FROM ticks WHERE ${inSpan}`,
    span,
    how,
  )
  return rows.map(({ instrument }) => instrument)
}

/** The stored bars of a day as CSV cells, `time` first, by instrument id. */
export async function storedCells(
  ctx: Platform,
  { date, interval }: ArchiveDay,
  instruments: readonly number[],
  how: Reading,
): Promise<Map<number, string[]>> {
  const text = await ctx.clickhouse.text(
    `SELECT instrument, time, open, high, low, close, volume, turnover FROM bars FINAL
     WHERE instrument IN (${instruments.join(', ')}) AND interval = {interval:UInt8}
       AND time >= {from:Int64} AND time < {to:Int64}
     ORDER BY instrument, time`,
    'TabSeparated',
    { interval: intervalNumber(interval), from: date, to: date + dayMs },
    how,
  )
  const lines = new Map<number, string[]>()
  for (const line of text.split('\n')) {
    if (line === '') continue
    const [id = '', ...cells] = line.split('\t')
    const known = lines.get(Number(id))
    if (known) known.push(cells.join(','))
    else lines.set(Number(id), [cells.join(',')])
  }
  return lines
}

export async function parquetOf(ctx: Platform, instrument: number, interval: Interval): Promise<Buffer> {
  return ctx.clickhouse.bytes(
    `SELECT fromUnixTimestamp64Milli(time, 'UTC') AS time, open, high, low, close, volume, turnover FROM bars FINAL
     WHERE instrument = {instrument:UInt32} AND interval = {interval:UInt8} ORDER BY bars.time
     SETTINGS output_format_parquet_compression_method = 'snappy'`,
    'Parquet',
    { instrument, interval: intervalNumber(interval) },
    { maxMs: exportMsMax },
  )
}
