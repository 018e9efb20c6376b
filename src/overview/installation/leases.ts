import { sharedFigures } from '#src/platform/figures/process-figures.ts'
import { listLeases, lostLeases } from '#src/platform/leases/lease.ts'
import type { Platform } from '#src/platform/platform.ts'

/** The limit within which another process acquires the lease of an ended holder, ms. */
const acquiredWithinMs = 20_000

/**
 * The number of held leases, and the free leases. While a gateway is running, fails if a holder has ended and no
 * process has taken over.
 */
export async function leasesLine(ctx: Platform): Promise<string> {
  const { db } = ctx.postgres
  const [all, lost, gateways] = await Promise.all([
    listLeases(db),
    lostLeases(db, acquiredWithinMs),
    sharedFigures(ctx),
  ])
  const held = all.filter(({ holder }) => holder !== null).length
  if (lost.length > 0 && gateways.length > 0) {
    const names = lost.map(({ name, at }) => `${name} (since ${new Date(at).toISOString().slice(0, 19)}Z)`)
    throw new Error(`nobody holds ${names.join(', ')}: start a process with its role ("leases" lists all)`)
  }
  const free = all.filter(({ holder }) => holder === null).map(({ name }) => name)
  return `${held} held${free.length === 0 ? '' : `; free: ${free.join(', ')}`}`
}
