import { locales } from '#src/contract/locale.ts'
import { docSlugs } from '#src/contract/operator/content/doc-pages.ts'
import type { Platform } from '#src/platform/platform.ts'
import { findDocument, ownArticleSlugs } from '../content/library/library.server.ts'
import { mainPages, productPages } from './navigation.ts'

const others = ['/coverage', '/faq', '/status', '/privacy', '/terms']

export function sitemapOf(ctx: Platform): string {
  const { publicUrl } = ctx.settings
  const paths = new Set([
    ...[...mainPages, ...productPages].map(({ path }) => path),
    ...others,
    ...docSlugs.map((slug) => `/docs/${slug}`),
    ...ownArticleSlugs(ctx).map((slug) => `/blog/${slug}`),
  ])
  const address = (locale: string, path: string) => `${publicUrl}/${locale}${path === '/' ? '' : path}`
  const languagesOf = (path: string) => {
    const [, slug] = /^\/blog\/(.+)$/.exec(path) ?? []
    return slug === undefined ? locales : locales.filter((locale) => findDocument(ctx, locale, 'blog', slug) !== null)
  }
  const entries = [...paths].flatMap((path) =>
    languagesOf(path).map((locale) => {
      const links = languagesOf(path).map(
        (other) => `<xhtml:link rel="alternate" hreflang="${other}" href="${address(other, path)}"/>`,
      )
      return `<url><loc>${address(locale, path)}</loc>${links.join('')}</url>`
    }),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`
}
