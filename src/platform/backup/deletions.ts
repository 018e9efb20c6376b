import type { Platform } from '../platform.ts'

/**
 * Runs `work` while no backup runs; waits for a running one. `work` deletes rows of one store after another store has
 * recorded their new place, such as archived ticks.
 */
export function whileNoBackup<T>(ctx: Pick<Platform, 'postgres'>, work: () => Promise<T>): Promise<T> {
  return ctx.postgres.whileLocked({ lock: 'deletions', isShared: true }, work)
}

/** Waits for running deletions and blocks further ones during `work`. */
export function withoutDeletions<T>(ctx: Pick<Platform, 'postgres'>, work: () => Promise<T>): Promise<T> {
  return ctx.postgres.whileLocked({ lock: 'deletions' }, work)
}
