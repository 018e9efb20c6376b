import { sql } from 'kysely'
import type { Problem } from '#src/contract/errors.ts'
import type { UploadState } from '#src/contract/operator/imports.ts'
import type { ImportKind } from '#src/contract/values/import-kind.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { TargetFlags } from '../import/file/source-file.ts'
import { attemptsMax } from './job.ts'

export type Job = {
  id: string
  kind: ImportKind
  file: string
  source: 'cli' | 'upload' | 'folder'
  phase: UploadState
  /** The folder of the uploaded file. */
  upload: string | null
  path: string | null
  flags: TargetFlags
  bytes: number | null
  by: string | null
  /** The number of attempts, including a running attempt. */
  attempts: number
  pauses: number
  failure: Problem | null
  startedAt: number
}

type Row = Omit<Job, 'id' | 'bytes' | 'by' | 'startedAt'> & {
  id: bigint
  bytes: bigint | null
  begun_by: string | null
  started_at: Date
}

const columns = sql.raw(
  'id, kind, file, source, phase, upload, path, flags, bytes, begun_by, attempts, pauses, failure, started_at',
)

function toJob({ id, bytes, begun_by: by, started_at, ...row }: Row): Job {
  return { ...row, id: String(id), bytes: bytes === null ? null : Number(bytes), by, startedAt: started_at.getTime() }
}

export type NewJob = Pick<Job, 'kind' | 'file' | 'source' | 'flags' | 'by'> & {
  path?: string
  upload?: string
  bytes?: number
  modifiedAt?: number
}

/** Adds an import to the queue. An upload first waits for its bytes. */
export async function insertJob(db: Db | Tx, job: NewJob, now: number): Promise<Job> {
  const at = new Date(now)
  const { rows } = await sql<Row>`
    insert into imports (kind, file, source, phase, upload, path, flags, bytes, modified_at, begun_by, state, started_at,
      queued_at, changed_at)
    values (${job.kind}, ${job.file}, ${job.source}, ${job.source === 'upload' ? 'receiving' : 'ready'},
      ${job.upload ?? null}, ${job.path ?? null}, ${JSON.stringify(job.flags)}::jsonb, ${job.bytes ?? null},
      ${job.modifiedAt === undefined ? null : new Date(job.modifiedAt)}, ${job.by}, 'running', ${at}, ${at}, ${at})
    returning ${columns}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an import could not be queued')
  return toJob(row)
}

/** The newest job of a file in the folder; null if there is no job for the file's current content. */
export async function jobOfFile(
  db: Db,
  { name, bytes, modifiedAt }: { name: string; bytes: number; modifiedAt: number },
): Promise<Job | null> {
  const { rows } = await sql<Row>`select ${columns} from imports where source = 'folder' and file = ${name}
    and bytes = ${bytes} and modified_at = ${new Date(modifiedAt)} order by id desc limit 1`.execute(db)
  return rows[0] ? toJob(rows[0]) : null
}

type Wanted = { id: string } | { source: Job['source'] }
export type Times = { now: number; silentSince: number }

/**
 * Begins an attempt at the oldest wanted job that waits or whose process has been silent. Counts the attempt before
 * anything reads the file. Null if there is no such job.
 */
export async function claimJob(db: Db, wanted: Wanted, { now, silentSince }: Times): Promise<Job | null> {
  const at = new Date(now)
  const { rows } =
    await sql<Row>`update imports set phase = 'importing', version = version + 1, attempts = attempts + 1,
      fraction = 0, rows = 0, accepted = 0, failure = null, state = 'running', started_at = ${at}, changed_at = ${at}
    where id = (select id from imports where ${'id' in wanted ? sql`id = ${wanted.id}::bigint` : sql`source = ${wanted.source}`}
      and ((phase = 'ready' and (not_before is null or not_before <= ${at}))
        or (phase = 'importing' and changed_at < ${new Date(silentSince)}))
      and attempts < ${attemptsMax} order by queued_at limit 1 for update skip locked)
    returning ${columns}`.execute(db)
  return rows[0] ? toJob(rows[0]) : null
}

/** Jobs whose process died in their last permitted attempt. A command's job is never repeated. */
export async function diedJobs(db: Db, silentSince: number): Promise<Job[]> {
  const { rows } = await sql<Row>`select ${columns} from imports where phase = 'importing'
    and changed_at < ${new Date(silentSince)} and (attempts >= ${attemptsMax} or source = 'cli') limit 20`.execute(db)
  return rows.map(toJob)
}

export type Beat = { fraction: number; rows: number; accepted: number }

/** Stores the progress of an import. Returns false if the import must stop. */
export async function beat(db: Db, id: string, { fraction, rows, accepted }: Beat, now: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update imports set fraction = ${fraction}, rows = ${rows},
    accepted = ${accepted}, changed_at = ${new Date(now)} where id = ${id}::bigint and phase = 'importing'`.execute(db)
  return numAffectedRows === 1n
}

/** Records that the process of an import is alive. */
export async function touch(db: Db, id: string, now: number): Promise<void> {
  await sql`update imports set changed_at = ${new Date(now)} where id = ${id}::bigint and phase = 'importing'`.execute(
    db,
  )
}

type JobEnd = {
  phase: 'done' | 'failed' | 'ready'
  failure: Problem | null
  /** False: the attempt does not count, because its end says nothing about the file. */
  isCounted: boolean
  notBefore: number | null
  now: number
}

/** Ends an attempt. An import that was stopped meanwhile stays stopped. */
export async function endJob(db: Db, id: string, { phase, failure, isCounted, notBefore, now }: JobEnd): Promise<void> {
  const at = new Date(now)
  await sql`update imports set phase = ${phase}, failure = ${failure && JSON.stringify(failure)}::jsonb,
    version = version + 1, attempts = attempts - ${isCounted ? 0 : 1}, pauses = pauses + ${notBefore === null ? 0 : 1},
    not_before = ${notBefore === null ? null : new Date(notBefore)},
    state = case ${phase} when 'done' then 'done' when 'failed' then 'failed' else 'running' end,
    finished_at = case when ${phase} = 'ready' then null else coalesce(finished_at, ${at}) end,
    fraction = case when ${phase} = 'done' then 1 else fraction end, changed_at = ${at}
    where id = ${id}::bigint and phase = 'importing'`.execute(db)
}

/** Deletes the waiting rows of an earlier attempt, because the next attempt at the same file refuses them again. */
export async function forgetRefused(db: Db, id: string): Promise<void> {
  await sql`delete from quarantine_row where import_id = ${id}::bigint and state = 'waiting'`.execute(db)
}

/** Records the number of accepted rows of an import. */
export async function countAccepted(db: Db, id: string, accepted: number): Promise<void> {
  await sql`update imports set accepted = ${accepted}, rows = greatest(rows, ${accepted}) where id = ${id}::bigint`.execute(
    db,
  )
}

/** Fails the waiting job of a command, because a command's job is never repeated. */
export async function giveUp(db: Db, id: string, now: number): Promise<void> {
  await sql`update imports set phase = 'failed', state = 'failed', version = version + 1,
    finished_at = coalesce(finished_at, ${new Date(now)}) where id = ${id}::bigint and phase = 'ready'`.execute(db)
}
