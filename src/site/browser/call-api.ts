import type { FactorProof } from '#src/contract/account/security.ts'
import type { ErrorName } from '#src/contract/errors.ts'

export type FactorWay = keyof FactorProof

/** A refusal of the account API in the server's words; `msg` is null for a fault of the server or the network. */
export type CallRefusal = {
  error: ErrorName | null
  msg: string | null
  param?: string
  retryAfter?: number
  ticket?: string
  /** With `fresh_factor_required`: the fields that could carry the proof. */
  ways?: readonly FactorWay[]
}
/** `status` 0: no server answered. */
export type CallResult<T> = { ok: true; data: T } | { ok: false; status: number; refusal: CallRefusal }

type Method = 'GET' | 'POST' | 'PUT'

const retried = new Set([408, 409, 425, 429, 500, 502, 503, 504])
const retryWaitMs = 400
const retryWaitMaxMs = 5_000

let signedOutHere = false

/** While a sign-out on this page leads to another page, no call opens the login. */
export function setSignedOutHere(yes: boolean) {
  signedOutHere = yes
}

/**
 * One call of the site's own API, in the page's language. An ended session opens the login, which returns to this page.
 */
export async function call<T>(method: Method, path: string, body?: object): Promise<CallResult<T>> {
  const result = await ask<T>(method, path, body)
  if (!result.ok && result.refusal.error === 'not_signed_in' && !signedOutHere) openLogin()
  return result
}

/** The same without opening the login. Reads are tried once more on the listed statuses; writes never. */
export async function ask<T>(method: Method, path: string, body?: object): Promise<CallResult<T>> {
  const first = await send<T>(method, path, body)
  if (method !== 'GET' || first.ok || !retried.has(first.status)) return first
  await pause(first.refusal.retryAfter)
  return send<T>(method, path, body)
}

async function send<T>(method: Method, path: string, body?: object): Promise<CallResult<T>> {
  try {
    const response = await fetch(path, {
      method,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', lang: document.documentElement.lang },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    })
    const { status } = response
    const answer = await response.json()
    if (answer.code === 0) return { ok: true, data: answer.data }
    const wait = Number(response.headers.get('retry-after'))
    // a fault of the server has no words for its reader: the page says that it is busy
    const msg = status >= 500 ? null : answer.msg
    const { error, param, ticket, ways } = answer
    return { ok: false, status, refusal: { error, msg, param, ticket, ways, ...(wait ? { retryAfter: wait } : {}) } }
  } catch {
    return { ok: false, status: 0, refusal: { error: null, msg: null } }
  }
}

function openLogin() {
  const { lang } = document.documentElement
  const back = location.pathname + location.search + location.hash
  location.assign(`/${lang}/login?redirect=${encodeURIComponent(back)}`)
}

/** Waits as long as the server asked, or a moment, with jitter so that pages do not return all at once. */
function pause(retryAfter: number | undefined): Promise<void> {
  const wait = Math.min(retryAfter ? retryAfter * 1000 : retryWaitMs, retryWaitMaxMs)
  return new Promise((resolve) => setTimeout(resolve, wait * (1 + Math.random() * 0.3)))
}
