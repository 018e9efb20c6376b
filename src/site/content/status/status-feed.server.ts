import type { Locale } from '#src/contract/locale.ts'
import { type StatusReport, textIn } from '#src/contract/status/status.ts'
import { brandOf } from '#src/platform/brand/brand.ts'
import { escapeXml } from '#src/platform/http/escape-html.ts'
import type { Platform } from '#src/platform/platform.ts'
import { wordsOf } from '../../context/words.server.ts'

/** One feed entry for each update of each incident, newest first. */
export function statusFeedOf(ctx: Platform, locale: Locale, { incidents }: StatusReport): string {
  const { publicUrl } = ctx.settings
  const { meta, stages } = wordsOf(ctx, locale, ['status']).status
  const root = `${publicUrl}/${locale}/status`
  const items = incidents.flatMap(({ id, titles, updates }) =>
    updates.map(({ at, stage, texts }, position) => ({
      at,
      title: `${stages[stage]}: ${textIn(titles, locale).text}`,
      text: textIn(texts, locale).text,
      link: `${root}#incident-${id}`,
      guid: `${publicUrl}/status#incident-${id}-${updates.length - position}`,
    })),
  )
  const texts = items
    .sort((a, b) => b.at - a.at)
    .map(
      ({ at, title, text, link, guid }) => `  <item>
    <title>${escapeXml(title)}</title>
    <link>${link}</link>
    <guid isPermaLink="false">${guid}</guid>
    <pubDate>${new Date(at).toUTCString()}</pubDate>
    <description>${escapeXml(text)}</description>
  </item>`,
    )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
  <title>${escapeXml(`${brandOf(ctx).name} · ${meta.title}`)}</title>
  <link>${root}</link>
  <description>${escapeXml(meta.description)}</description>
  <language>${locale}</language>
  <atom:link href="${root}/rss.xml" rel="self" type="application/rss+xml"/>
${texts.join('\n')}
</channel>
</rss>
`
}
