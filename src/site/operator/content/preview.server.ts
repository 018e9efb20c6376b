import type { ReadText } from '#src/contract/operator/content/content.ts'
import { type Block, renderMarkdown } from '../../content/library/blocks.server.ts'
import { type DocumentFacts, expand } from '../../content/library/expand.server.ts'
import { asMarkdown } from '../../content/reference/as-markdown.ts'

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
  const markdown = text.kind === 'words' ? wordsTable(text.body) : expand({ ...text, kind: text.kind }, ctx)
  const { blocks } = renderMarkdown(markdown, locale)
  return { path, faults, source: null, page: { title, description, date, locale, blocks } }
}

/** The replaced texts of a page, one per row. */
function wordsTable(body: string): string {
  const rows = body
    .split('\n')
    .filter((line) => line.includes(':') && !line.startsWith('#'))
    .map((line) => {
      const colon = line.indexOf(':')
      return [`\`${line.slice(0, colon).trim()}\``, asMarkdown(line.slice(colon + 1).trim())]
    })
  return ['| | |', '|---|---|', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n')
}
