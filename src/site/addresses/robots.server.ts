import { locales } from '#src/contract/locale.ts'
import type { Platform } from '#src/platform/platform.ts'

const closed = ['login', 'callback', 'dashboard', 'payment', 'operator', 'language', 'signout']

export function robotsText({ settings: { mode, publicUrl } }: Platform): string {
  return [
    'User-agent: *',
    ...(mode === 'sandbox' ? ['Disallow: /dev/'] : []),
    ...disallowed(),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
}

function disallowed(): string[] {
  return ['Disallow: /api/', ...locales.flatMap((locale) => closed.map((name) => `Disallow: /${locale}/${name}`))]
}
