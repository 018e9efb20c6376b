import { choiceCookieText } from '#src/contract/privacy/browser-data.ts'
import { type LanguageCookieScope, languageCookies } from '#src/contract/privacy/language-cookies.ts'
import type { Account } from '../account/account.ts'

type Shown = Pick<Account, 'theme' | 'upColour' | 'appearanceChosen' | 'locale' | 'localeChosen'>

/**
 * Cookies with the saved theme, colours and language of the account. They replace those of the browser. The theme
 * “system” keeps the browser's theme, because only the browser knows the theme of its system.
 */
export function preferenceCookies(
  { theme, upColour, appearanceChosen, locale, localeChosen }: Shown,
  scope: LanguageCookieScope,
): string[] {
  const themeCookies = theme === 'system' ? [] : [choiceCookieText('theme', theme, scope.secure)]
  const colour = choiceCookieText('upcolor', upColour === 'auto' ? '' : upColour, scope.secure)
  return [
    ...(appearanceChosen ? [...themeCookies, colour] : []),
    ...(localeChosen ? languageCookies(locale, scope) : []),
  ]
}
