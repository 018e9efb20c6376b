import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { refuse } from '#src/contract/errors.ts'
import { minuteMs } from '#src/contract/time.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { type AccountActor, personOf } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { firstKey, type Key, planOf } from '../key/key.ts'
import * as store from '../key/store.ts'

export const searchTokenPrefix = 'tws_'
const lifeMs = 5 * minuteMs
const macContext = 'search-token'
const claims = z.object({ a: z.string(), p: z.string(), k: z.string(), s: z.string(), e: z.number() })

export type SearchToken = { token: string; expiresAt: number; apiUrl: string }

export async function createSearchToken(ctx: Platform, actor: AccountActor): Promise<SearchToken> {
  const key = firstKey(await store.keysOf(ctx.postgres.db, actor.accountId), ctx.clock.now())
  if (!key) throw refuse('key_needed')
  return searchTokenFor(ctx, actor, key)
}

/**
 * Creates a token with the rights of `key`. The site's own pages read with the token, so that no script gets the key.
 */
export function searchTokenFor(ctx: Platform, actor: AccountActor, key: Key): SearchToken {
  const expiresAt = ctx.clock.now() + lifeMs
  const body = {
    a: actor.accountId,
    p: personOf(actor).accountId,
    k: key.id,
    s: actor.sessionId,
    e: expiresAt,
  } satisfies z.infer<typeof claims>
  const text = Buffer.from(JSON.stringify(body)).toString('base64url')
  const { apiUrl, apiFreeUrl } = ctx.settings
  return {
    token: `${searchTokenPrefix}${text}.${ctx.keyring.sign(text, macContext)}`,
    expiresAt,
    apiUrl: planOf(catalogueOf(ctx), key).tier === 'free' ? apiFreeUrl : apiUrl,
  }
}

/** `personId`: the person who works in the account, its owner or a member of its team. */
export type SearchClaims = { accountId: string; personId: string; keyId: string; sessionId: string }

/** The claims of a token that we signed and that is at most five minutes old; null for any other token. */
export function readSearchToken(ctx: Platform, token: string): SearchClaims | null {
  const [text = '', mac = ''] = token.slice(searchTokenPrefix.length).split('.', 2)
  if (!ctx.keyring.signatures(text, macContext).some((signature) => isSame(signature, mac))) return null
  const parsed = claims.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  if (!parsed.success || parsed.data.e <= ctx.clock.now()) return null
  const { a: accountId, p: personId, k: keyId, s: sessionId } = parsed.data
  return { accountId, personId, keyId, sessionId }
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
