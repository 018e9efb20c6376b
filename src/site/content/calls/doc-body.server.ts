import { type Block, type Heading, renderMarkdown } from '../library/blocks.server.ts'
import { type DocumentFacts, expand } from '../library/expand.server.ts'
import type { Document } from '../library/library.server.ts'
import { type CallReference, callReferences } from './call-reference.server.ts'

/**
 * The body of a documentation page. On a page of the REST reference, `calls` are shown between `before` and `after`;
 * on any other page, `before` is the whole body.
 */
export type DocBody = { before: Block[]; calls: CallReference[]; after: Block[]; headings: Heading[] }

const routesDirective = /\{\{routes ([\w-]+)\}\}/

/** A paragraph that only links to a ticker in `charted` becomes a chart. */
export function docBody(document: Document, ctx: DocumentFacts, charted: readonly string[] = []): DocBody {
  const rendered = (body: string) => renderMarkdown(expand({ ...document, body }, ctx), document.locale, charted)
  const directive = routesDirective.exec(document.body)
  const calls = directive ? callReferences(document.locale, directive[1] ?? '') : null
  if (!directive || !calls) {
    const { blocks, headings } = rendered(document.body)
    return { before: blocks, calls: [], after: [], headings }
  }
  const before = rendered(document.body.slice(0, directive.index))
  const after = rendered(document.body.slice(directive.index + directive[0].length))
  const called = calls.map(({ id, path }) => ({ id, text: path }))
  return {
    before: before.blocks,
    calls,
    after: after.blocks,
    headings: [...before.headings, ...called, ...after.headings],
  }
}
