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
  id: bigint
  upload: string
  kind: ImportKind
  file: string
  bytes: bigint
  received: bigint
  flags: TargetFlags
  begun_by: string | null
  phase: UploadState
  version: number
  attempts: number
  fraction: number
  rows: bigint
  failure: Problem | null
  queued_at: Date
  changed_at: Date
}

const columns =
  sql.raw(`id, upload, kind, file, bytes, received, flags, begun_by, phase, version, attempts, fraction, rows,
  failure, queued_at, changed_at`)

function toUpload(row: Row): StoredUpload {
  const { kind, file, version, fraction, failure } = row
  return {
    ...{ id: row.upload, kind, file, version, fraction, failure },
    state: row.phase,
    options: row.flags,
    bytes: Number(row.bytes),
    received: Number(row.received),
    rows: Number(row.rows),
    begunBy: row.begun_by,
    importId: row.attempts === 0 && row.phase !== 'done' ? null : String(row.id),
    begunAt: row.queued_at.getTime(),
    changedAt: row.changed_at.getTime(),
  }
}

/** `lock`: locks the row until the transaction ends. */
export async function uploadById(db: Db | Tx, id: string, lock = false): Promise<StoredUpload | null> {
  const { rows } = await sql<Row>`select ${columns} from imports where upload = ${id}
    ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0] ? toUpload(rows[0]) : null
}

type SameFile = Pick<StoredUpload, 'kind' | 'file' | 'bytes' | 'options'>

/** The newest incomplete upload with the same kind, file name, size and options. */
export async function cutOff(tx: Tx, { kind, file, bytes, options }: SameFile): Promise<StoredUpload | null> {
  const { rows } = await sql<Row>`select ${columns} from imports where phase = 'receiving' and kind = ${kind}
    and file = ${file} and bytes = ${bytes} and flags = ${JSON.stringify(options)}::jsonb
    order by queued_at desc limit 1`.execute(tx)
  return rows[0] ? toUpload(rows[0]) : null
}

/** The number of bytes of started uploads that have not arrived yet. */
export async function bytesExpected(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ bytes: bigint | null }>`
    select sum(bytes - received)::bigint as bytes from imports where phase = 'receiving'`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}

/** Uploads that are not done, or changed after `since`, newest first, at most 100. */
export async function uploadsSince(db: Db, since: number): Promise<StoredUpload[]> {
  const { rows } = await sql<Row>`select ${columns} from imports
    where upload is not null and (phase <> 'done' or changed_at > ${new Date(since)})
    order by queued_at desc, id desc limit 100`.execute(db)
  return rows.map(toUpload)
}

export async function noteReceived(db: Db | Tx, id: string, received: number, now: number): Promise<void> {
  await sql`update imports set received = ${received}, changed_at = ${new Date(now)} where upload = ${id}`.execute(db)
}

/** Sets the state after an action of a person. A new start resets the number of attempts. */
export async function setState(tx: Db | Tx, id: string, state: UploadState, now: number): Promise<void> {
  const at = new Date(now)
  await sql`update imports set phase = ${state}, version = version + 1, changed_at = ${at}, failure = null,
    state = ${state === 'stopped' ? 'failed' : 'running'}, finished_at = ${state === 'stopped' ? at : null},
    attempts = case ${state} when 'ready' then 0 else attempts end, not_before = null
    where upload = ${id}`.execute(tx)
}

/** Deletes the upload. An import that has begun stays listed. */
export async function deleteUpload(tx: Tx, id: string): Promise<void> {
  await sql`delete from imports where upload = ${id} and attempts = 0 and phase = 'receiving'`.execute(tx)
  await sql`update imports set upload = null, phase = null where upload = ${id}`.execute(tx)
}

/** Incomplete uploads that were not continued since `before`, at most 20. */
export async function abandoned(db: Db, before: number): Promise<string[]> {
  const { rows } = await sql<{ upload: string }>`
    select upload from imports where phase = 'receiving' and changed_at < ${new Date(before)} limit 20`.execute(db)
  return rows.map(({ upload }) => upload)
}

/** The uploads whose files are still needed. */
export async function heldUploads(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ upload: string }>`
    select upload from imports where upload is not null and phase <> 'done'`.execute(db)
  return new Set(rows.map(({ upload }) => upload))
}
