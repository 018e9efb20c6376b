import { useTranslations } from 'use-intl'
import type { DocEntry } from '../../content/library/docs-shelf.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { SearchForm } from './search-form.tsx'

/** The documentation's own menu: open beside the text on a wide screen, folded above it on a narrow one. */
type DocsNavigationProps = { entries: readonly DocEntry[]; current: string; query?: string }

export function DocsNavigation({ entries, current, query = '' }: DocsNavigationProps) {
  const t = useTranslations('docs')
  return (
    <div className="docs-side">
      <DocsSearch query={query} />
      <details className="docs-menu">
        <summary>{t('menu')}</summary>
        <DocsLinks entries={entries} current={current} />
      </details>
      <nav aria-label={t('navigation')} className="docs-nav">
        <DocsLinks entries={entries} current={current} />
      </nav>
    </div>
  )
}

function DocsLinks({ entries, current }: { entries: readonly DocEntry[]; current: string }) {
  const t = useTranslations('docs.sections')
  const sections = [...new Set(entries.map(({ section }) => section))]
  return sections.map((section) => (
    <div key={section}>
      <p className="kick">{t(section)}</p>
      <ul>
        {entries
          .filter((entry) => entry.section === section)
          .map(({ slug, title }) => (
            <li key={slug}>
              <PageLink to={`/docs/${slug}`} aria-current={slug === current ? 'page' : undefined}>
                {title}
              </PageLink>
            </li>
          ))}
      </ul>
    </div>
  ))
}

function DocsSearch({ query }: { query: string }) {
  const t = useTranslations('docs.search')
  return <SearchForm label={t('label')} placeholder={t('placeholder')} submit={t('submit')} query={query} />
}
