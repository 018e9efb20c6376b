import { useTranslations } from 'use-intl'
import type { Heading } from '../../../content/library/blocks.server.ts'
import type { DocEntry } from '../../../content/library/docs-shelf.server.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { useScrollSpy } from '../reference/scroll-spy.ts'
import { SearchForm } from './search-form.tsx'

/** The documentation's own menu: open beside the text on a wide screen, folded above it on a narrow one. */
type DocsNavigationProps = {
  entries: readonly DocEntry[]
  current: string
  query?: string
  /** Of the current page, listed below its title. */
  sections?: readonly Heading[]
}

export function DocsNavigation({ entries, current, query = '', sections = [] }: DocsNavigationProps) {
  const t = useTranslations('docs')
  return (
    <div className="docs-side">
      <DocsSearch query={query} />
      <details className="docs-menu">
        <summary>{t('menu')}</summary>
        <DocsLinks entries={entries} current={current} />
      </details>
      <nav aria-label={t('navigation')} className="docs-nav">
        <DocsLinks entries={entries} current={current} sections={sections} />
      </nav>
    </div>
  )
}

type DocsLinksProps = Pick<DocsNavigationProps, 'entries' | 'current' | 'sections'>

function DocsLinks({ entries, current, sections: within = [] }: DocsLinksProps) {
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
              {slug === current && within.length > 0 && <Sections sections={within} />}
            </li>
          ))}
      </ul>
    </div>
  ))
}

function Sections({ sections }: { sections: readonly Heading[] }) {
  const current = useScrollSpy(sections.map(({ id }) => id))
  return (
    <ul className="docs-calls">
      {sections.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
}

function DocsSearch({ query }: { query: string }) {
  const t = useTranslations('docs.search')
  return <SearchForm label={t('label')} placeholder={t('placeholder')} submit={t('submit')} query={query} />
}
