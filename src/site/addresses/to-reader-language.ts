import { type LoaderFunctionArgs, redirect } from 'react-router'
import { languageCookies } from '#src/contract/privacy/language-cookies.ts'
import { platformContext } from '../page/context.ts'
import { unaliased } from './aliases.ts'
import { languageCookieScope } from './language-cookie-scope.server.ts'
import { readerLocale, storedLocaleIsForeign } from './reader-locale.ts'

/** A bare path has no page of its own: it leads to the same path in the reader's language, query kept. */
export function loader({ request, url, context }: LoaderFunctionArgs) {
  const { settings } = context.get(platformContext)
  const { pathname, search } = url
  const taiwan = /^\/zh-TW(\/.*)?$/i.exec(pathname)
  const locale = taiwan ? 'zh-HK' : readerLocale(request.headers, settings.defaultLocale)
  const path = unaliased((taiwan ? (taiwan[1] ?? '') : pathname).replace(/\/+$/, ''))
  const headers = new Headers({ Vary: 'Cookie, Accept-Language', 'Cache-Control': 'private, no-store' })
  if (storedLocaleIsForeign(request.headers))
    for (const cookie of languageCookies(locale, languageCookieScope(settings))) headers.append('Set-Cookie', cookie)
  return redirect(`/${locale}${path}${search}`, { headers })
}
