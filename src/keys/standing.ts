import type { Platform, Tx } from '#src/platform/platform.ts'
import { setOverride, standingOf } from './check/standing-store.ts'
import { allowanceId, type Key, type LimitOverride } from './key/key.ts'
import { tellKeyNews } from './key/news.ts'
import * as store from './key/store.ts'
import { lockKey } from './keys.ts'

export async function overrideOf(ctx: Platform, key: Key): Promise<LimitOverride | null> {
  return (await standingOf(ctx.postgres.db, key)).override
}

/** After a decision about the owner: every process reads the keys again, and checks their sockets. */
export async function tellStanding(ctx: Platform, tx: Tx, accountId: string): Promise<void> {
  for (const key of await store.keysOf(tx, accountId)) await tellAgain(ctx, tx, key)
}

/** Sets other limits for a key of the account, or null for those of its plan; returns the former override. */
export async function overrideKey(
  ctx: Platform,
  tx: Tx,
  input: { accountId: string; keyId: string; override: LimitOverride | null },
): Promise<LimitOverride | null> {
  const key = await lockKey(tx, input.accountId, input.keyId)
  const { override: before } = await standingOf(tx, key)
  await setOverride(tx, allowanceId(key), input.override)
  await tellAgain(ctx, tx, key)
  return before
}

async function tellAgain(ctx: Platform, tx: Tx, key: Key): Promise<void> {
  await tellKeyNews(ctx, tx, { keyId: key.id, change: 'standing', closeSockets: false, hashes: [key.secretHash] })
}
