import { sql } from 'kysely'
import { advisoryLocks } from '#src/platform/leases/advisory-locks.ts'
import type { Db, Platform } from '#src/platform/platform.ts'

/** Runs `work`; returns null when another process is moving ticks. The lock ends with its connection. */
export async function withArchiveLock<T>(ctx: Platform, work: () => Promise<T>): Promise<T | null> {
  return ctx.postgres.session(async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      advisoryLocks.archive,
    ])
    return rows[0]?.mine === true ? work() : null
  })
}

/** Runs `work` while no archive file is being made. Waits for one under way, which takes seconds. */
export async function whileStill<T>(ctx: Platform, work: () => Promise<T>): Promise<T> {
  return ctx.postgres.session(async (client) => {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.archivedTicks])
    return work()
  })
}

/** A running import that began more than this many days ago has died with its process. */
const importDays = 7

/** When the oldest running import of ticks began, ms. Its rows have that time as their version. */
export async function oldestImport(db: Db, now: number): Promise<number | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(started_at) as at from imports where kind = 'ticks' and state = 'running'
      and started_at > ${new Date(now)}::timestamptz - make_interval(days => ${importDays})`.execute(db)
  return rows[0]?.at?.getTime() ?? null
}
