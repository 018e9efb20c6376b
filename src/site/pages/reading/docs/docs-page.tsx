import { useTranslations } from 'use-intl'
import { exampleOf } from '../../../content/calls/call-reference.server.ts'
import { type DocEntry, docEntries } from '../../../content/library/docs-shelf.server.ts'
import { publicPage } from '../../../page/page.server.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { Part, type ServerPart } from '../../../parts/part.tsx'
import { RequestCard } from '../../../showcase/request/request-card.tsx'
import { useReaderKey } from '../reference/reader-key.ts'
import { docsLinks, navigationWords } from './docs-links.server.tsx'
import { type DocsLinkParts, DocsNavigation } from './docs-navigation.tsx'
import { KeyPicker } from './key-picker.tsx'
import '../reading.css'

const path = '/stock/kline'

export const loader = publicPage(['docs', 'request'], (call) => {
  const { query, answer } = exampleOf({ name: 'kline', path })
  const entries = docEntries(call.ctx, call.locale)
  return {
    links: docsLinks(call, { current: '' }),
    top: call.part('docs-top', <Top />),
    overview: call.part('docs-overview', <Overview entries={entries} />),
    request: { apiUrl: call.ctx.settings.apiFreeUrl, path, query },
    answer: call.textPart('docs-answer', answer),
    scripted: [...navigationWords, 'docs.keys', 'reads', 'request', 'frame.copy'],
    head: {},
  }
})

type LandingData = {
  links: DocsLinkParts
  top: ServerPart
  overview: ServerPart
  request: { apiUrl: string; path: string; query: Record<string, string> }
  answer: ServerPart
}

export default function Docs({ loaderData: { links, top, overview, request, answer } }: { loaderData: LandingData }) {
  const key = useReaderKey()
  return (
    <div className="wrap stack docs docs-wide">
      <DocsNavigation links={links} />
      <div className="docs-overview docs-landing">
        <div className="stack docs-start">
          <Part part={top} />
          <div>
            <RequestCard request={{ ...request, key }} recorded={answer} />
            <KeyPicker />
          </div>
        </div>
        <Part part={overview} />
      </div>
    </div>
  )
}

const tasks = [
  ['history', '/docs/rest'],
  ['live', '/docs/stream'],
  ['program', '/docs/sdk'],
] as const

function Top() {
  const t = useTranslations('docs')
  const signUp = useTranslations('frame.account')('login')
  return (
    <>
      <h1 className="page-title">{t('meta.title')}</h1>
      <p className="lead">{t('lead')}</p>
      <div className="flow">
        <PageLink to="/docs/quick-start" className="btn btn-accent">
          {t('tasks.start')}
        </PageLink>
        <PageLink to="/login?mode=signup" className="btn btn-outline unless-member">
          {signUp}
        </PageLink>
      </div>
      <ol className="docs-tasks">
        {tasks.map(([task, to]) => (
          <li key={task}>
            <PageLink to={to} className="link">
              {t(`tasks.${task}.title`)}
            </PageLink>
            <p>{t(`tasks.${task}.text`)}</p>
          </li>
        ))}
      </ol>
    </>
  )
}

function Overview({ entries }: { entries: readonly DocEntry[] }) {
  const t = useTranslations('docs.sections')
  const sections = [...new Set(entries.map(({ section }) => section))]
  const inSection = (name: DocEntry['section']) => entries.filter(({ section }) => section === name)
  return (
    <div className="stack pair docs-sections-grid">
      {sections.map((section) => (
        <section key={section}>
          <h2>{t(section)}</h2>
          <EntryList entries={inSection(section)} />
        </section>
      ))}
    </div>
  )
}

function EntryList({ entries }: { entries: readonly DocEntry[] }) {
  return (
    <ul>
      {entries.map(({ slug, title, description }) => (
        <li key={slug}>
          <PageLink to={`/docs/${slug}`} className="link">
            {title}
          </PageLink>
          <p>{description}</p>
        </li>
      ))}
    </ul>
  )
}
