import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { Scope } from './scope.ts'

export type JobKind = 'verify' | 'recompute'
export type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'stopped'

/** The recomputed minutes to write: only those that are missing, or all that differ from the stored minutes. */
export type Way = 'missing' | 'all'

export type Tally = Record<string, number>

export type DataJob = {
  id: string
  kind: JobKind
  scope: Scope & { way?: Way }
  state: JobState
  version: number
  place: number
  done: number
  total: number
  result: Tally
  begunAt: number
  changedAt: number
}

type Row = Omit<DataJob, 'id' | 'begunAt' | 'changedAt'> & { id: bigint; begun_at: Date; changed_at: Date }

function toJob({ id, begun_at, changed_at, ...row }: Row): DataJob {
  return { ...row, id: String(id), begunAt: begun_at.getTime(), changedAt: changed_at.getTime() }
}

/** Adds a job. Null if an open job has the same kind and scope. */
export async function insertJob(tx: Tx, kind: JobKind, scope: DataJob['scope'], now: number): Promise<string | null> {
  const { rows } = await sql<{ id: bigint }>`
    insert into data_job (kind, scope, total, begun_at, changed_at)
    select ${kind}::text, ${JSON.stringify(scope)}::jsonb, (select count(*) from instruments i
        where (${scope.instrumentId}::integer is null or i.id = ${scope.instrumentId})
          and (${scope.class}::text is null or i.class = ${scope.class})
          and (${scope.region}::text is null or i.region = ${scope.region})),
      ${new Date(now)}::timestamptz, ${new Date(now)}::timestamptz
    where not exists (select from data_job where kind = ${kind} and state in ('waiting', 'running')
      and scope = ${JSON.stringify(scope)}::jsonb)
    returning id`.execute(tx)
  return rows[0] ? String(rows[0].id) : null
}

export async function newestJobs(db: Db, limit: number): Promise<DataJob[]> {
  const { rows } = await sql<Row>`select * from data_job order by id desc limit ${limit}`.execute(db)
  return rows.map(toJob)
}

export async function jobById(db: Db | Tx, id: string, lock = false): Promise<DataJob | null> {
  const { rows } = await sql<Row>`select * from data_job where id = ${id}
    ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0] ? toJob(rows[0]) : null
}

export async function setState(tx: Db | Tx, id: string, state: JobState, now: number): Promise<void> {
  await sql`update data_job set state = ${state}, version = version + 1, changed_at = ${new Date(now)}
    where id = ${id}`.execute(tx)
}

/**
 * Claims the oldest job that waits or whose process has been silent since `silentSince`, or only the job of this id.
 */
export async function claim(db: Db, now: number, silentSince: number, id: string | null): Promise<DataJob | null> {
  const { rows } = await sql<Row>`update data_job set state = 'running', version = version + 1,
      changed_at = ${new Date(now)}
    where id = (select id from data_job
      where (state = 'waiting' or (state = 'running' and changed_at < ${new Date(silentSince)}))
        and (${id}::bigint is null or id = ${id})
      order by begun_at, id limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0] ? toJob(rows[0]) : null
}

/** Stores the progress of a job. Returns false if the job was stopped since `claim`, even if it was resumed. */
export async function beat(db: Db | Tx, { id, version, place, done, result }: DataJob, now: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update data_job set place = ${place}, done = ${done},
    total = greatest(total, ${done}), result = ${JSON.stringify(result)}::jsonb, changed_at = ${new Date(now)}
    where id = ${id} and version = ${version} and state = 'running'`.execute(db)
  return numAffectedRows === 1n
}

/** Records that the process of a job is alive. */
export async function touch(db: Db, { id, version }: DataJob, now: number): Promise<void> {
  await sql`update data_job set changed_at = ${new Date(now)}
    where id = ${id} and version = ${version} and state = 'running'`.execute(db)
}

/** Ends a running job. A job that was stopped since `claim` keeps its state. */
export async function endJob(db: Db, { id, version }: DataJob, state: JobState, now: number): Promise<void> {
  await sql`update data_job set state = ${state}, version = version + 1, changed_at = ${new Date(now)}
    where id = ${id} and version = ${version} and state = 'running'`.execute(db)
}
