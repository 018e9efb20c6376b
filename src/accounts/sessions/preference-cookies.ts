import type { Preferences } from '#src/contract/account/accounts.ts'
import { choiceCookieText } from '#src/contract/privacy/browser-data.ts'
import { readCookie } from '#src/platform/http/cookie.ts'

type Shown = Pick<Preferences, 'theme' | 'upColour'>

/** The look that an account chose, for a browser that has made no choice of its own. */
export function preferenceCookies({ theme, upColour }: Shown, cookieHeader: string, secure: boolean): string[] {
  const chosen = [
    ['theme', theme === 'system' ? '' : theme],
    ['upcolor', upColour === 'auto' ? '' : upColour],
  ] as const
  return chosen
    .filter(([name, value]) => value !== '' && readCookie(cookieHeader, name) === null)
    .map(([name, value]) => choiceCookieText(name, value, secure))
}
