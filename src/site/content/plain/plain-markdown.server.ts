import { type DocumentFacts, expand } from '../library/expand.server.ts'
import type { Document } from '../library/library.server.ts'

/** A document as Markdown for machines and editors: title first, absolute links, no heading ids, no directives. */
export function plainMarkdown(document: Document, ctx: DocumentFacts): string {
  const root = `${ctx.settings.publicUrl}/${document.locale}`
  const text = expand(document, ctx)
    .replace(/\s*\{#[\w-]+(?: folded)?\}$/gm, '')
    .replace(/^(```\w+) sample=[\w-]+$/gm, '$1')
    .replace(/\]\((\/docs\/[\w/-]+)(#[\w-]+)?\)/g, (_, path: string, hash = '') => `](${root}${path}.md${hash})`)
    .replace(/\]\((\/[^\s)]*)\)/g, (_, path: string) => `](${root}${path})`)
  return `# ${document.title}\n\n${document.description}\n\n${text.trim()}\n`
}
