import { useTranslations } from 'use-intl'
import { type Found, searchDocs } from '../../../content/library/docs-search.server.ts'
import { type DocEntry, docEntries } from '../../../content/library/docs-shelf.server.ts'
import { docsWords } from '../../../content/tables/docs-words.server.ts'
import { DocsNavigation } from './docs-navigation.tsx'
import '../reading.css'
import { publicPage } from '../../../page/page.server.ts'
import { PageLink } from '../../../page/page-link.tsx'

const queryMax = 100

export const loader = publicPage(['docs'], ({ ctx, locale, url }) => {
  const query = (url.searchParams.get('q') ?? '').slice(0, queryMax).trim()
  const title = docsWords(locale)('search.title')
  return {
    query,
    found: searchDocs(locale, ctx, query),
    entries: docEntries(locale),
    head: { title, indexed: false },
  }
})

type SearchData = { query: string; found: Found[]; entries: DocEntry[] }

export default function DocsSearchPage({ loaderData: { query, found, entries } }: { loaderData: SearchData }) {
  const t = useTranslations('docs.search')
  return (
    <div className="wrap docs">
      <DocsNavigation entries={entries} current="" query={query} />
      <div className="docs-overview">
        <h1 className="page-title">{t('title')}</h1>
        <p className="lead" role="status">
          {query ? t('results', { count: found.length, query }) : t('empty')}
        </p>
        {found.length === 0 && <p>{t('hint', { example: 'rate_limited' })}</p>}
        <ol className="found">
          {found.map(({ slug, id, title, heading, before, hit, after }) => (
            <li key={`${slug}#${id}`}>
              <PageLink to={`/docs/${slug}${id ? `#${id}` : ''}`} className="link">
                {heading ? `${title} · ${heading}` : title}
              </PageLink>
              <p>
                {before}
                <mark>{hit}</mark>
                {after}
              </p>
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}
