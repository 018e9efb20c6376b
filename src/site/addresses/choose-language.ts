import { type ActionFunctionArgs, redirect } from 'react-router'
import { isLocale } from '#src/contract/locale.ts'
import { languageCookies } from '#src/contract/privacy/language-cookies.ts'
import { localeContext, platformContext } from '../context/context.ts'
import { notFound } from '../page/page.server.ts'
import { languageCookieScope } from './language-cookie-scope.server.ts'
import { pageBefore } from './page-before.server.ts'

/** Remembers a language without scripts, and leads to the same page in it. */
export function action({ request, context }: ActionFunctionArgs) {
  const locale = context.get(localeContext)
  const [, first, ...rest] = pageBefore(request, `/${locale}`).split('/')
  const path = isLocale(first) ? ['', locale, ...rest].join('/') : `/${locale}`
  const cookies = languageCookies(locale, languageCookieScope(context.get(platformContext).settings))
  return redirect(path, { headers: cookies.map((cookie) => ['Set-Cookie', cookie] as [string, string]) })
}

export function loader({ url }: { url: URL }) {
  throw notFound(url)
}
