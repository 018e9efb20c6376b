import { docEntries } from '../content/library/docs-shelf.server.ts'
import { searchDocs } from '../content/search/docs-search.server.ts'
import { localeContext, platformContext, type TextCall } from '../context/context.ts'
import { wordsOf } from '../context/words.server.ts'
import type { FoundDoc, SiteAnswer } from './found.ts'
import { pagesOf } from './pages.server.ts'

const queryMax = 100
const docsShown = 30
/** Number of documentation pages shown before anything is typed. */
const firstDocs = 4

const json = (body: object, seconds: number) =>
  new Response(JSON.stringify(body), {
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': `public, max-age=${seconds}` },
  })

/**
 * Pages and documentation sections that match `q`, best first. Without `q`: all pages, and the first pages of the
 * documentation.
 */
export function searchAnswer({ url, context }: TextCall) {
  const [ctx, locale] = [context.get(platformContext), context.get(localeContext)]
  const query = (url.searchParams.get('q') ?? '').slice(0, queryMax).trim()
  const found = searchDocs(locale, ctx, query).slice(0, docsShown)
  const docs: FoundDoc[] =
    query === ''
      ? docEntries(ctx, locale)
          .slice(0, firstDocs)
          .map(({ slug, title, description }) => ({ path: `/docs/${slug}`, title, text: description, page: '' }))
      : found.map(({ path, id, title, heading, before, hit, after }) => ({
          path: id ? `${path}#${id}` : path,
          title: heading || title,
          text: `${before}${hit}${after}`,
          page: heading ? title : '',
        }))
  return json({ docs, pages: pagesOf(ctx, locale, query) } satisfies SiteAnswer, 60)
}

/** The texts of the search. They are loaded with the search, so they add nothing to pages. */
export function searchWords({ context }: TextCall) {
  const { search, chart } = wordsOf(context.get(platformContext), context.get(localeContext), ['search', 'chart'])
  return json({ search, demoNames: chart.search.demoNames }, 300)
}
