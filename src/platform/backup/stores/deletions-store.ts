import type { ClientBase } from 'pg'
import { advisoryLocks } from '../../leases/advisory-locks.ts'
import type { Platform } from '../../platform.ts'

/** Runs `work`, which deletes from one store what another then refers to, while no backup is being made; waits for one. */
export async function whileNoBackup<T>(ctx: Pick<Platform, 'postgres'>, work: () => Promise<T>): Promise<T> {
  return ctx.postgres.session(async (client) => {
    await client.query('select pg_advisory_lock_shared($1)', [advisoryLocks.deletions])
    return work()
  })
}

/** Of a backup: waits for deletions under way; others wait until its connection gives the lock back. */
export async function holdDeletions(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [advisoryLocks.deletions])
}
