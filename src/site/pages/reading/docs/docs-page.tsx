import { useTranslations } from 'use-intl'
import { type DocEntry, docEntries } from '../../../content/library/docs-shelf.server.ts'
import { DocsNavigation } from './docs-navigation.tsx'
import '../reading.css'
import { publicPage } from '../../../page/page.server.ts'
import { PageLink } from '../../../page/page-link.tsx'

export const loader = publicPage(['docs'], ({ locale }) => ({ entries: docEntries(locale), head: {} }))

export default function Docs({ loaderData: { entries } }: { loaderData: { entries: DocEntry[] } }) {
  const t = useTranslations('docs')
  const sections = [...new Set(entries.map(({ section }) => section))]
  return (
    <div className="wrap docs">
      <DocsNavigation entries={entries} current="" />
      <div className="docs-overview">
        <h1 className="page-title">{t('meta.title')}</h1>
        <p className="lead">{t('lead')}</p>
        {sections.map((section) => (
          <section key={section}>
            <h2>{t(`sections.${section}`)}</h2>
            <ul>
              {entries
                .filter((entry) => entry.section === section)
                .map(({ slug, title, description }) => (
                  <li key={slug}>
                    <PageLink to={`/docs/${slug}`} className="link">
                      {title}
                    </PageLink>
                    <p>{description}</p>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}
