import { type LoaderFunctionArgs, redirect } from 'react-router'
import { isLocale } from '#src/contract/locale.ts'
import { languageCookies } from '#src/contract/privacy/shared-cookies.ts'
import { localeContext, platformContext } from '../../context/context.ts'
import { languageCookieScope } from '../language-cookie-scope.server.ts'

const site = 'https://site.invalid'

/** For browsers without scripts: remembers a language and redirects to the page `to` in that language. */
export function loader({ url, context }: LoaderFunctionArgs) {
  const locale = context.get(localeContext)
  const to = url.searchParams.get('to') ?? ''
  const { origin, pathname, search } = URL.canParse(to, site) ? new URL(to, site) : new URL(site)
  const [, first, ...rest] = pathname.split('/')
  const path = origin === site && isLocale(first) ? ['', locale, ...rest].join('/') + search : `/${locale}`
  const cookies = languageCookies(locale, languageCookieScope(context.get(platformContext).settings))
  const headers = new Headers({ 'Cache-Control': 'private, no-store' })
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return redirect(path, { headers })
}
