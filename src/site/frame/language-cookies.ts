import type { Locale } from '#src/contract/locale.ts'
import { languageCookieSeconds, localeCookieSeconds } from '#src/contract/site.ts'

/** The two cookies that remember a chosen language, always written together. They hold no secret. */
export function languageCookies(locale: Locale, secure: boolean): [lang: string, locale: string] {
  const suffix = `Path=/; SameSite=Lax${secure ? '; Secure' : ''}`
  return [
    `lang=${locale}; Max-Age=${languageCookieSeconds}; ${suffix}`,
    `locale=${locale}; Max-Age=${localeCookieSeconds}; ${suffix}`,
  ]
}
