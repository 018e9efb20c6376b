import type { ErrorName } from '#src/contract/errors.ts'
import type { Db, Platform } from '#src/platform/platform.ts'
import { hashSecret } from '../key/secret.ts'
import * as store from '../key/store.ts'
import { type SheetLink, sheetToken } from '../sheet-links/sheet-link.ts'
import { linkByToken } from '../sheet-links/sheet-link-store.ts'
import type { FoundSecret } from './cache.ts'
import { controlsOf } from './controls-store.ts'
import { type KeyVerdict, lookUp, verdictOn } from './verify.ts'

/** `verdict`: the verdict on the key on which the link is booked. */
export type FoundLink = { kind: 'link'; link: SheetLink; verdict: KeyVerdict }
type SheetVerdict = FoundLink | { kind: 'none'; error: ErrorName }

/**
 * Finds the link of a token and checks the link's key, with the key cache and its limit of tries. A link ends when the
 * link or its key is revoked. Never throws for client input.
 */
export async function verifySheetToken(ctx: Platform, token: string, address: string): Promise<SheetVerdict> {
  if (!sheetToken.isWellFormed(token)) return { kind: 'none', error: 'sheet_unknown' }
  const hash = hashSecret(token)
  const found = await lookUp(ctx, hash, address, () => findLink(ctx.postgres.db, hash))
  if (found === 'guessed') return { kind: 'none', error: 'too_many_requests' }
  if (!found?.link) return { kind: 'none', error: 'sheet_unknown' }
  const { link } = found
  if (link.revokedAt !== null || found.key.revokedAt !== null) return { kind: 'none', error: 'sheet_revoked' }
  return { kind: 'link', link, verdict: await verdictOn(ctx, found) }
}

async function findLink(db: Db, hash: string): Promise<FoundSecret | null> {
  const link = await linkByToken(db, hash)
  const key = link && (await store.keyById(db, link.keyId))
  return key ? { key, formerUntil: null, controls: await controlsOf(db, key), link } : null
}
