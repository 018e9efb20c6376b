import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { errorMessage } from '#src/locales/error-message.ts'
import { findDocument } from '../../../content/library/library.server.ts'
import { wordsOf } from '../../../context/words.server.ts'
import { notFound, publicPage } from '../../../page/page.server.ts'
import { grouped } from '../../../ui/grouped.ts'
import { docsLinks, navigationWords } from '../docs/docs-links.server.tsx'
import { type DocsLinkParts, DocsNavigation } from '../docs/docs-navigation.tsx'
import { KeyPicker } from '../docs/key-picker.tsx'
import { useReaderKey } from '../reference/reader-key.ts'
import { ActiveCard } from './active-card.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { FrameCard } from './frame-card.tsx'
import { PlaygroundSession as Session } from './socket/session.ts'
import type { Refusal } from './socket/subscribed.ts'
import { SubscribeCard } from './subscribe-card.tsx'
import '../reading.css'
import './playground.css'

const slug = 'playground'
const reasons = ['unknown_symbol', 'invalid_symbol', 'not_in_plan', 'not_in_scope'] as const

export const loader = publicPage(['docs', 'playground'], (call) => {
  const { ctx, locale, url } = call
  const document = findDocument(ctx, locale, 'docs', slug)
  if (!document) throw notFound(url)
  const { title, description, keywords } = document
  return {
    title,
    apiUrl: ctx.settings.apiFreeUrl,
    links: docsLinks(call, { current: slug }),
    scripted: ['playground', 'frame.copy', ...navigationWords, 'docs.keys', 'reads', 'docs.asMarkdown'],
    reasons: Object.fromEntries(reasons.map((name) => [name, errorMessage(locale, name)])),
    head: {
      title,
      description,
      keywords,
      above: [{ name: wordsOf(ctx, locale, ['docs']).docs.meta.title, path: '/docs' }],
    },
  }
})

type PlaygroundData = { title: string; apiUrl: string; links: DocsLinkParts; reasons: Record<string, string> }

export default function PlaygroundPage({ loaderData }: { loaderData: PlaygroundData }) {
  const { title, apiUrl, links, reasons } = loaderData
  const t = useTranslations('playground')
  const tDocs = useTranslations('docs')
  const key = useReaderKey()
  const [session] = useState(() => new Session(apiUrl))
  useSyncExternalStore(
    session.subscribe,
    () => session.version,
    () => 0,
  )
  useEffect(() => () => session.disconnect(), [session])
  useEffect(() => session.changeKey(key), [session, key])
  const say = ({ symbol, reason, limit }: Refusal) =>
    limit === null ? `${symbol} ${reasons[reason] ?? reason}` : t('build.limit', { limit: grouped(limit) })
  return (
    <div className="wrap stack docs docs-playground">
      <DocsNavigation links={links} />
      <div className="playground" data-open-act={session.isOn || undefined}>
        <h1 className="page-title">{title}</h1>
        <p className="lead">{t('lead')}</p>
        <KeyPicker />
        <ConnectionBar session={session} readerKey={key} />
        <div className="stack at-start top-16 playground-parts">
          <div>
            <SubscribeCard session={session} refusals={session.refusals.map(say)} />
            <ActiveCard session={session} />
          </div>
          <FrameCard session={session} />
        </div>
        <p className="doc-twin">
          <a className="link" href={`${slug}.md`}>
            {tDocs('asMarkdown')}
          </a>
        </p>
      </div>
    </div>
  )
}
