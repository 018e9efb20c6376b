import type { Platform, Tx } from '#src/platform/platform.ts'
import { controlsOf, overridesOf, setOverride } from './check/controls-store.ts'
import { allowanceId, type Key, type LimitOverride } from './key/key.ts'
import { notifyKeyChange } from './key/key-changes.ts'
import * as store from './key/store.ts'
import { lockKey } from './keys.ts'

export async function overrideOf(ctx: Platform, key: Key): Promise<LimitOverride | null> {
  return (await controlsOf(ctx.postgres.db, key)).override
}

/** The overrides of keys by allowance id, including overrides that have ended. */
export async function overridesOfKeys(ctx: Platform, keys: readonly Key[]): Promise<Map<string, LimitOverride>> {
  return overridesOf(ctx.postgres.db, keys.map(allowanceId))
}

/**
 * Notifies every process of a decision about the account's owner, such as a suspension. The processes then read the
 * keys again and check their sockets.
 */
export async function notifyKeysOfAccount(ctx: Platform, tx: Tx, accountId: string): Promise<void> {
  for (const key of await store.keysOf(tx, accountId)) await notifyKey(ctx, tx, key)
}

/** Sets an override of a key's limits, or removes it if null. Returns the former override. */
export async function overrideKey(
  ctx: Platform,
  tx: Tx,
  input: { accountId: string; keyId: string; override: LimitOverride | null },
): Promise<LimitOverride | null> {
  const key = await lockKey(tx, input.accountId, input.keyId)
  const { override: before } = await controlsOf(tx, key)
  await setOverride(tx, allowanceId(key), input.override)
  await notifyKey(ctx, tx, key)
  return before
}

async function notifyKey(ctx: Platform, tx: Tx, key: Key): Promise<void> {
  await notifyKeyChange(ctx, tx, { keyId: key.id, change: 'standing', closeSockets: false, hashes: [key.secretHash] })
}
