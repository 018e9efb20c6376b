import { type DataSource, dataSources } from '#src/contract/market.ts'
import { dayMs, hourMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import { sourceNumber, versionOf } from '../bars/bar.ts'
import type { Cell, FileScope, Kind } from './scope.ts'

const statementMs = 300_000
const how = { lane: 'report', maxMs: statementMs } as const
/**
 * The number of rows in a row group of a file: few, so that a page of one instrument reads little, but enough to
 * compress well.
 */
const rowsAtOnce = 20_000

const tables: Record<Kind, { name: string; columns: readonly string[]; quoted: string }> = {
  trades: { name: 'ticks', columns: ['price', 'volume', 'side', 'bid', 'ask'], quoted: 'bid > 0 AND ask > 0' },
  quotes: { name: 'best_quotes', columns: ['bid', 'bid_volume', 'ask', 'ask_volume'], quoted: 'true' },
}

/** Simulated ticks are never archived. */
const kept = dataSources.filter((source) => source !== 'simulated')

/** Days (ms) before `end` with rows that are not simulated and were written before `before` (ms), oldest first. */
export async function oldDays(ctx: Platform, kind: Kind, end: number, before: number): Promise<number[]> {
  const rows = await ctx.clickhouse.query<{ day: string }>(
    `SELECT DISTINCT intDiv(time, ${dayMs}) AS day FROM ${tables[kind].name}
     WHERE time >= 0 AND time < {end:Int64} AND ${writtenBefore(before)} ORDER BY day`,
    { end },
    how,
  )
  return rows.map(({ day }) => Number(day) * dayMs)
}

export async function cellsOf(ctx: Platform, kind: Kind, day: number, before: number): Promise<Cell[]> {
  const rows = await ctx.clickhouse.query<{ instrument: number; hour: string; n: string }>(
    `SELECT instrument, intDiv(time, ${hourMs}) AS hour, count() AS n FROM ${tables[kind].name}
     WHERE time >= {day:Int64} AND time < {end:Int64} AND ${writtenBefore(before)}
     GROUP BY instrument, hour ORDER BY instrument, hour`,
    { day, end: day + dayMs },
    how,
  )
  return rows.map(({ instrument, hour, n }) => ({ instrument, hour: Number(hour), rows: Number(n) }))
}

/** The SQL condition for the rows of a file, which is the same for writing, counting and deleting. */
function condition({ day, instruments, firstHour, lastHour, before }: FileScope): string {
  const [first, last] = [instruments[0] ?? 0, instruments.at(-1) ?? 0]
  return `instrument IN (${instruments.join(', ')}) AND time >= ${day} AND time < ${day + dayMs}
    AND (instrument > ${first} OR time >= ${firstHour * hourMs}) AND (instrument < ${last} OR time < ${(lastHour + 1) * hourMs})
    AND ${writtenBefore(before)}`
}

/** A version begins with the rank of its source, so each source has its own limit. */
function writtenBefore(before: number): string {
  return `(${kept.map((source) => `(source = ${sourceNumber(source)} AND version < ${versionOf(source, before)})`).join(' OR ')})`
}

/** The rows of a file as Parquet, ordered by instrument, time and number. `codes`: the code of each instrument id. */
export async function parquetOf(ctx: Platform, scope: FileScope, codes: ReadonlyMap<number, string>): Promise<Buffer> {
  const { name, columns } = tables[scope.kind]
  const quoted = (text: string) => `'${text.replaceAll(/['\\]/g, (sign) => `\\${sign}`)}'`
  const names = scope.instruments.map((id) => quoted(codes.get(id) ?? ''))
  const sources = kept.map((source) => [sourceNumber(source), quoted(source)])
  return ctx.clickhouse.bytes(
    `SELECT instrument, transform(instrument, [${scope.instruments.join(', ')}], [${names.join(', ')}], '') AS code,
       fromUnixTimestamp64Milli(at, 'UTC') AS time, seq, ${columns.join(', ')},
       transform(origin, [${sources.map(([number]) => number).join(', ')}], [${sources.map(([, text]) => text).join(', ')}], '') AS source, version
     FROM (SELECT instrument, time AS at, seq, ${columns.join(', ')}, source AS origin, version
       FROM ${name} FINAL WHERE ${condition(scope)})
     ORDER BY instrument, at, seq
     SETTINGS output_format_parquet_compression_method = 'snappy', output_format_parquet_row_group_size = ${rowsAtOnce},
       output_format_parquet_string_as_string = 1`,
    'Parquet',
    {},
    { maxMs: statementMs },
  )
}

/** The expected rows of one instrument in a file. */
export type PartCount = {
  instrument: number
  rows: number
  first: number
  last: number
  sources: DataSource[]
  quoted: boolean
}

export async function countParts(ctx: Platform, scope: FileScope): Promise<PartCount[]> {
  const { name, quoted, columns } = tables[scope.kind]
  const rows = await ctx.clickhouse.query<{
    instrument: number
    n: string
    first: string
    last: string
    of: number[]
    some: number
  }>(
    `SELECT instrument, count() AS n, min(time) AS first, max(time) AS last, groupUniqArray(source) AS of, max(${quoted}) AS some
     FROM (SELECT instrument, time, source, ${columns.join(', ')} FROM ${name} FINAL WHERE ${condition(scope)})
     GROUP BY instrument ORDER BY instrument`,
    {},
    how,
  )
  return rows.map(({ instrument, n, first, last, of, some }) => ({
    ...{ instrument, rows: Number(n), first: Number(first), last: Number(last), quoted: Boolean(Number(some)) },
    sources: dataSources.filter((source) => of.map(Number).includes(sourceNumber(source))),
  }))
}

/** Deletes the rows of a file from the store. Idempotent. */
export async function dropRows(ctx: Platform, scope: FileScope): Promise<void> {
  await ctx.clickhouse.command(`DELETE FROM ${tables[scope.kind].name} WHERE ${condition(scope)}`)
}

/** Frees the disk space of a month's deleted rows, because ClickHouse does not merge the old parts on its own. */
export async function packMonth(ctx: Platform, kind: Kind, month: string): Promise<void> {
  await ctx.clickhouse.command(`OPTIMIZE TABLE ${tables[kind].name} PARTITION ${month} FINAL`)
}
