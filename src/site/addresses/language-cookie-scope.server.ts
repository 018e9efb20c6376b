import type { CookieScope } from '#src/contract/privacy/shared-cookies.ts'
import type { Settings } from '#src/platform/settings.ts'
import { pageSettings } from '../settings.ts'

export function languageCookieScope(settings: Settings): CookieScope {
  return { secure: settings.publicUrl.startsWith('https:'), domain: settings.of(pageSettings).cookieDomain }
}
