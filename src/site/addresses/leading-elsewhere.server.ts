import { matchPath } from 'react-router'
import { isLocale } from '#src/contract/locale.ts'
import { languageCookies } from '#src/contract/privacy/shared-cookies.ts'
import type { Settings } from '#src/platform/settings.ts'
import { pathInLanguage } from '../head/head.server.tsx'
import { aliases, unaliased } from './aliases.ts'
import { decodeNeedless } from './canonical-path.ts'
import { languageCookieScope } from './language-cookie-scope.server.ts'
import { readerLocale, storedLocaleIsForeign } from './reader-locale.ts'

/** Patterns of pages that also have an address without a language, such as `/pricing` and `/payment/:no`. */
export type BarePaths = readonly string[]

/**
 * Redirects aliases (`/en-US/stocks` → `/en-US/products/stocks`), paths that match `bare`, and paths below `/zh-TW`.
 * Null for other paths.
 */
export function leadingElsewhere(
  request: Pick<Request, 'url' | 'headers'>,
  bare: BarePaths,
  settings: Settings,
): Response | null {
  const { pathname, searchParams } = new URL(request.url)
  const search = searchParams.size > 0 ? `?${searchParams}` : ''
  const [, first] = pathname.split('/')
  if (isLocale(first)) {
    const path = pathInLanguage(pathname)
    return isAlias(path) ? redirect(`/${first}${unaliased(path)}${search}`) : null
  }
  const taiwan = /^\/zh-TW(\/.*)?$/i.exec(pathname)
  const plain = decodeNeedless(pathname)
  if (!taiwan && !isAlias(plain) && !bare.some((path) => matchPath(path, plain))) return null
  const locale = taiwan ? 'zh-HK' : readerLocale(request.headers, settings.defaultLocale)
  const path = unaliased((taiwan ? (taiwan[1] ?? '') : pathname).replace(/\/+$/, ''))
  const answer = redirect(`/${locale}${path}${search}`)
  answer.headers.set('Vary', 'Cookie, Accept-Language')
  if (storedLocaleIsForeign(request.headers))
    for (const cookie of languageCookies(locale, languageCookieScope(settings)))
      answer.headers.append('Set-Cookie', cookie)
  return answer
}

function isAlias(path: string): boolean {
  const known = path.replace(/\/$/, '').toLowerCase()
  return Object.keys(aliases).some((alias) => alias.toLowerCase() === known)
}

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { Location: location, 'Cache-Control': 'private, no-store' } })
}
