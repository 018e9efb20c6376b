import { hostname } from 'node:os'
import { isAlive } from '../data-dir/process-mark.ts'
import { KeptValue } from '../kept.ts'
import type { Db, Platform } from '../platform.ts'
import { ownersOfLeases, releaseLeasesOf } from './lease-store.ts'

export {
  acquireLease,
  assertFence,
  dropLeases,
  ensureLease,
  holding,
  keepLease,
  keepLeases,
  type Lease,
  leaseKey,
  listLeases,
  lostLeases,
  passFences,
  raiseFence,
  releaseLease,
} from './lease-store.ts'

/**
 * The minimum life of all leases, ms. Set only after `releaseOfEnded` has released the leases of ended processes, so
 * that no successor waits until they expire.
 */
const longLife = new KeptValue<number>('lease life')

export function lifeIn(ctx: Pick<Platform, 'kept'>, lifeMs: number): number {
  return Math.max(lifeMs, longLife.of(ctx) ?? 0)
}

/**
 * For a process whose database is used only by processes of this machine. Releases the leases of ended processes, and
 * from then on holds leases for at least `lifeMs`, so that they are renewed more rarely. An owner with another host
 * name counts as ended.
 */
export async function releaseOfEnded(ctx: Pick<Platform, 'kept'> & { postgres: { db: Db } }, lifeMs: number) {
  const owners = await ownersOfLeases(ctx.postgres.db)
  const ended = owners.filter((owner) => {
    const [host, pid] = owner.split(' ')
    return host !== hostname() || !isAlive(Number(pid))
  })
  await releaseLeasesOf(ctx.postgres.db, ended)
  longLife.set(ctx, lifeMs)
}

/** Identifies this process by machine, process id and a random part, because process ids are reused. */
export function leaseOwner({ random }: Pick<Platform, 'random'>): string {
  return `${hostname()} ${process.pid} ${random.uuid().slice(0, 8)}`
}
