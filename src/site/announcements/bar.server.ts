import type { Locale } from '#src/contract/locale.ts'
import type { ShownAnnouncement } from '#src/contract/values/announcement.ts'
import { type Asked, dismissedBy } from './dismissed.server.ts'

/** At most so many stand above a page, the newest first. */
const shownMax = 3

/** What a reader has not closed. */
export function openTo(request: Asked, list: readonly ShownAnnouncement[]): ShownAnnouncement[] {
  if (list.length === 0) return []
  const dismissed = dismissedBy(request)
  return list.filter(({ id }) => !dismissed.includes(id)).slice(0, shownMax)
}

/**
 * The bar of public pages, put into the finished page: it is one text for all readers, and a component of it would send its code
 * with every page. The layout (`root.tsx`) has the empty element and never looks into it.
 */
export function withBar(
  html: string,
  list: readonly ShownAnnouncement[],
  { locale, words }: { locale: Locale; words: { label: string; dismiss: string } },
): string {
  if (list.length === 0) return html
  const items = list.map(
    ({ id, level, texts }) =>
      `<li data-level="${level}"><p>${asHtml(texts[locale])}</p><form method="post" action="/${locale}/announcements/${id}/dismiss"><button type="submit" class="icon-btn" aria-label="${asHtml(words.dismiss)}"><span aria-hidden="true">×</span></button></form></li>`,
  )
  const bar = `<section aria-label="${asHtml(words.label)}"><ul class="announcements">${items.join('')}</ul></section>`
  return html.replace('<announcement-bar>', (element) => element + bar)
}

function asHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
