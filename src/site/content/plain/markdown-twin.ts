import type { LoaderFunctionArgs } from 'react-router'
import { localeContext, platformContext } from '../../page/context.ts'
import { notFound } from '../../page/page.server.ts'
import { findDocument } from '../library/library.server.ts'
import { plainMarkdown, textResponse } from './plain-markdown.server.ts'

/** `/en-US/docs/quick-start.md`: the page's text as Markdown. */
export function loader({ url, context }: LoaderFunctionArgs) {
  const [, kind, slug = ''] = /\/(docs|blog)\/(.+)\.md$/.exec(url.pathname) ?? []
  const ctx = context.get(platformContext)
  const document = findDocument(ctx, context.get(localeContext), kind === 'blog' ? 'blog' : 'docs', slug)
  if (!document) throw notFound(url)
  return textResponse(plainMarkdown(document, ctx), 'text/markdown')
}
