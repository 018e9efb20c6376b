import { useTranslations } from 'use-intl'
import { type Found, searchDocs } from '../../../content/library/docs-search.server.ts'
import { docsWords } from '../../../content/tables/docs-words.server.ts'
import { publicPage } from '../../../page/page.server.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { Part, type ServerPart } from '../../../parts/part.tsx'
import { docsLinks, navigationWords } from './docs-links.server.tsx'
import { type DocsLinkParts, DocsNavigation } from './docs-navigation.tsx'
import '../reading.css'

const queryMax = 100

export const loader = publicPage(['docs'], (call) => {
  const { ctx, locale, url, part } = call
  const query = (url.searchParams.get('q') ?? '').slice(0, queryMax).trim()
  const title = docsWords(locale)('search.title')
  const found = searchDocs(locale, ctx, query)
  return {
    query,
    count: found.length,
    found: part('docs-found', <FoundList found={found} />),
    links: docsLinks(call, { current: '' }),
    scripted: navigationWords,
    head: { title, indexed: false },
  }
})

type SearchData = { query: string; count: number; found: ServerPart; links: DocsLinkParts }

export default function DocsSearchPage({ loaderData: { query, count, found, links } }: { loaderData: SearchData }) {
  const t = useTranslations('docs.search')
  return (
    <div className="wrap docs">
      <DocsNavigation links={links} query={query} />
      <div className="docs-overview">
        <h1 className="page-title">{t('title')}</h1>
        <p className="lead" role="status">
          {query ? t('results', { count, query }) : t('empty')}
        </p>
        {count === 0 && <p>{t('hint', { example: 'rate_limited' })}</p>}
        <Part part={found} />
      </div>
    </div>
  )
}

function FoundList({ found }: { found: readonly Found[] }) {
  return (
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
  )
}
