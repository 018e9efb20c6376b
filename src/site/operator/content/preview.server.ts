import type { ReadText } from '#src/contract/operator/content/content.ts'
import { type Block, renderMarkdown } from '../../content/library/blocks.server.ts'
import { type DocumentFacts, expand } from '../../content/library/expand.server.ts'

/** A file of the operator as the site shows it. `page` is null for a faulty file, whose source is shown instead. */
export type Preview = {
  path: string
  faults: ReadText['faults']
  source: string | null
  page: { title: string; description: string; date: string | null; locale: string; blocks: Block[] } | null
}

export function previewOf({ path, faults, source, text }: ReadText, ctx: DocumentFacts): Preview {
  if (!text) return { path, faults, source, page: null }
  const { title, description, date, locale } = text
  const { blocks } = renderMarkdown(expand(text, ctx), locale)
  return { path, faults, source: null, page: { title, description, date, locale, blocks } }
}
