import { entriesText } from '#src/content/follow-changelog.ts'
import { locales } from '#src/contract/locale.ts'
import type { ChangelogRow } from '#src/contract/operator/content/changelog.ts'
import { renderMarkdown } from '../../../content/library/blocks.server.ts'

export function entryPreview(entry: ChangelogRow) {
  const { day, isPublished } = entry
  const pages = locales.map((locale) => ({
    locale,
    blocks: renderMarkdown(entriesText([entry], locale), locale).blocks,
  }))
  return { day, isPublished, pages }
}
