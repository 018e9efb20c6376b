import type { Settings } from '#src/platform/settings.ts'
import { pageSettings } from '../settings.ts'
import type { LanguageCookieScope } from './language-cookies.ts'

export function languageCookieScope(settings: Settings): LanguageCookieScope {
  return { secure: settings.publicUrl.startsWith('https:'), domain: settings.of(pageSettings).cookieDomain }
}
