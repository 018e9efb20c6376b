import { choiceCookieText } from '#src/contract/privacy/browser-data.ts'
import { type LanguageCookieScope, languageCookies } from '#src/contract/privacy/language-cookies.ts'
import { readCookie } from '#src/platform/http/cookie.ts'
import type { Account } from '../account/account.ts'

type Shown = Pick<Account, 'theme' | 'upColour' | 'locale' | 'localeChosen'>

/** Cookies with the account's theme and language, for a browser without choices of its own. */
export function preferenceCookies(
  { theme, upColour, locale, localeChosen }: Shown,
  cookieHeader: string,
  scope: LanguageCookieScope,
): string[] {
  const isOpen = (...names: string[]) => names.every((name) => readCookie(cookieHeader, name) === null)
  const appearance = [
    ['theme', theme === 'system' ? '' : theme],
    ['upcolor', upColour === 'auto' ? '' : upColour],
  ] as const
  return [
    ...appearance
      .filter(([name, value]) => value !== '' && isOpen(name))
      .map(([name, value]) => choiceCookieText(name, value, scope.secure)),
    ...(localeChosen && isOpen('lang', 'locale') ? languageCookies(locale, scope) : []),
  ]
}
