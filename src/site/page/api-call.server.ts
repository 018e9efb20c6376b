import type { LoaderFunctionArgs } from 'react-router'
import type { ErrorName } from '#src/contract/errors.ts'
import { apiContext, localeContext, platformContext } from './context.ts'

export type ApiRefusal = {
  ok: false
  status: number
  code: number
  error: ErrorName
  msg: string
  param?: string
  ticket?: string
  redirect?: string
  retryAfter?: number
}
export type ApiAnswer<T> = { ok: true; data: T; cookies: string[] } | ApiRefusal

type ApiCall = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: object; as?: 'visitor' | 'server' }

/**
 * A page's own call of the account API, as its visitor: cookie, language and, for unsafe methods, where the request came from,
 * so that pages pass the same checks as every other client. `as: 'server'` is for the return from a provider, which comes from
 * another site by design and is guarded by its state.
 */
export async function callApi<T>(
  { context, request }: Pick<LoaderFunctionArgs, 'context' | 'request'>,
  { method, path, body, as = 'visitor' }: ApiCall,
): Promise<ApiAnswer<T>> {
  const headers = new Headers({ lang: context.get(localeContext), accept: 'application/json' })
  const passed =
    as === 'visitor' && method !== 'GET'
      ? ['cookie', 'user-agent', 'origin', 'sec-fetch-site', 'host']
      : ['cookie', 'user-agent', 'host']
  for (const name of passed) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  if (body) headers.set('content-type', 'application/json')
  const url = new URL(path, context.get(platformContext).settings.publicUrl)
  const response = await context.get(apiContext)(
    new Request(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }),
  )
  const answer = await response.json()
  if (answer.code === 0) return { ok: true, data: answer.data, cookies: response.headers.getSetCookie() }
  const retryAfter = Number(response.headers.get('retry-after'))
  return { ok: false, status: response.status, ...answer, ...(retryAfter ? { retryAfter } : {}) }
}

/** `Set-Cookie` lines of an answer, for a redirect or page that passes them on. */
export function withCookies(cookies: readonly string[]): { headers: Headers } {
  const headers = new Headers()
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return { headers }
}
