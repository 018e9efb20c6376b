import type { LanguageCookieScope } from '#src/contract/privacy/language-cookies.ts'
import type { Settings } from '#src/platform/settings.ts'
import { pageSettings } from '../settings.ts'

export function languageCookieScope(settings: Settings): LanguageCookieScope {
  return { secure: settings.publicUrl.startsWith('https:'), domain: settings.of(pageSettings).cookieDomain }
}
