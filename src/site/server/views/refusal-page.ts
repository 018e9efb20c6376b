import { randomUUID } from 'node:crypto'
import { errorCatalogue, type Refusal } from '#src/contract/errors.ts'
import { isLocale, type Locale } from '#src/contract/locale.ts'
import { errorMessage } from '#src/locales/error-message.ts'
import { type ErrorAnswer, errorAnswer, requestLocale, type SentHeaders } from '#src/platform/http/envelope.ts'

type RefusedRequest = { path: string; headers: SentHeaders }

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
/** The style has no colour of a brand, because the store with the brand may not be open yet. */
const style =
  ':root{color-scheme:light dark}body{margin:0 auto;max-width:36rem;padding:15vh 1.5rem;font:1.0625rem/1.6 "IBM Plex Sans",system-ui,sans-serif}p{margin:0 0 .5rem}b{font-weight:600}progress{width:100%;height:.375rem;margin:0 0 1.5rem;accent-color:CanvasText}'

/**
 * The response to a refused request: JSON below `/api/`, otherwise one sentence in the reader's language. It is cheap
 * to make, so it needs no rate limit.
 */
export function refusalAnswer(refusal: Refusal, { path, headers }: RefusedRequest, fallback: Locale): ErrorAnswer {
  const first = path.slice(1, 12).split('/')[0]
  const locale = isLocale(first) ? first : requestLocale(headers, fallback)
  if (path.startsWith('/api/')) return errorAnswer(refusal, locale, randomUUID())
  const { status } = errorCatalogue[refusal.error]
  const { headers: more, retryAfter } = refusal.detail
  const sentence = errorMessage(locale, refusal.error, refusal.detail)
  const isStarting = refusal.error === 'not_ready'
  // During a start, the browser automatically requests the page again.
  const reload = isStarting ? `<meta http-equiv="refresh" content="${retryAfter ?? 2}">` : ''
  const head = isStarting ? '<progress aria-hidden="true"></progress>' : `<p><b>${status}</b></p>`
  const body = `<!doctype html><html lang="${locale}"><meta charset="utf-8">${reload}<meta name="viewport" content="width=device-width,initial-scale=1"><title>${isStarting ? sentence : status}</title><style>${style}</style>${head}<p>${sentence}</p></html>`
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
      ...more,
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    },
    body,
  }
}
