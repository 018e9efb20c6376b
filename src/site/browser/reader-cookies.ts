import { type ChoiceCookie, type CookieName, choiceCookieText } from '#src/contract/privacy/browser-data.ts'

export type Theme = 'light' | 'dark'

/** Cookies that the browser may read: they hold choices, never secrets. */
export function writeCookie(name: ChoiceCookie, value: string, secure: boolean) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari of the supported range
  document.cookie = choiceCookieText(name, value, secure)
}

export function readCookie(name: CookieName): string | null {
  return new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? null
}

export function setTheme(theme: Theme, secure: boolean) {
  writeCookie('theme', theme, secure)
  document.documentElement.dataset.theme = theme
}

/** Red or green for a rising price; null goes back to what the language is used to. */
export function setUpColour(colour: 'red' | 'green' | null, secure: boolean) {
  writeCookie('upcolor', colour ?? '', secure)
  if (colour) document.documentElement.dataset.up = colour
  else delete document.documentElement.dataset.up
}

/** The cookie decides on every navigation; light without one. */
export function applyTheme() {
  document.documentElement.dataset.theme = readCookie('theme') === 'dark' ? 'dark' : 'light'
}
