import { ApiError } from '#sdk/typescript/error.ts'
import type { Output } from '#src/contract/account/routes.ts'
import { demoKey } from '#src/contract/site.ts'
import { callRoute } from '../../browser/call-route.ts'

/**
 * The access to the gateway. `key`: a key, or a function that fetches a key when needed. `counted`: the unit of the
 * minute limit. With `symbols`, further calls about a counted symbol are free.
 */
export type Access = { apiUrl: string; key: string | (() => Promise<string>); counted: 'calls' | 'symbols' }

type SearchToken = Output<'POST /api/search-token'>

const renewBeforeMs = 30_000
const retryMs = 1_000

export function demoAccess(apiUrl: string): Access {
  return { apiUrl, key: demoKey, counted: 'calls' }
}

/**
 * Access by search token, renewed 30 s before its end by a shared request. Throws an `ApiError` without a session or a
 * key.
 */
export async function accountAccess(now: () => number = Date.now): Promise<Access> {
  let held = await searchToken()
  let pending: Promise<SearchToken> | null = null
  const { apiUrl } = held
  return {
    apiUrl,
    counted: 'symbols',
    async key() {
      if (now() < held.expiresAt - renewBeforeMs) return held.token
      pending ??= searchToken().finally(() => {
        pending = null
      })
      held = await pending
      return held.token
    },
  }
}

/** Repeats the request after a brief fault, because without the token the chart shows only what visitors may see. */
async function searchToken(triesLeft = 2): Promise<SearchToken> {
  const answer = await callRoute('POST /api/search-token', {})
  if (answer.ok) return answer.data
  const { status, error, msg } = answer.refusal
  if (triesLeft === 0 || (status !== 0 && status !== 429 && status < 500))
    throw new ApiError(msg ?? 'no search token', { status, code: status, error: error ?? 'unexpected_answer' })
  await new Promise((resolve) => setTimeout(resolve, retryMs))
  return searchToken(triesLeft - 1)
}
