import type { Refusal } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { refusalAnswer } from './refusal-page.ts'

/**
 * Headers of a document in a frame of the console. The document runs no scripts. Its forms may only load other views
 * below `base`.
 */
export function frameHeaders({ url }: Request, base: string): Record<string, string> {
  const policy = [
    'sandbox allow-same-origin allow-forms',
    "default-src 'none'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `form-action ${new URL(url).host}${base}/`,
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'content-security-policy': policy.join('; '),
    'x-frame-options': 'SAMEORIGIN',
  }
}

/** A refusal as a sentence that the frame may show. */
export function refusedInFrame(refusal: Refusal, { url, headers }: Request, locale: Locale): Response {
  const { body, ...head } = refusalAnswer(refusal, { path: new URL(url).pathname, headers }, locale)
  const response = new Response(body, head)
  const policy = response.headers.get('content-security-policy') ?? ''
  response.headers.set('content-security-policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"))
  response.headers.set('x-frame-options', 'SAMEORIGIN')
  return response
}
