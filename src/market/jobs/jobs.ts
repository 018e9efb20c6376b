import { refuse } from '#src/contract/errors.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { Actor } from '#src/platform/actor.ts'
import { every } from '#src/platform/loop.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import type { Instrument } from '../instruments/instrument.ts'
import type { DataJob, JobKind, JobState, Tally } from './job-store.ts'
import * as store from './job-store.ts'
import { instrumentsIn } from './scope.ts'

export type { DataJob, Tally, Way } from './job-store.ts'

const shownMax = 20
/** A process without a sign of life for this time counts as dead, ms. */
const silentMs = minuteMs
const touching = { everyMs: 5_000, failed: 'a running job could not be noted', waitFirst: true }

/** The newest checks and recomputations, newest first. */
export async function listJobs(ctx: Platform, actor: Actor): Promise<DataJob[]> {
  await requireStaff(ctx, actor, 'job.list')
  return store.newestJobs(ctx.postgres.db, shownMax)
}

/** Queues a job in the caller's transaction. Refuses with `conflict` while a job of the same kind and scope is open. */
export async function queueJob(ctx: Platform, tx: Tx, kind: JobKind, scope: DataJob['scope']): Promise<string> {
  const id = await store.insertJob(tx, kind, scope, ctx.clock.now())
  if (id === null) throw refuse('conflict')
  return id
}

/** Queues a job, or does nothing while a job of the same kind and scope is open. */
export async function queueUnlessOpen(ctx: Platform, tx: Tx, kind: JobKind, scope: DataJob['scope']): Promise<void> {
  await store.insertJob(tx, kind, scope, ctx.clock.now())
}

/**
 * `version`: the version of the job that the person read. If the job has a newer version, the call is refused with
 * `changed_meanwhile`. Null: no check.
 */
export type AboutJob = { id: string; version: number | null }

/** Stops a job after its current batch of instruments. Finished work stays. */
export async function stopJob(ctx: Platform, actor: Actor, about: AboutJob): Promise<void> {
  await steer(ctx, actor, about, { from: ['waiting', 'running'], to: 'stopped', action: 'job.stop' })
}

/** Resumes a stopped or failed job after the last finished instrument. */
export async function resumeJob(ctx: Platform, actor: Actor, about: AboutJob): Promise<void> {
  await steer(ctx, actor, about, { from: ['stopped', 'failed'], to: 'waiting', action: 'job.resume' })
}

type Step = { from: readonly JobState[]; to: JobState; action: string }

async function steer(ctx: Platform, actor: Actor, { id, version }: AboutJob, step: Step): Promise<void> {
  const by = await requireStaff(ctx, actor, 'job.steer')
  await ctx.postgres.transaction(async (tx) => {
    const job = await store.jobById(tx, id, true)
    if (!job) throw refuse('not_found')
    if (version !== null && job.version !== version) throw refuse('changed_meanwhile')
    if (!step.from.includes(job.state)) throw refuse('conflict')
    await store.setState(tx, id, step.to, ctx.clock.now())
    await ctx.postgres.audit(tx, by, step.action, id, { job: job.kind })
  })
}

/** The work of a kind of job. `run` handles up to `atOnce` instruments and returns counts of the results. */
export type Work = {
  atOnce: number
  run(ctx: Platform, job: DataJob, instruments: readonly Instrument[], signal: AbortSignal): Promise<Tally>
}

type Running = { signal: AbortSignal; onProgress?: (job: DataJob) => void; id?: string }

/**
 * Runs the oldest waiting job, or the job `id`. Returns false if there is no such job. Stores the progress after each
 * batch of instruments, so after a crash or a stop the job continues with the next batch. A repeated batch changes
 * nothing.
 */
export async function workOnJob(
  ctx: Platform,
  works: Record<JobKind, Work>,
  { signal, onProgress = () => {}, id }: Running,
): Promise<boolean> {
  const { db } = ctx.postgres
  const now = () => ctx.clock.now()
  const job = await store.claim(db, now(), now() - silentMs, id ?? null)
  if (!job) return false
  const work = works[job.kind]
  await using _alive = every(ctx, touching, () => store.touch(db, job, now()))
  try {
    for await (const instruments of instrumentsIn(ctx, job.scope, job.place, work.atOnce)) {
      if (signal.aborted) break
      const tally = await work.run(ctx, job, instruments, signal)
      if (signal.aborted) break
      for (const [name, count] of Object.entries(tally)) job.result[name] = (job.result[name] ?? 0) + count
      job.done += instruments.length
      job.place = instruments.at(-1)?.id ?? job.place
      onProgress(job)
      if (!(await store.beat(db, job, now()))) return true
    }
    await store.endJob(db, job, signal.aborted ? 'waiting' : 'done', now())
  } catch (error) {
    ctx.log.error('a job about stored bars failed', { job: job.id, kind: job.kind, cause: error })
    await store.endJob(db, job, signal.aborted ? 'waiting' : 'failed', now())
  }
  return true
}

export async function jobOf(ctx: Platform, id: string): Promise<DataJob> {
  const job = await store.jobById(ctx.postgres.db, id)
  if (!job) throw refuse('not_found')
  return job
}
