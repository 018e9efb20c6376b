import { sql } from 'kysely'
import type { Db, Platform } from '#src/platform/platform.ts'

/** Runs `work`. Returns null if another process is moving ticks. */
export async function withArchiveLock<T>(ctx: Platform, work: () => Promise<T>): Promise<T | null> {
  return ctx.postgres.ifUnlocked('archive', work)
}

/** Runs `work` while no archive file is being made. Waits until the current file is finished, which takes seconds. */
export async function whileStill<T>(ctx: Platform, work: () => Promise<T>): Promise<T> {
  return ctx.postgres.whileLocked({ lock: 'archivedTicks' }, work)
}

/** If a running import began more than this number of days ago, its process counts as dead. */
const importDays = 7

/** The time at which the oldest running import of ticks began, ms. Its rows have that time as their version. */
export async function oldestImport(db: Db, now: number): Promise<number | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(started_at) as at from imports where kind = 'ticks' and state = 'running'
      and started_at > ${new Date(now)}::timestamptz - make_interval(days => ${importDays})`.execute(db)
  return rows[0]?.at?.getTime() ?? null
}
