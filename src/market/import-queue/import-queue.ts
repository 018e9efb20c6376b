import { refuse } from '#src/contract/errors.ts'
import { problemMessage } from '#src/locales/problem-message.ts'
import { every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { FileRefused } from '../import/file/file-refused.ts'
import type { ImportReport } from '../import/import-run.ts'
import { carryOut } from './import-order.ts'
import { brokeOff, type Outcome, pauseAfter, phaseAfter, type Runner, type RunnerIo, silentMs } from './job.ts'
import * as store from './job-store.ts'
import { settleWritten } from './written.ts'

const touching = { everyMs: 5_000, failed: 'a running import could not be noted', waitFirst: true }
const runnerName = 'imports:runner'

/** Sets the runner of this process's imports. By default, imports run in the process itself, as on the command line. */
export function runImportsBy({ kept }: Platform, runner: Runner): Disposable {
  kept.set(runnerName, runner)
  return { [Symbol.dispose]: () => void kept.delete(runnerName) }
}

function runnerOf(ctx: Platform): Runner {
  const found = ctx.kept.get(runnerName)
  return typeof found === 'function' ? (found as Runner) : (order, io) => carryOut(ctx, order, io)
}

export type Attempt = { job: store.Job; outcome: Outcome }

/**
 * Claims a job, runs one attempt and records the outcome; null if no job waits. `pathOf` returns the path of the job's
 * file, or throws a `FileRefused`.
 */
export async function runNext(
  ctx: Platform,
  wanted: { id: string } | { source: store.Job['source'] },
  pathOf: (job: store.Job) => Promise<string>,
  io: RunnerIo,
): Promise<Attempt | null> {
  const { db } = ctx.postgres
  const now = ctx.clock.now()
  const job = await store.claimJob(db, wanted, { now, silentSince: now - silentMs })
  if (!job) return null
  if (job.attempts > 1) await store.forgetRefused(db, job.id)
  const outcome = await attempt(ctx, job, pathOf, io)
  await end(ctx, job, outcome)
  return { job, outcome }
}

async function attempt(
  ctx: Platform,
  job: store.Job,
  pathOf: (job: store.Job) => Promise<string>,
  io: RunnerIo,
): Promise<Outcome> {
  await using _alive = every(ctx, touching, () => store.touch(ctx.postgres.db, job.id, ctx.clock.now()))
  try {
    const order = { importId: job.id, kind: job.kind, path: await pathOf(job), flags: job.flags, by: job.by }
    return await runnerOf(ctx)(order, io)
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error
    return { end: 'refused', problem: error.problem, sentence: error.message }
  }
}

async function end(ctx: Platform, job: store.Job, outcome: Outcome): Promise<void> {
  const next = phaseAfter(outcome, job.attempts)
  if (outcome.end === 'broke') await settleWritten(ctx, job)
  const now = ctx.clock.now()
  await store.endJob(ctx.postgres.db, job.id, {
    phase: next.phase,
    failure: next.phase === 'failed' ? next.problem : null,
    isCounted: outcome.end !== 'stopped' && outcome.end !== 'away',
    notBefore: outcome.end === 'away' ? now + pauseAfter(job.pauses) : null,
    now,
  })
  if (outcome.end === 'broke') ctx.log.warn('an import broke off', { file: job.file, attempts: job.attempts })
}

/** Fails the imports whose process died in the last permitted attempt. */
export async function endDied(ctx: Platform): Promise<void> {
  for (const job of await store.diedJobs(ctx.postgres.db, ctx.clock.now() - silentMs))
    await end(ctx, { ...job, attempts: Number.POSITIVE_INFINITY }, { end: 'broke', problem: brokeOff })
}

/**
 * Imports a file for the command line immediately, and returns after the import. Throws a `SettingsError` with the
 * reason of a refusal.
 */
export async function importNow(
  ctx: Platform,
  { path, ...job }: Omit<store.NewJob, 'source'> & { path: string },
  io: RunnerIo,
): Promise<ImportReport> {
  const { id } = await store.insertJob(ctx.postgres.db, { ...job, path, source: 'cli' }, ctx.clock.now())
  const ran = await runNext(ctx, { id }, async () => path, io)
  if (!ran) throw refuse('conflict')
  const { outcome } = ran
  if (outcome.end === 'done') return outcome.report
  await store.giveUp(ctx.postgres.db, id, ctx.clock.now())
  if (outcome.end === 'refused' && outcome.problem.name !== 'file_other')
    throw new FileRefused(path, outcome.problem.name, outcome.problem.values)
  throw new SettingsError(sentenceOf(outcome))
}

function sentenceOf(outcome: Exclude<Outcome, { end: 'done' }>): string {
  switch (outcome.end) {
    case 'refused':
    case 'away':
      return outcome.sentence
    case 'broke':
      return problemMessage('en-US', outcome.problem)
    case 'stopped':
      return 'The import was stopped. The rows before that are stored.'
  }
}
