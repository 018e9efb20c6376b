import { choiceCookieText } from '#src/contract/privacy/browser-data.ts'
import { type CookieScope, languageCookies, sharedCookie } from '#src/contract/privacy/shared-cookies.ts'
import type { Account } from '../account/account.ts'

type Shown = Pick<Account, 'theme' | 'upColour' | 'appearanceChosen' | 'locale' | 'localeChosen'>

/**
 * Cookies with the saved theme, colours and language of the account. They replace those of the browser. The theme
 * “system” keeps the browser's theme, because only the browser knows the theme of its system.
 */
export function preferenceCookies(
  { theme, upColour, appearanceChosen, locale, localeChosen }: Shown,
  scope: CookieScope,
): string[] {
  const themeCookies = theme === 'system' ? [] : sharedCookie('theme', theme, scope)
  const colour = choiceCookieText('upcolor', upColour === 'auto' ? '' : upColour, scope.secure)
  return [
    ...(appearanceChosen ? [...themeCookies, colour] : []),
    ...(localeChosen ? languageCookies(locale, scope) : []),
  ]
}
