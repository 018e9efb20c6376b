import type { Locale } from '../locale.ts'
import { choiceCookieText } from './browser-data.ts'

/** `domain`: a parent domain whose hosts share the cookies; null: only this host. */
export type LanguageCookieScope = { secure: boolean; domain: string | null }

/**
 * The two cookies that remember a chosen language, `lang` and `locale`, always written together. They hold no secret.
 * With a domain, cookies that were set for this host only are deleted, because browsers would send both.
 */
export function languageCookies(locale: Locale, { secure, domain }: LanguageCookieScope): string[] {
  const names = ['lang', 'locale'] as const
  if (!domain) return names.map((name) => choiceCookieText(name, locale, secure))
  return names.flatMap((name) => [
    choiceCookieText(name, '', secure),
    `${choiceCookieText(name, locale, secure)}; Domain=${domain}`,
  ])
}
