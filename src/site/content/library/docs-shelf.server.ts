import type { Locale } from '#src/contract/locale.ts'
import { type DocSection, docSections } from '#src/contract/operator/content/doc-pages.ts'
import type { Platform } from '#src/platform/platform.ts'
import { docsOf } from './library.server.ts'

export type DocEntry = { section: DocSection; slug: string; title: string; description: string }

/** Titles of the documentation in reading order, for menus and lists. */
export function docEntries(ctx: Pick<Platform, 'kept'>, locale: Locale): DocEntry[] {
  const titles = new Map(docsOf(ctx, locale).map((document) => [document.slug, document]))
  return docSections.flatMap(({ name, slugs }) =>
    slugs.flatMap((slug) => {
      const document = titles.get(slug)
      return document ? [{ section: name, slug, title: document.title, description: document.description }] : []
    }),
  )
}
