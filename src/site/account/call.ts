import type { ErrorName } from '#src/contract/errors.ts'

/** What the account API refused, with the server's own words; `error` is null where no server answered. */
export type CallRefusal = {
  error: ErrorName | null
  msg: string | null
  param?: string
  retryAfter?: number
  ticket?: string
}
export type CallResult<T> = { ok: true; data: T } | { ok: false; refusal: CallRefusal }

const retried = new Set([408, 409, 425, 429, 500, 502, 503, 504])
const retryWaitMaxMs = 5_000

/** One call of the account API from the browser. Reads are tried once more on the listed statuses; writes never. */
export async function call<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<CallResult<T>> {
  const first = await send<T>(method, path, body)
  if (method !== 'GET' || first.ok || !retried.has(first.status)) return first
  await pause(first.refusal.retryAfter)
  return send<T>(method, path, body)
}

type Sent<T> = { ok: true; data: T } | { ok: false; status: number; refusal: CallRefusal }

async function send<T>(method: string, path: string, body?: object): Promise<Sent<T>> {
  try {
    const response = await fetch(path, {
      method,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', lang: document.documentElement.lang },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    })
    const answer = await response.json()
    if (answer.code === 0) return { ok: true, data: answer.data }
    if (answer.code === 401 && answer.error === 'not_signed_in') openLogin()
    const wait = Number(response.headers.get('retry-after'))
    // a fault of the server has no words for its reader: the page says that it is busy
    const words = response.status >= 500 ? { error: answer.error, msg: null } : { error: answer.error, msg: answer.msg }
    const refusal = { ...words, param: answer.param, ticket: answer.ticket, ...(wait ? { retryAfter: wait } : {}) }
    return { ok: false, status: response.status, refusal }
  } catch {
    return { ok: false, status: 0, refusal: { error: null, msg: null } }
  }
}

/** A body code 401 opens the login, with the way back. */
function openLogin() {
  const { lang } = document.documentElement
  const back = location.pathname + location.search + location.hash
  location.assign(`/${lang}/login?redirect=${encodeURIComponent(back)}`)
}

/** What the server asked for, or a moment, with jitter so that many pages do not come back at once. */
function pause(retryAfter: number | undefined): Promise<void> {
  const wait = Math.min(retryAfter ? retryAfter * 1000 : 400, retryWaitMaxMs)
  return new Promise((resolve) => setTimeout(resolve, wait * (1 + Math.random() * 0.3)))
}
