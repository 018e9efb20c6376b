import { locales } from '#src/contract/locale.ts'
import { dayMs } from '#src/contract/time.ts'
import { brandOf } from '#src/platform/brand/brand.ts'
import type { Platform } from '#src/platform/platform.ts'

/** How long a copy of `security.txt` is valid. */
const validDays = 180

/**
 * The text of `security.txt` (RFC 9116): where to report weaknesses. The expiry date moves on every day, so the text
 * never expires.
 */
export function securityText(ctx: Pick<Platform, 'settings' | 'clock' | 'kept'>): string {
  const { clock, settings } = ctx
  const { publicUrl } = settings
  const until = new Date(Math.floor(clock.now() / dayMs) * dayMs + validDays * dayMs)
  const languages = locales.map((locale) => locale.split('-')[0])
  return [
    `Contact: mailto:${brandOf(ctx).securityEmail}`,
    `Expires: ${until.toISOString().replace('.000', '')}`,
    `Preferred-Languages: ${[...new Set(languages)].join(', ')}`,
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    ...locales.map((locale) => `Policy: ${publicUrl}/${locale}/docs/security`),
    '',
  ].join('\n')
}
