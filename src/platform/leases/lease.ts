import { hostname } from 'node:os'
import type { Platform } from '../platform.ts'

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

/** Identifies this process: machine, process id, and a random part, because process ids are reused. */
export function leaseOwner({ random }: Pick<Platform, 'random'>): string {
  return `${hostname()} ${process.pid} ${random.uuid().slice(0, 8)}`
}
