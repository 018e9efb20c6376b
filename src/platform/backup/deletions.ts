import type { Platform } from '../platform.ts'

/**
 * Runs `work` while no backup runs, and waits for a running backup first. `work` deletes rows that another store has by
 * now, such as archived ticks.
 */
export function whileNoBackup<T>(ctx: Pick<Platform, 'postgres'>, work: () => Promise<T>): Promise<T> {
  return ctx.postgres.whileLocked({ lock: 'deletions', isShared: true }, work)
}

/** Runs `work` after all running deletions, and blocks new deletions until `work` ends. */
export function withoutDeletions<T>(ctx: Pick<Platform, 'postgres'>, work: () => Promise<T>): Promise<T> {
  return ctx.postgres.whileLocked({ lock: 'deletions' }, work)
}
