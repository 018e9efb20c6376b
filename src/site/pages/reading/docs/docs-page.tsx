import { useTranslations } from 'use-intl'
import { type DocEntry, docEntries } from '../../../content/library/docs-shelf.server.ts'
import { publicPage } from '../../../page/page.server.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { Part, type ServerPart } from '../../../parts/part.tsx'
import { docsLinks, navigationWords } from './docs-links.server.tsx'
import { type DocsLinkParts, DocsNavigation } from './docs-navigation.tsx'
import '../reading.css'

export const loader = publicPage(['docs'], (call) => ({
  links: docsLinks(call, { current: '' }),
  body: call.part('docs-overview', <Overview entries={docEntries(call.locale)} />),
  scripted: navigationWords,
  head: {},
}))

export default function Docs({
  loaderData: { links, body },
}: {
  loaderData: { links: DocsLinkParts; body: ServerPart }
}) {
  return (
    <div className="wrap docs">
      <DocsNavigation links={links} />
      <Part part={body} className="docs-overview" />
    </div>
  )
}

function Overview({ entries }: { entries: readonly DocEntry[] }) {
  const t = useTranslations('docs')
  const sections = [...new Set(entries.map(({ section }) => section))]
  return (
    <>
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
    </>
  )
}
