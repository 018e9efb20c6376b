import { useTranslations } from 'use-intl'
import type { Audience } from '../../../content/search/docs-index.server.ts'
import { type Found, searchDocs } from '../../../content/search/docs-search.server.ts'
import { docsWords } from '../../../content/tables/docs-words.server.ts'
import { publicPage } from '../../../page/page.server.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { Part, type ServerPart } from '../../../parts/part.tsx'
import type { FoundPage } from '../../../search/found.ts'
import { pagesOf } from '../../../search/pages.server.ts'
import { docsLinks, navigationWords } from './docs-links.server.tsx'
import { type DocsLinkParts, DocsNavigation } from './docs-navigation.tsx'
import { SearchForm } from './search-form.tsx'
import '../reading.css'

const queryMax = 100

export const loader = publicPage(['docs'], (call) => {
  const { ctx, locale, url, part } = call
  const query = (url.searchParams.get('q') ?? '').slice(0, queryMax).trim()
  const audience: Audience = url.searchParams.get('in') === 'operators' ? 'operators' : 'customers'
  const title = docsWords(locale)('search.title')
  const found = searchDocs(locale, ctx, query, audience)
  const isForCustomers = audience === 'customers'
  const own = isForCustomers && query ? pagesOf(ctx, locale, query).filter(({ kind }) => kind === 'account') : []
  const elsewhere = isForCustomers ? searchDocs(locale, ctx, query, 'operators').length : 0
  return {
    query,
    audience,
    count: found.length,
    found: part(
      'docs-found',
      <>
        {own.length > 0 && <OwnPages pages={own} />}
        <FoundList found={found} />
        {elsewhere > 0 && <Elsewhere query={query} count={elsewhere} />}
      </>,
    ),
    links: docsLinks(call, { current: '' }),
    scripted: [...navigationWords, 'docs.search'],
    head: { title, indexed: false },
  }
})

type SearchData = { query: string; audience: Audience; count: number; found: ServerPart; links: DocsLinkParts }

export default function DocsSearchPage({
  loaderData: { query, audience, count, found, links },
}: {
  loaderData: SearchData
}) {
  const t = useTranslations('docs.search')
  return (
    <div className="wrap docs">
      <DocsNavigation links={links} />
      <div className="docs-overview">
        <h1 className="page-title">{t('title')}</h1>
        <SearchForm
          label={t('label')}
          placeholder={t('placeholder')}
          submit={t('submit')}
          query={query}
          within={audience}
        />
        <p className="lead" role="status">
          {query ? t('results', { count, query }) : t('empty')}
        </p>
        {count === 0 && <p>{t('hint', { example: 'rate_limited' })}</p>}
        <Part part={found} />
      </div>
    </div>
  )
}

/** The pages of the reader's account. They are shown to people who are signed in. */
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

function Elsewhere({ query, count }: { query: string; count: number }) {
  const t = useTranslations('docs.search')
  return (
    <p className="found-elsewhere">
      <PageLink to={`/docs/search?${new URLSearchParams({ q: query, in: 'operators' })}`} className="link">
        {t('operators', { count })}
      </PageLink>
    </p>
  )
}

function FoundList({ found }: { found: readonly Found[] }) {
  return (
    <ol className="found">
      {found.map(({ path, id, title, heading, before, hit, after }) => (
        <li key={`${path}#${id}`}>
          <PageLink to={id ? `${path}#${id}` : path} className="link">
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
