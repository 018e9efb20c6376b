import type { Locale } from '#src/contract/locale.ts'
import type { Platform } from '#src/platform/platform.ts'

export function homeJsonLd({ settings }: Platform, locale: Locale): object[] {
  const { publicUrl, brandName: name, supportEmail } = settings
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name,
      url: publicUrl,
      logo: `${publicUrl}/favicon.svg`,
      email: supportEmail,
    },
    { '@context': 'https://schema.org', '@type': 'WebSite', name, url: `${publicUrl}/${locale}`, inLanguage: locale },
  ]
}
