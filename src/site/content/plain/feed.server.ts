import type { Locale } from '#src/contract/locale.ts'
import { brandOf } from '#src/platform/brand/brand.ts'
import { escapeXml } from '#src/platform/http/escape-html.ts'
import { wordsOf } from '../../context/words.server.ts'
import type { DocumentFacts } from '../library/expand.server.ts'
import { articlesOf } from '../library/library.server.ts'

export function feedOf(locale: Locale, ctx: DocumentFacts): string {
  const { publicUrl } = ctx.settings
  const { meta } = wordsOf(ctx, locale, ['blog']).blog
  const root = `${publicUrl}/${locale}/blog`
  const items = articlesOf(ctx, locale).map(({ slug, title, description, date }) => {
    const link = `${root}/${slug}`
    const published = new Date(`${date}T00:00:00Z`).toUTCString()
    return `  <item>
    <title>${escapeXml(title)}</title>
    <link>${link}</link>
    <guid isPermaLink="true">${link}</guid>
    <pubDate>${published}</pubDate>
    <description>${escapeXml(description)}</description>
  </item>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
  <title>${escapeXml(`${brandOf(ctx).name} · ${meta.title}`)}</title>
  <link>${root}</link>
  <description>${escapeXml(meta.description)}</description>
  <language>${locale}</language>
  <atom:link href="${root}/rss.xml" rel="self" type="application/rss+xml"/>
${items.join('\n')}
</channel>
</rss>
`
}
