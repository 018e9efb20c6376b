import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { type BookedAddress, newestHoldings, newestSweeps, type SweepRow } from './sweep-store.ts'

const depositsMax = 200
const sweepsMax = 50

/**
 * The addresses that received the newest deposits and still hold money, and the newest recorded sweeps. The export has
 * every address that holds money.
 */
export async function listSweeps(
  ctx: Platform,
  actor: Actor,
): Promise<{ holdings: (BookedAddress & { lastAt: number })[]; recorded: SweepRow[] }> {
  await requireStaff(ctx, actor, 'payments.held')
  const { db } = ctx.postgres
  return { holdings: await newestHoldings(db, depositsMax), recorded: await newestSweeps(db, sweepsMax) }
}
