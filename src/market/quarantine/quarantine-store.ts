import { sql } from 'kysely'
import type { Problem } from '#src/contract/errors.ts'
import type { ImportRow, RefusedRow } from '#src/contract/operator/imports.ts'
import type { ImportKind } from '#src/contract/values/import-kind.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import { type Cursor, type Paged, pageOf } from '#src/platform/stores/cursor.ts'
import type { TargetFlags } from '../import/file/source-file.ts'

type Row = {
  id: bigint
  kind: ImportKind
  file: string
  target: string
  state: ImportRow['state']
  fraction: number
  failure: Problem | null
  rows: bigint
  accepted: bigint
  corrected: bigint
  quarantined: bigint
  waiting: bigint
  begun_by: string | null
  started_at: Date
  finished_at: Date | null
}

const columns = sql.raw(`i.id, i.kind, i.file, i.target, i.fraction, i.failure,
  case i.phase when 'ready' then 'waiting' when 'stopped' then 'stopped' else i.state end as state, i.rows, i.accepted, i.corrected, i.quarantined,
  i.begun_by, i.started_at, i.finished_at,
  (select count(*) from quarantine_row q where q.import_id = i.id and q.state = 'waiting') as waiting`)

/** `begunBy`: the id of the account that started the import, or `cli`. */
export type ListedRun = Omit<ImportRow, 'by' | 'failure'> & { begunBy: string | null; failure: Problem | null }

function toImport({ started_at, finished_at, ...row }: Row): ListedRun {
  return {
    ...{ id: String(row.id), kind: row.kind, file: row.file, target: row.target, state: row.state },
    ...{ fraction: row.fraction, failure: row.failure },
    rows: Number(row.rows),
    accepted: Number(row.accepted),
    corrected: Number(row.corrected),
    quarantined: Number(row.quarantined),
    waiting: Number(row.waiting),
    begunBy: row.begun_by,
    startedAt: started_at.getTime(),
    finishedAt: finished_at?.getTime() ?? null,
  }
}

/**
 * A page of imports, newest first, without releases and without uploads that are still arriving. `onlyWaiting`: only
 * imports with rows in quarantine.
 */
export async function importsBy(
  db: Db,
  { onlyWaiting }: { onlyWaiting: boolean },
  { limit, after }: { limit: number; after: Cursor | null },
): Promise<Paged<ListedRun>> {
  const older = after ? sql`and (i.started_at, i.id) < (${new Date(after.at)}, ${after.id}::bigint)` : sql``
  const waiting = sql`and exists (select from quarantine_row q where q.import_id = i.id and q.state = 'waiting')`
  const { rows } = await sql<Row>`select ${columns} from imports i
    where i.released_from is null and i.phase is distinct from 'receiving'
    ${onlyWaiting ? waiting : sql``} ${older}
    order by i.started_at desc, i.id desc limit ${limit + 1}`.execute(db)
  return pageOf(rows.map(toImport), limit, ({ startedAt, id }) => ({ at: startedAt, id }))
}

export type StoredImport = ListedRun & { head: string; options: TargetFlags }

export async function importById(db: Db | Tx, id: string): Promise<StoredImport | null> {
  const { rows } = await sql<Row & { head: string; options: TargetFlags }>`
    select ${columns}, i.head, i.options from imports i where i.id = ${id}::bigint and i.released_from is null`.execute(
    db,
  )
  const [row] = rows
  return row ? { ...toImport(row), head: row.head, options: row.options } : null
}

export async function reasonsOf(db: Db, importId: string): Promise<{ reason: string; count: number }[]> {
  const { rows } = await sql<{ reason: string; count: bigint }>`
    select reason, count(*) as count from quarantine_row where import_id = ${importId}::bigint and state = 'waiting'
    group by reason order by count desc, reason`.execute(db)
  return rows.map(({ reason, count }) => ({ reason, count: Number(count) }))
}

export type StoredRow = Omit<RefusedRow, 'cells'>
type RefusedTable = { line: bigint; reason: string; content: string; version: number }

const toRefused = ({ line, ...row }: RefusedTable): StoredRow => ({ ...row, line: Number(line) })

/** Waiting rows, ordered by line. `reason` undefined: rows of every reason. */
export async function waitingRows(
  db: Db,
  { importId, reason, after, limit }: { importId: string; reason: string | undefined; after: number; limit: number },
): Promise<StoredRow[]> {
  const { rows } = await sql<RefusedTable>`select line, reason, content, version from quarantine_row
    where import_id = ${importId}::bigint and state = 'waiting' and line > ${after}
      and (${reason ?? null}::text is null or reason = ${reason ?? null})
    order by line limit ${limit}`.execute(db)
  return rows.map(toRefused)
}

/** The rows to select: by line number, or by reason (null: every reason). */
export type Pick = { lines: readonly number[] } | { reason: string | null }

export async function lockRows(tx: Tx, importId: string, pick: Pick, limit: number): Promise<StoredRow[]> {
  const chosen =
    'lines' in pick
      ? sql`line = any(${[...pick.lines]}::bigint[])`
      : sql`(${pick.reason}::text is null or reason = ${pick.reason})`
  const { rows } = await sql<RefusedTable>`select line, reason, content, version from quarantine_row
    where import_id = ${importId}::bigint and state = 'waiting' and ${chosen}
    order by line limit ${limit} for update`.execute(tx)
  return rows.map(toRefused)
}

export async function setContent(tx: Tx, importId: string, line: number, content: string): Promise<void> {
  await sql`update quarantine_row set content = ${content}, version = version + 1
    where import_id = ${importId}::bigint and line = ${line}`.execute(tx)
}

/** Marks waiting rows as released or discarded. */
export async function closeRows(
  tx: Tx,
  importId: string,
  lines: readonly number[],
  state: 'released' | 'discarded',
): Promise<void> {
  await sql`update quarantine_row set state = ${state}, version = version + 1
    where import_id = ${importId}::bigint and line = any(${[...lines]}::bigint[])`.execute(tx)
}

/** Keeps rows in quarantine that broke a rule again, and stores their new reason and text. */
export async function refuseAgain(
  tx: Tx,
  importId: string,
  rows: readonly { line: number; reason: string; row: string }[],
): Promise<void> {
  await sql`update quarantine_row q set reason = given.reason, content = given.content, version = q.version + 1
    from unnest(${rows.map(({ line }) => line)}::bigint[], ${rows.map(({ reason }) => reason)}::text[],
      ${rows.map(({ row }) => row)}::text[]) as given (line, reason, content)
    where q.import_id = ${importId}::bigint and q.line = given.line`.execute(tx)
}
