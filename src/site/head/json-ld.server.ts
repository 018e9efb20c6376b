import type { Locale } from '#src/contract/locale.ts'
import { brandOf } from '#src/platform/brand/brand.ts'
import type { Platform } from '#src/platform/platform.ts'

export function homeJsonLd(ctx: Platform, locale: Locale): object[] {
  const { publicUrl } = ctx.settings
  const { name, supportEmail } = brandOf(ctx)
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name,
      url: publicUrl,
      logo: `${publicUrl}/icon-512.png`,
      email: supportEmail,
    },
    { '@context': 'https://schema.org', '@type': 'WebSite', name, url: `${publicUrl}/${locale}`, inLanguage: locale },
  ]
}

type Article = { title: string; description: string; date: string | null; locale: Locale; slug: string }

export function articleJsonLd(ctx: Platform, { title, description, date, locale, slug }: Article): object {
  const organization = { '@type': 'Organization', name: brandOf(ctx).name }
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: title,
    description,
    datePublished: date ?? '',
    inLanguage: locale,
    mainEntityOfPage: `${ctx.settings.publicUrl}/${locale}/blog/${slug}`,
    author: organization,
    publisher: organization,
  }
}
