import { useTranslations } from 'use-intl'
import { searchDocs } from '../../../content/search/docs-search.server.ts'
import { docsWords } from '../../../content/tables/docs-words.server.ts'
import { publicPage } from '../../../page/page.server.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { Part, type ServerPart } from '../../../parts/part.tsx'
import type { FoundPage } from '../../../search/found.ts'
import { pagesOf } from '../../../search/pages.server.ts'
import { FoundList } from '../found-list.tsx'
import { docsLinks, navigationWords } from './docs-links.server.tsx'
import { type DocsLinkParts, DocsNavigation } from './docs-navigation.tsx'
import { SearchForm } from './search-form.tsx'
import '../reading.css'

const queryMax = 100

export const loader = publicPage(['docs'], (call) => {
  const { ctx, locale, url, part } = call
  const query = (url.searchParams.get('q') ?? '').slice(0, queryMax).trim()
  const title = docsWords(locale)('search.title')
  const found = searchDocs(locale, ctx, query, 'customers')
  const own = query ? pagesOf(ctx, locale, query).filter(({ kind }) => kind === 'account') : []
  return {
    query,
    count: found.length,
    found: part(
      'docs-found',
      <>
        {own.length > 0 && <OwnPages pages={own} />}
        <FoundList found={found} />
      </>,
    ),
    links: docsLinks(call, { current: '' }),
    scripted: [...navigationWords, 'docs.search'],
    head: { title, indexed: false },
  }
})

type SearchData = { query: string; count: number; found: ServerPart; links: DocsLinkParts }

export default function DocsSearchPage({ loaderData: { query, count, found, links } }: { loaderData: SearchData }) {
  const t = useTranslations('docs.search')
  return (
    <div className="wrap stack docs">
      <DocsNavigation links={links} />
      <div className="docs-overview">
        <h1 className="page-title">{t('title')}</h1>
        <SearchForm label={t('label')} placeholder={t('placeholder')} submit={t('submit')} query={query} />
        <p className="lead" role="status">
          {query ? t('results', { count, query }) : t('empty')}
        </p>
        {count === 0 && <p>{t('hint', { example: 'rate_limited' })}</p>}
        <Part part={found} />
      </div>
    </div>
  )
}

/** The pages of the reader's account, shown to signed-in readers. */
function OwnPages({ pages }: { pages: readonly FoundPage[] }) {
  const t = useTranslations('docs.search')
  return (
    <section className="found-own when-member">
      <h2>{t('account')}</h2>
      <ul>
        {pages.map(({ path, title, text }) => (
          <li key={path}>
            <PageLink to={path} className="link">
              {title}
            </PageLink>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
