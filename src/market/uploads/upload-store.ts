import { sql } from 'kysely'
import type { Problem } from '#src/contract/errors.ts'
import type { Upload, UploadState } from '#src/contract/operator/imports.ts'
import type { ImportKind } from '#src/contract/values/import-kind.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { TargetFlags } from '../import/file/source-file.ts'

export type StoredUpload = Omit<Upload, 'failure'> & {
  options: TargetFlags
  failure: Problem | null
  begunBy: string | null
}

type Row = {
  id: string
  kind: ImportKind
  file: string
  bytes: bigint
  received: bigint
  options: TargetFlags
  begun_by: string | null
  state: UploadState
  version: number
  import_id: bigint | null
  fraction: number
  rows: bigint
  failure: Problem | null
  begun_at: Date
  changed_at: Date
}

function toUpload({ import_id, begun_by, begun_at, changed_at, bytes, received, rows, ...row }: Row): StoredUpload {
  return {
    ...row,
    bytes: Number(bytes),
    received: Number(received),
    rows: Number(rows),
    begunBy: begun_by,
    importId: import_id === null ? null : String(import_id),
    begunAt: begun_at.getTime(),
    changedAt: changed_at.getTime(),
  }
}

export type NewUpload = Pick<StoredUpload, 'id' | 'kind' | 'file' | 'bytes' | 'options' | 'begunBy'>

export async function insertUpload(
  tx: Tx,
  { id, kind, file, bytes, options, begunBy }: NewUpload,
  now: number,
): Promise<void> {
  const at = new Date(now)
  await sql`insert into uploads (id, kind, file, bytes, options, begun_by, begun_at, changed_at)
    values (${id}, ${kind}, ${file}, ${bytes}, ${JSON.stringify(options)}::jsonb, ${begunBy}, ${at}, ${at})`.execute(tx)
}

/** `lock`: locks the row until the transaction ends. */
export async function uploadById(db: Db | Tx, id: string, lock = false): Promise<StoredUpload | null> {
  const { rows } = await sql<Row>`select * from uploads where id = ${id}
    ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0] ? toUpload(rows[0]) : null
}

/** The newest incomplete upload with the same kind, file name, size and options. */
export async function cutOff(tx: Tx, { kind, file, bytes, options }: Omit<NewUpload, 'id' | 'begunBy'>) {
  const { rows } = await sql<Row>`select * from uploads where state = 'receiving' and kind = ${kind} and file = ${file}
    and bytes = ${bytes} and options = ${JSON.stringify(options)}::jsonb order by begun_at desc limit 1`.execute(tx)
  return rows[0] ? toUpload(rows[0]) : null
}

/** Bytes of started uploads that have not arrived yet. */
export async function bytesExpected(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ bytes: bigint | null }>`
    select sum(bytes - received)::bigint as bytes from uploads where state = 'receiving'`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}

/** Uploads that are not done or changed after `since`, newest first, at most 100. */
export async function uploadsSince(db: Db, since: number): Promise<StoredUpload[]> {
  const { rows } = await sql<Row>`select * from uploads where state <> 'done' or changed_at > ${new Date(since)}
    order by begun_at desc, id desc limit 100`.execute(db)
  return rows.map(toUpload)
}

export async function noteReceived(db: Db | Tx, id: string, received: number, now: number): Promise<void> {
  await sql`update uploads set received = ${received}, changed_at = ${new Date(now)} where id = ${id}`.execute(db)
}

export async function setState(tx: Db | Tx, id: string, state: UploadState, now: number): Promise<void> {
  await sql`update uploads set state = ${state}, version = version + 1, changed_at = ${new Date(now)},
    failure = null where id = ${id}`.execute(tx)
}

/** Claims the oldest upload that waits for its import, or whose importer has been silent since `silentSince`. */
export async function claim(db: Db, now: number, silentSince: number): Promise<StoredUpload | null> {
  const { rows } = await sql<Row>`update uploads set state = 'importing', version = version + 1, fraction = 0, rows = 0,
      failure = null, changed_at = ${new Date(now)}
    where id = (select id from uploads
      where state = 'ready' or (state = 'importing' and changed_at < ${new Date(silentSince)})
      order by begun_at limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0] ? toUpload(rows[0]) : null
}

export type Beat = { importId: string; fraction: number; rows: number }

/** Stores the progress of an import; returns false when the import must stop. */
export async function beat(db: Db, id: string, { importId, fraction, rows }: Beat, now: number): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update uploads set import_id = ${importId}, fraction = ${fraction}, rows = ${rows},
    changed_at = ${new Date(now)} where id = ${id} and state = 'importing'`.execute(db)
  return numAffectedRows === 1n
}

/** Ends a running import. An import that was stopped in the meantime keeps that state. */
export async function endImport(
  db: Db,
  id: string,
  { state, failure, now }: { state: 'done' | 'failed' | 'ready'; failure: Problem | null; now: number },
): Promise<void> {
  await sql`update uploads set state = ${state}, failure = ${failure && JSON.stringify(failure)}::jsonb, version = version + 1,
    fraction = case when ${state} = 'done' then 1 else fraction end, changed_at = ${new Date(now)}
    where id = ${id} and state = 'importing'`.execute(db)
}

/** Deletes the waiting rows of an earlier attempt: the next attempt at the same file refuses them again. */
export async function forgetRefused(db: Db, importId: string): Promise<void> {
  await sql`delete from quarantine_row where import_id = ${importId} and state = 'waiting'`.execute(db)
}

export async function deleteUpload(tx: Tx, id: string): Promise<void> {
  await sql`delete from uploads where id = ${id}`.execute(tx)
}

/** Incomplete uploads that were not continued since `before`. */
export async function abandoned(db: Db, before: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from uploads where state = 'receiving' and changed_at < ${new Date(before)} limit 20`.execute(db)
  return rows.map(({ id }) => id)
}
