import { locales } from '#src/contract/locale.ts'
import { dayMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import { contactSettings } from '../settings.ts'

/** Time after which a cached copy must be read again. */
const validDays = 180

/** Where to report weaknesses, in the form of RFC 9116. It is written for each request, so it never expires. */
export function securityText({ settings, clock }: Pick<Platform, 'settings' | 'clock'>): string {
  const { publicUrl } = settings
  const until = new Date(Math.floor(clock.now() / dayMs) * dayMs + validDays * dayMs)
  const languages = locales.map((locale) => locale.split('-')[0])
  return [
    `Contact: mailto:${settings.of(contactSettings).securityEmail}`,
    `Expires: ${until.toISOString().replace('.000', '')}`,
    `Preferred-Languages: ${[...new Set(languages)].join(', ')}`,
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    ...locales.map((locale) => `Policy: ${publicUrl}/${locale}/docs/security`),
    '',
  ].join('\n')
}
