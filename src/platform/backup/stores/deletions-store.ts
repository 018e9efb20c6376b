import type { ClientBase } from 'pg'
import { advisoryLocks } from '../../leases/advisory-locks.ts'
import type { Platform } from '../../platform.ts'

/**
 * Runs `work` while no backup runs; waits for a running one. `work` deletes rows of one store after another store has
 * recorded their new place, such as archived ticks.
 */
export async function whileNoBackup<T>(ctx: Pick<Platform, 'postgres'>, work: () => Promise<T>): Promise<T> {
  return ctx.postgres.session(async (client) => {
    await client.query('select pg_advisory_lock_shared($1)', [advisoryLocks.deletions])
    return work()
  })
}

/** Waits for running deletions and blocks further ones until the backup's connection releases the lock. */
export async function holdDeletions(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [advisoryLocks.deletions])
}
