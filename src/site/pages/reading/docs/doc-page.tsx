import { useTranslations } from 'use-intl'
import { type DocBody, docBody } from '../../../content/calls/doc-body.server.ts'
import type { Heading } from '../../../content/library/blocks.server.ts'
import { type DocEntry, docEntries } from '../../../content/library/docs-shelf.server.ts'
import { findDocument } from '../../../content/library/library.server.ts'
import { notFound, publicPage } from '../../../page/page.server.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { wordsOf } from '../../../page/words.server.ts'
import { Blocks } from '../blocks.tsx'
import { CallSection } from '../reference/call-section.tsx'
import { DocsNavigation } from './docs-navigation.tsx'
import { KeyPicker } from './key-picker.tsx'

export const loader = publicPage(['docs', 'request'], ({ ctx, locale, params, url }) => {
  const slug = (params['*'] ?? '').replace(/\/+$/, '')
  const document = findDocument(ctx, locale, 'docs', slug)
  if (!document) throw notFound(url)
  const { title, description, keywords } = document
  return {
    slug,
    title,
    description,
    ...docBody(document, ctx),
    apiUrl: ctx.settings.apiFreeUrl,
    entries: docEntries(locale),
    head: { title, description, keywords, above: [{ name: wordsOf(locale, ['docs']).docs.meta.title, path: '/docs' }] },
  }
})

type DocData = DocBody & {
  slug: string
  title: string
  description: string
  apiUrl: string
  entries: DocEntry[]
}

export default function Doc({ loaderData }: { loaderData: DocData }) {
  const { slug, title, description, before, calls, after, headings, apiUrl, entries } = loaderData
  const t = useTranslations('docs')
  const isReference = calls.length > 0
  return (
    <div className={isReference ? 'wrap docs docs-reference' : 'wrap docs'}>
      <DocsNavigation entries={entries} current={slug} sections={isReference ? headings : []} />
      <article className="prose">
        <h1 className="page-title">{title}</h1>
        <p className="lead">{description}</p>
        <KeyPicker />
        <Blocks blocks={before} sampleLabel={t('sample')} />
        {calls.map((call) => (
          <CallSection key={call.path} call={call} apiUrl={apiUrl} />
        ))}
        <Blocks blocks={after} sampleLabel={t('sample')} />
        <Neighbours entries={entries} slug={slug} />
        <p className="doc-twin">
          <a className="link" href={`${slug.split('/').at(-1)}.md`}>
            {t('asMarkdown')}
          </a>
        </p>
      </article>
      {!isReference && headings.length > 1 && <OnThisPage headings={headings} />}
    </div>
  )
}

function OnThisPage({ headings }: { headings: readonly Heading[] }) {
  const t = useTranslations('docs')
  return (
    <nav aria-label={t('onThisPage')} className="docs-toc">
      <p className="kick">{t('onThisPage')}</p>
      <ul>
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Neighbours({ entries, slug }: { entries: readonly DocEntry[]; slug: string }) {
  const t = useTranslations('docs')
  const here = entries.findIndex((entry) => entry.slug === slug)
  const previous = entries[here - 1]
  const next = entries[here + 1]
  return (
    <div className="neighbours">
      {previous && (
        <PageLink to={`/docs/${previous.slug}`} rel="prev">
          <small>{t('previous')}</small>
          {previous.title}
        </PageLink>
      )}
      {next && (
        <PageLink to={`/docs/${next.slug}`} rel="next">
          <small>{t('next')}</small>
          {next.title}
        </PageLink>
      )}
    </div>
  )
}
