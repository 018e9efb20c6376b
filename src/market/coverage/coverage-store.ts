import { sql } from 'kysely'
import type { AssetClass, DataSource, Interval } from '#src/contract/market.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { Instrument } from '../instruments/instrument.ts'

/** The `kind` of stored trades. Every other kind is an interval. */
export const ticks = 'ticks'

/**
 * Stored data of a class on an exchange. `kind`: an interval or `ticks`. Times in ms. `sources`: all sources of the
 * rows.
 */
export type CoverageRow = {
  class: AssetClass
  exchange: string
  kind: string
  instruments: number
  rows: number
  first: number
  last: number
  sources: DataSource[]
}

type Row = Omit<CoverageRow, 'rows' | 'first' | 'last'> & { rows: bigint; first_time: bigint; last_time: bigint }

/**
 * The coverage of all classes and regions, or only of the given class and region. An exchange belongs to each region of
 * its instruments.
 */
export async function coverageRows(
  db: Db,
  { class: assetClass = null, region = null }: { class?: AssetClass | null; region?: string | null } = {},
): Promise<CoverageRow[]> {
  const { rows } = await sql<Row>`select * from coverage c
    where (${assetClass}::text is null or class = ${assetClass})
      and (${region}::text is null or exists (
        select from instruments i where i.class = c.class and i.region = ${region} and i.exchange = c.exchange))
    order by class, exchange, kind`.execute(db)
  return rows.map(({ rows: count, first_time, last_time, ...row }) => ({
    ...row,
    rows: Number(count),
    first: Number(first_time),
    last: Number(last_time),
  }))
}

/** The number of instruments that are not delisted, by class and exchange. */
export async function instrumentCounts(
  db: Db,
): Promise<{ class: AssetClass; exchange: string; instruments: number }[]> {
  const { rows } = await sql<{ class: AssetClass; exchange: string; count: string }>`
    select class, exchange, count(*)::text as count from instruments where state <> 'delisted'
    group by class, exchange order by class, exchange`.execute(db)
  return rows.map(({ count, ...row }) => ({ ...row, instruments: Number(count) }))
}

export type InstrumentListing = Pick<Instrument, 'class' | 'exchange' | 'region' | 'code' | 'state'>

export async function listingsById(db: Db): Promise<Map<number, InstrumentListing>> {
  const { rows } = await sql<InstrumentListing & { id: number }>`
    select id, class, exchange, region, code, state from instruments`.execute(db)
  return new Map(rows.map(({ id, ...listing }) => [id, listing]))
}

/** Numbers of bars in the last 30 trading days. `present`: stored or built on request; `expected`: without gaps. */
export type RecentRow = {
  class: AssetClass
  exchange: string
  interval: Interval
  instruments: number
  present: number
  expected: number
}

export async function recentRows(db: Db): Promise<RecentRow[]> {
  const { rows } = await sql<Omit<RecentRow, 'present' | 'expected'> & { present: bigint; expected: bigint }>`
    select * from coverage_recent`.execute(db)
  return rows.map(({ present, expected, ...row }) => ({ ...row, present: Number(present), expected: Number(expected) }))
}

export async function putRecent(tx: Tx, found: readonly RecentRow[]): Promise<void> {
  await sql`delete from coverage_recent`.execute(tx)
  await sql`insert into coverage_recent (class, exchange, interval, instruments, present, expected)
    select f.class, f.exchange, f.interval, f.instruments, f.present, f.expected
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
      as f(class text, exchange text, interval text, instruments integer, present bigint, expected bigint)`.execute(tx)
}

/** The time of the last coverage count, and its duration, both in ms. */
export async function lastCount(db: Db): Promise<{ at: number; ms: number } | null> {
  const { rows } = await sql<{ counted_at: Date | null; ms: number | null }>`
    select counted_at, ms from coverage_count`.execute(db)
  const counted = rows[0]?.counted_at
  return counted ? { at: counted.getTime(), ms: rows[0]?.ms ?? 0 } : null
}

/** Claims the coverage count, unless a process has begun a count after `before`. */
export async function claimCount(db: Db, now: number, before: number): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into coverage_count (begun_at) values (${new Date(now)})
    on conflict (id) do update set begun_at = excluded.begun_at
    where coverage_count.begun_at <= ${new Date(before)}`.execute(db)
  return numAffectedRows === 1n
}

export async function putCoverage(
  tx: Tx,
  found: readonly CoverageRow[],
  { now, ms }: { now: number; ms: number },
): Promise<void> {
  const pick = <N extends keyof CoverageRow>(name: N) => found.map((row) => row[name])
  await sql`delete from coverage`.execute(tx)
  await sql`insert into coverage (class, exchange, kind, instruments, rows, first_time, last_time, sources)
    select f.class, f.exchange, f.kind, f.instruments, f.rows, f.first_time, f.last_time, string_to_array(f.sources, ',')
    from unnest(${pick('class')}::text[], ${pick('exchange')}::text[], ${pick('kind')}::text[],
      ${pick('instruments')}::integer[], ${pick('rows')}::bigint[], ${pick('first')}::bigint[],
      ${pick('last')}::bigint[], ${found.map(({ sources }) => sources.join())}::text[])
      as f (class, exchange, kind, instruments, rows, first_time, last_time, sources)`.execute(tx)
  await sql`update coverage_count set counted_at = ${new Date(now)}, ms = ${ms}`.execute(tx)
}
