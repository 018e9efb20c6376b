import type { IncomingMessage } from 'node:http'
import type { ErrorEnvelope } from '#src/contract/envelope.ts'
import { errorCatalogue, type Refusal } from '#src/contract/errors.ts'
import { type Locale, supportedLocale } from '#src/contract/locale.ts'
import { errorMessage } from '#src/locales/error-message.ts'
import { problemMessage } from '#src/locales/problem-message.ts'
import { readCookie } from './cookie.ts'

export function errorBody(refusal: Refusal, locale: Locale, requestId: string): ErrorEnvelope {
  const { param, problems, extra } = refusal.detail
  return {
    code: errorCatalogue[refusal.error].code,
    msg: errorMessage(locale, refusal.error, refusal.detail),
    error: refusal.error,
    requestId,
    ...(param ? { param } : {}),
    ...(problems ? { problems: problems.map((problem) => problemMessage(locale, problem)) } : {}),
    ...extra,
    data: null,
  }
}

/** A refusal as it is sent. Header names are lower case. */
export type ErrorAnswer = { status: number; headers: Record<string, string>; body: string }

export function errorAnswer(refusal: Refusal, locale: Locale, requestId: string): ErrorAnswer {
  const { retryAfter } = refusal.detail
  return {
    status: errorCatalogue[refusal.error].status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': requestId,
      ...refusal.detail.headers,
      ...(retryAfter === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) }),
    },
    body: JSON.stringify(errorBody(refusal, locale, requestId)),
  }
}

export type SentHeaders = Pick<Headers, 'get'>

/** A `Headers.get` for node's headers, without copying them. */
export function sentHeaders({ headers }: IncomingMessage): SentHeaders {
  return {
    get(name) {
      const value = headers[name]
      return typeof value === 'string' ? value : null
    },
  }
}

/** Language of a request: header `lang`, cookies, `Accept-Language`, else or if unsupported `fallback`. */
export function requestLocale(headers: SentHeaders, fallback: Locale): Locale {
  const cookies = headers.get('cookie') ?? ''
  const named = [headers.get('lang'), readCookie(cookies, 'lang'), readCookie(cookies, 'locale')]
  for (const tag of named) if (tag && isTag(tag)) return supportedLocale(tag) ?? fallback
  return preferred(headers.get('accept-language') ?? '') ?? fallback
}

function isTag(text: string): boolean {
  return /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(text)
}

/** The supported language with the highest weight, or null. `*` is ignored. */
function preferred(header: string): Locale | null {
  const tags = header
    .split(',', 20)
    .map((part) => {
      const [tag = '', weight] = part.trim().split(/;\s*q=/i)
      return { tag, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ tag, weight }) => isTag(tag) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return tags.map(({ tag }) => supportedLocale(tag)).find((locale) => locale !== null) ?? null
}
