import { noticeToAccount } from '#src/accounts/mails/notify.ts'
import { refuse } from '#src/contract/errors.ts'
import { hourMs } from '#src/contract/time.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { noteMaker } from './key/holder-store.ts'
import type { Key } from './key/key.ts'
import { notifyKeyChange } from './key/key-changes.ts'
import { hashSecret, isWellFormed, maskSecret } from './key/secret.ts'
import * as store from './key/store.ts'
import { drawSecret } from './keys.ts'
import { sheetToken } from './sheet-links/sheet-link.ts'
import { revokeLeakedLink } from './sheet-links/sheet-links.ts'

const reportsPerHour = { limit: 100, windowMs: hourMs }
const actor = { kind: 'system', name: 'leak-report' } as const

/**
 * Ends a secret that somebody reported by sending the whole secret. A key whose current secret was reported gets a new
 * secret, and the subscription continues. If the secret is the token of a spreadsheet link, the link ends. The caller
 * does not learn whether the secret existed.
 */
export async function endLeakedSecret(ctx: Platform, input: { secret: string; address: string }): Promise<void> {
  const allowance = await ctx.limiter.take(`key:leaked:${input.address}`, reportsPerHour)
  if (!allowance.allowed) throw refuse('too_often', { retryAfter: Math.ceil(allowance.resetMs / 1000) })
  const hash = hashSecret(input.secret)
  if (sheetToken.isWellFormed(input.secret))
    return ctx.postgres.transaction((tx) => revokeLeakedLink(ctx, tx, actor, hash))
  if (!isWellFormed(input.secret)) throw refuse('invalid_parameter', { param: 'key' })
  await ctx.postgres.transaction((tx) => endSecret(ctx, tx, hash))
}

async function endSecret(ctx: Platform, tx: Tx, hash: string): Promise<void> {
  const found = await store.keyBySecret(tx, hash)
  const key = found && (await store.lockOwnedKey(tx, found.key.accountId, found.key.id))
  if (!key) return
  const now = ctx.clock.now()
  const isCurrent = key.secretHash === hash
  const hashes = isCurrent ? await replaceSecret(ctx, tx, key, now) : await endFormer(tx, key, hash, now)
  if (hashes.length === 0) return
  await ctx.postgres.audit(tx, actor, 'key.leaked', key.id, { former: !isCurrent })
  const values = { key: maskSecret(key.head, key.tail), former: String(!isCurrent) }
  await noticeToAccount(ctx, tx, key.accountId, { kind: 'key-leaked', values })
  await notifyKeyChange(ctx, tx, { keyId: key.id, change: 'reset', closeSockets: true, hashes })
}

/** Replaces the secret of a key; nobody has seen the new one. The owner can still reset the key on the same day. */
async function replaceSecret(ctx: Platform, tx: Tx, key: Key, now: number): Promise<string[]> {
  const next = drawSecret(ctx, key.id)
  await store.replaceSecret(tx, key, next, key.resetAt, now)
  await noteMaker(tx, { keyId: key.id, personId: null, now })
  return [key.secretHash, next.secretHash]
}

/** Ends the former secrets that still work after a reset, unless another report has ended this secret already. */
async function endFormer(tx: Tx, key: Key, hash: string, now: number): Promise<string[]> {
  const former = await store.keyBySecret(tx, hash)
  if (!former?.formerUntil || former.formerUntil <= now) return []
  await store.endOverlaps(tx, key.id, now)
  return [hash]
}
