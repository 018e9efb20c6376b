import { accountsToErase, noteErased, sweepDeletions } from '#src/accounts/deletion.ts'
import { hourMs, minuteMs } from '#src/contract/time.ts'
import { endKeysEverywhere } from '#src/keys/holders/holders.ts'
import { revokeKeysOf } from '#src/keys/keys.ts'
import { each, every } from '#src/platform/loop.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { eraseColumnRows, eraseRows } from './erase.ts'
import { personOf } from './person.ts'
import { deleteOldRows } from './retention.ts'

const sweeps = { everyMs: hourMs, failed: 'personal data could not be swept; tried again in an hour' }
/**
 * For this long after a deletion, ms, each run erases the account's data again, because gateways may still write
 * usage that they counted before the keys were revoked.
 */
const lateWritesMs = 10 * minuteMs

export function startSweeper(ctx: Platform): AsyncDisposable {
  return every(ctx, sweeps, () => sweepPersonalData(ctx))
}

/** Carries out due deletions and deletes expired rows; idempotent. */
export async function sweepPersonalData(ctx: Platform): Promise<{ deleted: number }> {
  const deleted = await sweepDeletions(ctx, farewell)
  await eraseEverywhere(ctx)
  await deleteOldRows(ctx)
  return { deleted }
}

async function farewell(ctx: Platform, tx: Tx, accountId: string): Promise<void> {
  const person = await personOf(tx, accountId)
  await endKeysEverywhere(ctx, tx, accountId)
  await revokeKeysOf(ctx, tx, accountId)
  await eraseRows(tx, person)
}

async function eraseEverywhere(ctx: Platform): Promise<void> {
  const failed = 'a deleted account could not be erased from every store; tried again in an hour'
  const accounts = await accountsToErase(ctx)
  await each(ctx, accounts, { failed, fieldsOf: ({ id: accountId }) => ({ accountId }) }, async ({ id, deletedAt }) => {
    const person = await personOf(ctx.postgres.db, id)
    await eraseColumnRows(ctx, person)
    await ctx.postgres.transaction((tx) => eraseRows(tx, person))
    if (ctx.clock.now() - deletedAt >= lateWritesMs) await noteErased(ctx, id)
    return true
  })
}
