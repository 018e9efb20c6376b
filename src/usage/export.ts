import { dayMs } from '#src/contract/time.ts'
import { allKeysOfAccount } from '#src/keys/keys.ts'
import type { Platform } from '#src/platform/platform.ts'
import { readFailures, readTallies } from './meter.ts'

const refusedMax = 10_000

async function whole(ctx: Platform, accountId: string) {
  const keys = await allKeysOfAccount(ctx.postgres.db, accountId)
  return { ids: keys.map(({ id }) => id), range: { from: 0, to: ctx.clock.now() + 1 } }
}

/** Calls of all keys of the account by UTC day, for its data export. */
export async function exportUsage(ctx: Platform, accountId: string): Promise<unknown> {
  const { ids, range } = await whole(ctx, accountId)
  return readTallies(ctx, ids, { ...range, stepMs: dayMs })
}

export async function exportRefusedCalls(ctx: Platform, accountId: string): Promise<unknown> {
  const { ids, range } = await whole(ctx, accountId)
  return readFailures(ctx, ids, { ...range, limit: refusedMax })
}
