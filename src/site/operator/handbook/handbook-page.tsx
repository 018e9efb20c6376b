import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { pathOfDocument } from '../../content/library/doc-list.ts'
import { handbookOf } from '../../content/library/library.server.ts'
import { searchDocs } from '../../content/search/docs-search.server.ts'
import { inLanguage, PageLink } from '../../page/page-link.tsx'
import { FoundList } from '../../pages/reading/found-list.tsx'
import { TextInput } from '../../ui/typing/text-input.tsx'
import { Panel } from '../parts/frame/panel.tsx'
import { EmptyState } from '../parts/frame/states.tsx'
import { consolePage } from '../shell/console-page.server.ts'
import { ConsolePage } from '../shell/console-page.tsx'
import './handbook.css'

const queryMax = 100

export const loader = (args: LoaderFunctionArgs) =>
  consolePage('operatorHandbook', async ({ ctx, locale, url }) => {
    const query = (url.searchParams.get('q') ?? '').slice(0, queryMax).trim()
    const chapters = handbookOf(locale).map(({ slug, title, description }) => ({ slug, title, description }))
    return { query, chapters, found: query === '' ? [] : searchDocs(locale, ctx, query, 'operators') }
  })(args)

export default function HandbookPage() {
  const t = useTranslations('operatorHandbook')
  const loaded = useLoaderData<typeof loader>()
  return (
    <ConsolePage loaded={loaded} title={t('meta.title')} lead={t('lead')}>
      {({ query, chapters, found }) => (
        <>
          <HandbookSearch query={query} />
          {query === '' ? (
            <Panel title={t('pages')}>
              <ul className="stack handbook-pages">
                {chapters.map(({ slug, title, description }) => (
                  <li key={slug}>
                    <PageLink to={pathOfDocument('handbook', slug)} className="link">
                      {title}
                    </PageLink>
                    <p>{description}</p>
                  </li>
                ))}
              </ul>
            </Panel>
          ) : (
            <Panel title={t('found', { query })} aside={<PageLink to="/operator/handbook">{t('all')}</PageLink>}>
              {found.length === 0 ? (
                <EmptyState title={t('none')}>{t('noneText')}</EmptyState>
              ) : (
                <FoundList found={found} className="stack handbook-pages" />
              )}
            </Panel>
          )}
        </>
      )}
    </ConsolePage>
  )
}

function HandbookSearch({ query }: { query: string }) {
  const t = useTranslations('operatorHandbook.search')
  const action = inLanguage(useLocale(), '/operator/handbook')
  return (
    <Form role="search" aria-label={t('label')} action={action} className="flow handbook-search">
      <TextInput
        key={query}
        className="input"
        type="search"
        name="q"
        defaultValue={query}
        aria-label={t('label')}
        placeholder={t('label')}
        maxLength={queryMax}
      />
      <button type="submit" className="btn btn-outline">
        {t('submit')}
      </button>
    </Form>
  )
}
