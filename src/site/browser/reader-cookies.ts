import { type ChoiceCookie, type CookieName, choiceCookieText } from '#src/contract/privacy/browser-data.ts'
import { type CookieScope, sharedCookie } from '#src/contract/privacy/shared-cookies.ts'

export type Theme = 'light' | 'dark'

/** Writes a cookie that scripts may read. Such cookies contain choices, never secrets. */
export function writeCookie(name: ChoiceCookie, value: string, secure: boolean) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari of the supported range
  document.cookie = choiceCookieText(name, value, secure)
}

export function readCookie(name: CookieName): string | null {
  return new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? null
}

export function setTheme(theme: Theme, scope: CookieScope) {
  // biome-ignore lint/suspicious/noDocumentCookie: see `writeCookie`
  for (const cookie of sharedCookie('theme', theme, scope)) document.cookie = cookie
  document.documentElement.dataset.theme = theme
}

/** Sets the colour of rising prices; null restores the default of the language. */
export function setUpColour(colour: 'red' | 'green' | null, secure: boolean) {
  writeCookie('upcolor', colour ?? '', secure)
  if (colour) document.documentElement.dataset.up = colour
  else delete document.documentElement.dataset.up
}

/** Applies the theme of the cookie; light without a cookie. */
export function applyTheme() {
  document.documentElement.dataset.theme = readCookie('theme') === 'dark' ? 'dark' : 'light'
}
