import { useTranslations } from 'use-intl'
import { Part, type ServerPart } from '../../../parts/part.tsx'

/** `menu`, `links`: the same list of pages, folded on a narrow screen and beside the text on a wide screen. */
export type DocsLinkParts = { menu: ServerPart; links: ServerPart }

/** `sections`: the sections of this page, folded where the screen has no room for a list beside the text. */
export function DocsNavigation({
  links: { menu, links },
  sections = null,
}: {
  links: DocsLinkParts
  sections?: ServerPart | null
}) {
  const t = useTranslations('docs')
  return (
    <div className="content-start shrink gap-12 docs-side">
      <details className="below-1024 docs-menu docs-pages">
        <summary>{t('menu')}</summary>
        <Part part={menu} />
      </details>
      {sections && (
        <details className="below-1024 docs-menu docs-sections">
          <summary>{t('onThisPage')}</summary>
          <Part part={sections} />
        </details>
      )}
      <Part part={links} as="nav" aria-label={t('navigation')} className="docs-nav" />
    </div>
  )
}
