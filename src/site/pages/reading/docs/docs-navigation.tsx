import { useTranslations } from 'use-intl'
import { Part, type ServerPart } from '../../../parts/part.tsx'
import { SearchForm } from './search-form.tsx'

/** `menu`, `links`: the same list of pages, folded on a narrow screen and beside the text on a wide one. */
export type DocsLinkParts = { menu: ServerPart; links: ServerPart }

export function DocsNavigation({ links: { menu, links }, query = '' }: { links: DocsLinkParts; query?: string }) {
  const t = useTranslations('docs')
  return (
    <div className="docs-side">
      <SearchForm
        label={t('search.label')}
        placeholder={t('search.placeholder')}
        submit={t('search.submit')}
        query={query}
      />
      <details className="docs-menu">
        <summary>{t('menu')}</summary>
        <Part part={menu} />
      </details>
      <Part part={links} as="nav" aria-label={t('navigation')} className="docs-nav" />
    </div>
  )
}
