import type { Platform, Tx } from '#src/platform/platform.ts'
import { allowanceId, type Key } from './key.ts'
import { lockKey } from './keys.ts'
import { tellKeyNews } from './news.ts'
import * as store from './store.ts'

/** Limits in place of the plan's until a time in ms; null: without limit. */
export type LimitOverride = NonNullable<store.KeyStanding['override']>

/** The staff decided about the owner: every process reads the keys again, and looks at their sockets. */
export async function tellStanding(ctx: Platform, tx: Tx, accountId: string): Promise<void> {
  for (const key of await store.keysOf(tx, accountId)) await tellAgain(ctx, tx, key)
}

/** Other limits for a key of the account, or the plan's again; answers what was in force before. */
export async function overrideKey(
  ctx: Platform,
  tx: Tx,
  input: { accountId: string; keyId: string; override: LimitOverride | null },
): Promise<LimitOverride | null> {
  const key = await lockKey(tx, input.accountId, input.keyId)
  const before = await store.overrideOf(tx, key)
  await store.setOverride(tx, allowanceId(key), input.override)
  await tellAgain(ctx, tx, key)
  return before
}

async function tellAgain(ctx: Platform, tx: Tx, key: Key): Promise<void> {
  await tellKeyNews(ctx, tx, { keyId: key.id, change: 'standing', closeSockets: false, hashes: [key.secretHash] })
}
