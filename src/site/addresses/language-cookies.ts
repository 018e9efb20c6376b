import type { Locale } from '#src/contract/locale.ts'
import { choiceCookieText } from '#src/contract/privacy/browser-data.ts'

/** The two cookies that remember a chosen language, always written together. They hold no secret. */
export function languageCookies(locale: Locale, secure: boolean): [lang: string, locale: string] {
  return [choiceCookieText('lang', locale, secure), choiceCookieText('locale', locale, secure)]
}
