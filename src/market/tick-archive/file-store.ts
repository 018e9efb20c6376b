import { sql } from 'kysely'
import type { DataSource } from '#src/contract/market.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { PartCount } from './day-store.ts'
import { type FileScope, fileName, type Kind } from './scope.ts'

export type FileState = 'writing' | 'verified' | 'moved'
export type ArchivedFile = {
  id: number
  name: string
  state: FileState
  scope: FileScope
  bytes: number
  sha256: string
}

/** A file with rows of an instrument, and the time range of these rows. */
export type ArchivedPart = { name: string; bytes: number; kind: Kind; storedAs: number; first: number; last: number }

type FileRow = Omit<ArchivedFile, 'bytes'> & { bytes: bigint }
const toFile = (row: FileRow): ArchivedFile => ({ ...row, bytes: Number(row.bytes) })

export async function beginFile(tx: Tx, scope: FileScope, now: number): Promise<ArchivedFile> {
  const { rows } = await sql<{ id: number }>`
    insert into archived_file (name, kind, day, state, scope, changed_at)
    values (gen_random_uuid()::text, ${scope.kind}, ${new Date(scope.day).toISOString().slice(0, 10)}::date, 'writing', ${JSON.stringify(scope)}::jsonb, ${new Date(now)})
    returning id`.execute(tx)
  const id = rows[0]?.id ?? 0
  const name = fileName(scope, id)
  await sql`update archived_file set name = ${name} where id = ${id}`.execute(tx)
  return { id, name, state: 'writing', scope, bytes: 0, sha256: '' }
}

export async function unfinishedFiles(db: Db): Promise<ArchivedFile[]> {
  const { rows } = await sql<FileRow>`
    select id, name, state, scope, bytes, sha256 from archived_file where state <> 'moved' order by id`.execute(db)
  return rows.map(toFile)
}

export async function forgetFile(db: Db, id: number): Promise<void> {
  await sql`delete from archived_file where id = ${id} and state = 'writing'`.execute(db)
}

/** Marks a file as verified, so that readers use it. Rows of merged instruments go to the remaining instrument. */
export async function verifyFile(
  tx: Tx,
  id: number,
  { bytes, sha256, parts, now }: { bytes: number; sha256: string; parts: readonly PartCount[]; now: number },
): Promise<void> {
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  await sql`update archived_file set state = 'verified', rows = ${rows}, bytes = ${bytes}, sha256 = ${sha256},
    changed_at = ${new Date(now)} where id = ${id}`.execute(tx)
  for (const { instrument, rows, first, last, sources, quoted } of parts)
    await sql`
      insert into archived_part (file_id, instrument_id, stored_as, rows, first_time, last_time, sources, quoted)
      values (${id}, coalesce((select into_id from instrument_merges where from_id = ${instrument} and merged_at is not null), ${instrument}),
        ${instrument}, ${rows}, ${first}, ${last}, ${sources}, ${quoted})`.execute(tx)
}

export async function finishFile(db: Db, id: number, now: number): Promise<void> {
  await sql`update archived_file set state = 'moved', changed_at = ${new Date(now)} where id = ${id}`.execute(db)
}

/** The files with an instrument's rows in a range, both ends included, in reading order. */
export async function partsIn(
  db: Db,
  instrumentId: number,
  { kind, from, to, order }: { kind: Kind; from: number; to: number; order: 'newest' | 'oldest' },
): Promise<ArchivedPart[]> {
  type Row = { name: string; bytes: bigint; kind: Kind; stored_as: number; first_time: bigint; last_time: bigint }
  const { rows } = await sql<Row>`
    select f.name, f.bytes, f.kind, p.stored_as, p.first_time, p.last_time
    from archived_part p join archived_file f on f.id = p.file_id
    where p.instrument_id = ${instrumentId} and p.last_time >= ${from} and p.first_time <= ${to} and f.state <> 'writing'
      and (f.kind = ${kind} or (${kind} = 'quotes' and p.quoted))`.execute(db)
  const parts = rows.map((row) => ({
    ...{ name: row.name, bytes: Number(row.bytes), kind: row.kind, storedAs: row.stored_as },
    ...{ first: Number(row.first_time), last: Number(row.last_time) },
  }))
  return parts.sort((a, b) => (order === 'newest' ? b.last - a.last : a.first - b.first))
}

type EventSpan = { kind: Kind; from: number; to: number }

/** Instruments with archived events in a range, both ends included. */
export async function archivedIn(db: Db, span: EventSpan): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct p.instrument_id as id from ${partsOfSpan(span)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The names of the files with events in a range, both ends included. */
export async function archivedNames(db: Db, span: EventSpan): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct f.name from ${partsOfSpan(span)} order by f.name`.execute(db)
  return rows.map(({ name }) => name)
}

function partsOfSpan({ kind, from, to }: EventSpan) {
  return sql`archived_part p join archived_file f on f.id = p.file_id
    where p.last_time >= ${from} and p.first_time <= ${to} and f.state <> 'writing'
      and (f.kind = ${kind} or (${kind} = 'quotes' and p.quoted))`
}

export type ArchivedSpan = { instrument: number; first: number; last: number; rows: number; sources: DataSource[] }

/** The range and number of each instrument's trades in completely moved files, for these ids or all instruments. */
export async function archivedTrades(db: Db, ids: readonly number[] | null = null): Promise<ArchivedSpan[]> {
  type Row = { id: number; first: bigint; last: bigint; rows: bigint; sources: DataSource[] }
  const { rows } = await sql<Row>`
    select p.instrument_id as id, min(p.first_time) as first, max(p.last_time) as last, sum(p.rows)::bigint as rows,
      (select array_agg(distinct s) from archived_part o join archived_file g on g.id = o.file_id, unnest(o.sources) s
        where o.instrument_id = p.instrument_id and g.kind = 'trades' and g.state = 'moved') as sources
    from archived_part p join archived_file f on f.id = p.file_id
    where f.kind = 'trades' and f.state = 'moved' ${ids === null ? sql`` : sql`and p.instrument_id = any(${[...ids]}::int[])`}
    group by p.instrument_id`.execute(db)
  return rows.map((row) => ({
    ...{ instrument: row.id, first: Number(row.first), last: Number(row.last), rows: Number(row.rows) },
    sources: row.sources,
  }))
}

/** The range of an instrument's trades in archive files with imported trades; null if there are none. */
export async function archivedImports(db: Db, instrumentId: number): Promise<{ first: number; last: number } | null> {
  const { rows } = await sql<{ first: bigint | null; last: bigint | null }>`
    select min(p.first_time) as first, max(p.last_time) as last
    from archived_part p join archived_file f on f.id = p.file_id
    where p.instrument_id = ${instrumentId} and f.kind = 'trades' and f.state <> 'writing' and 'import' = any(p.sources)`.execute(
    db,
  )
  const [row] = rows
  if (row?.first == null || row.last == null) return null
  return { first: Number(row.first), last: Number(row.last) }
}

export type ArchiveCount = {
  kind: Kind
  files: number
  rows: number
  bytes: number
  firstDay: string
  lastDay: string
  unfinished: number
}

export async function countFiles(db: Db): Promise<ArchiveCount[]> {
  type Row = { kind: Kind; files: number; rows: bigint; bytes: bigint; first: string; last: string; unfinished: number }
  const { rows } = await sql<Row>`
    select kind, count(*)::int as files, sum(rows)::bigint as rows, sum(bytes)::bigint as bytes, min(day)::text as first,
      max(day)::text as last, (count(*) filter (where state <> 'moved'))::int as unfinished
    from archived_file group by kind order by kind desc`.execute(db)
  return rows.map(({ first, last, ...row }) => ({
    ...{ ...row, rows: Number(row.rows), bytes: Number(row.bytes) },
    ...{ firstDay: first, lastDay: last },
  }))
}

export async function readableFiles(db: Db): Promise<{ name: string; bytes: number; sha256: string }[]> {
  const { rows } = await sql<{ name: string; bytes: bigint; sha256: string }>`
    select name, bytes, sha256 from archived_file where state <> 'writing' order by name`.execute(db)
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }))
}
