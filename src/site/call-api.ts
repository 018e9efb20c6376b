import type { ErrorEnvelope } from '#src/contract/route.ts'

export type ApiResult<T> = { ok: true; data: T } | { ok: false; status: number; error: ErrorEnvelope }

/** Calls the site's own JSON API in the page's language. Null only when the network itself failed or the server is down. */
export async function callApi<T>(
  locale: string,
  path: string,
  request: { method?: string; body?: unknown } = {},
): Promise<ApiResult<T> | null> {
  try {
    const response = await fetch(path, {
      method: request.method ?? (request.body === undefined ? 'GET' : 'POST'),
      headers: { lang: locale, ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    })
    if (response.status >= 500) return null
    const answer = await response.json()
    return response.ok ? { ok: true, data: answer.data } : { ok: false, status: response.status, error: answer }
  } catch {
    return null
  }
}
