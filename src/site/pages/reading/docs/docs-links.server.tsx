import { useTranslations } from 'use-intl'
import type { Heading } from '../../../content/library/blocks.server.ts'
import { type DocEntry, docEntries } from '../../../content/library/docs-shelf.server.ts'
import type { PageCall } from '../../../page/page.server.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { keptPart, renderPart } from '../../../parts/parts.server.tsx'
import type { DocsLinkParts } from './docs-navigation.tsx'

/** The texts that `DocsNavigation` uses in the browser. */
export const navigationWords = ['docs.menu', 'docs.onThisPage', 'docs.navigation']

/**
 * The list of all pages. `current`: the slug of this page, '' for a page that is not listed; `sections`: the headings of
 * this page, listed below the page's title.
 */
export function docsLinks(
  { ctx, locale, context }: PageCall,
  { current, sections = [] }: { current: string; sections?: readonly Heading[] },
): DocsLinkParts {
  const entries = docEntries(ctx, locale)
  // All unlisted pages show the same list. One of them, the search, is rendered for each request.
  const part = current === '' ? keptPart : renderPart
  return {
    menu: part(context, 'docs-menu', <DocsLinks entries={entries} current={current} sections={[]} />),
    links: part(context, 'docs-links', <DocsLinks entries={entries} current={current} sections={sections} />),
  }
}

type DocsLinksProps = { entries: readonly DocEntry[]; current: string; sections: readonly Heading[] }

function DocsLinks({ entries, current, sections: within }: DocsLinksProps) {
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
  return (
    <ul className="docs-calls">
      {sections.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ul>
  )
}
