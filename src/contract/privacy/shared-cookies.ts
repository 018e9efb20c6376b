import type { Locale } from '../locale.ts'
import { choiceCookieText } from './browser-data.ts'

/** `domain`: a parent domain whose hosts share the cookies; null: only this host. */
export type CookieScope = { secure: boolean; domain: string | null }

/**
 * A cookie that the hosts of the domain share. It holds no secret. With a domain, a cookie that was set for this host
 * only is deleted, because browsers would send both.
 */
export function sharedCookie(name: 'lang' | 'locale' | 'theme', value: string, scope: CookieScope): string[] {
  const text = choiceCookieText(name, value, scope.secure)
  return scope.domain ? [choiceCookieText(name, '', scope.secure), `${text}; Domain=${scope.domain}`] : [text]
}

/** The two cookies that remember a chosen language, `lang` and `locale`, always written together. */
export function languageCookies(locale: Locale, scope: CookieScope): string[] {
  return [...sharedCookie('lang', locale, scope), ...sharedCookie('locale', locale, scope)]
}
