import type { Refused } from '#src/contract/account/refused.ts'
import type { Routes, Streams } from '#src/contract/account/routes.ts'
import type { CustomerRoutes } from '#src/contract/operator/customers/routes.ts'
import type { DataConsoleRoutes } from '#src/contract/operator/data/routes.ts'
import type { MoneyStreams } from '#src/contract/operator/money/routes.ts'
import type { OperatorRoutes, OperatorStreams } from '#src/contract/operator/routes.ts'
import type { InputOf, OutputOf } from '#src/contract/route.ts'

export type Invoked<T> = { ok: true; data: T } | { ok: false; refusal: Refused }

type Sent = { params?: object; query?: object; body?: object }
type AnyRoutes = Routes & CustomerRoutes & DataConsoleRoutes & OperatorRoutes
type AnyRouteName = keyof AnyRoutes & string
export type Call<N extends AnyRouteName> = InputOf<AnyRoutes[N]> & Sent
export type OutputOfRoute<N extends AnyRouteName> = OutputOf<AnyRoutes[N]>

type Linked = Streams & OperatorStreams & MoneyStreams

const retried = new Set([408, 409, 425, 429, 500, 502, 503, 504])
const retryWaitMs = 400
const retryWaitMaxMs = 5_000

/**
 * Calls a route of the account API by its name, in the page's language. Reads are retried once after a temporary
 * failure (`retried`), writes never.
 */
export async function callRoute<N extends AnyRouteName>(
  name: N,
  input: Call<N>,
  options?: RequestInit,
): Promise<Invoked<OutputOfRoute<N>>> {
  const first = await send(name, input, options)
  if (!name.startsWith('GET') || first.ok || !retried.has(first.refusal.status)) return first
  await pause(first.refusal.retryAfter)
  return send(name, input, options)
}

/** The address of a file, a redirect or a stream of events. */
export const addressOf: <N extends keyof Linked>(name: N, input: InputOf<Linked[N]> & Sent) => string = pathOf

function pathOf(name: string, { params, query }: Sent): string {
  let [, path = ''] = name.split(' ')
  for (const [key, value] of Object.entries(params ?? {})) path = path.replace(`{${key}}`, encodeURIComponent(value))
  return query ? `${path}?${new URLSearchParams(query as Record<string, string>)}` : path
}

async function send<N extends AnyRouteName>(
  name: N,
  input: Call<N>,
  options?: RequestInit,
): Promise<Invoked<OutputOfRoute<N>>> {
  try {
    const [method = ''] = name.split(' ')
    const response = await fetch(pathOf(name, input), {
      method,
      headers: { 'Content-Type': 'application/json', lang: document.documentElement.lang },
      // `undefined` if the call has no body; then no body is sent.
      body: JSON.stringify(input.body),
      ...options,
    })
    const { status } = response
    const answer = await response.json()
    if (answer.code === 0) return { ok: true, data: answer.data }
    const retryAfter = Number(response.headers.get('retry-after')) || undefined
    // A fault of the server has no message for the reader; the page shows that the service is busy.
    return { ok: false, refusal: { ...answer, status, retryAfter, ...(status >= 500 && { msg: null }) } }
  } catch {
    return { ok: false, refusal: { status: 0, error: null, msg: null } }
  }
}

/**
 * Waits for the time that the server requested, at most `retryWaitMaxMs`; without such a time, `retryWaitMs`. Jitter of
 * up to 30 % is added, which keeps pages from retrying at the same time.
 */
function pause(retryAfter: number | undefined): Promise<void> {
  const wait = Math.min(retryAfter ? retryAfter * 1000 : retryWaitMs, retryWaitMaxMs)
  return new Promise((resolve) => setTimeout(resolve, wait * (1 + Math.random() * 0.3)))
}
