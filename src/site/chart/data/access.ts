import { TapewireError } from '#sdk/typescript/error.ts'
import { demoKey } from '#src/contract/site.ts'

/** How the page reads data: the gateway it asks, and a key that is fetched when it is needed. */
export type Access = { apiUrl: string; key: string | (() => Promise<string>) }

type SearchToken = { token: string; apiUrl: string; expiresAt: number }

const renewBeforeMs = 30_000

/** A visitor reads with the demo key. */
export function demoAccess(apiUrl: string): Access {
  return { apiUrl, key: demoKey }
}

/**
 * An account reads with a search token of at most five minutes, renewed half a minute before it ends; requests that come
 * together share one renewal. Throws `TapewireError` when there is no session or no key.
 */
export async function accountAccess(lang: string, now: () => number = Date.now): Promise<Access> {
  let held = await searchToken(lang)
  let asking: Promise<SearchToken> | null = null
  const { apiUrl } = held
  return {
    apiUrl,
    async key() {
      if (now() < held.expiresAt - renewBeforeMs) return held.token
      asking ??= searchToken(lang).finally(() => {
        asking = null
      })
      held = await asking
      return held.token
    },
  }
}

async function searchToken(lang: string): Promise<SearchToken> {
  const response = await fetch('/api/search-token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', lang },
    body: '{}',
  })
  const body: { code?: number; msg?: string; error?: string; data?: SearchToken } = await response
    .json()
    .catch(() => ({}))
  if (response.ok && body.code === 0 && body.data) return body.data
  const { code = response.status, msg = response.statusText, error = 'unexpected_answer' } = body
  throw new TapewireError(msg, { status: response.status, code, error })
}
