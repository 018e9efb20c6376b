import { useTranslations } from 'use-intl'
import { docBody } from '../../../content/calls/doc-body.server.ts'
import type { Heading } from '../../../content/library/blocks.server.ts'
import { type DocEntry, docEntries } from '../../../content/library/docs-shelf.server.ts'
import { findDocument } from '../../../content/library/library.server.ts'
import { wordsOf } from '../../../context/words.server.ts'
import { notFound, type PageCall } from '../../../page/page.server.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { shownCalls } from '../reference/shown-calls.server.tsx'
import { shownBlocks } from '../shown-blocks.server.ts'
import { docsLinks, navigationWords } from './docs-links.server.tsx'

export type DocData = ReturnType<typeof loadDoc>

/**
 * The data of a documentation page. Only reference pages have calls. A paragraph that only links to a ticker in
 * `charted` becomes a chart.
 */
export function loadDoc(call: PageCall, slug: string, charted: readonly string[] = []) {
  const { ctx, locale, url, part } = call
  const document = findDocument(ctx, locale, 'docs', slug)
  if (!document) throw notFound(url)
  const { title, description, keywords } = document
  const { before, calls, after, headings } = docBody(document, ctx, charted)
  const isReference = calls.length > 0
  const hasContents = headings.length > 1
  return {
    slug,
    links: docsLinks(call, { current: slug, sections: isReference ? headings : [] }),
    folded: hasContents ? part('doc-sections', <SectionList headings={headings} />) : null,
    top: part('doc-top', <Top title={title} description={description} />),
    before: shownBlocks(call, 'doc-before', before),
    calls: shownCalls(call, calls),
    after: shownBlocks(call, 'doc-after', after),
    end: part('doc-end', <End entries={docEntries(ctx, locale)} slug={slug} />),
    contents: hasContents && !isReference ? part('doc-contents', <Contents headings={headings} />) : null,
    apiUrl: ctx.settings.apiFreeUrl,
    scripted: [
      ...navigationWords,
      ...['docs.keys', 'reads', 'docs.sample', 'frame.copy'],
      ...(isReference ? ['docs.call', 'request'] : []),
      ...(before.some(({ kind }) => kind === 'chart') ? ['embed'] : []),
    ],
    head: {
      title,
      description,
      keywords,
      above: [{ name: wordsOf(ctx, locale, ['docs']).docs.meta.title, path: '/docs' }],
    },
  }
}

function Top({ title, description }: { title: string; description: string }) {
  return (
    <>
      <h1 className="page-title">{title}</h1>
      <p className="lead">{description}</p>
    </>
  )
}

function Contents({ headings }: { headings: readonly Heading[] }) {
  const t = useTranslations('docs')
  return (
    <>
      <p className="kick">{t('onThisPage')}</p>
      <SectionList headings={headings} />
    </>
  )
}

function SectionList({ headings }: { headings: readonly Heading[] }) {
  return (
    <ul>
      {headings.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ul>
  )
}

function End({ entries, slug }: { entries: readonly DocEntry[]; slug: string }) {
  const t = useTranslations('docs')
  const here = entries.findIndex((entry) => entry.slug === slug)
  const [previous, next] = [entries[here - 1], entries[here + 1]]
  return (
    <>
      <div className="flow gap-12 neighbours">
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
      <p className="doc-twin">
        <a className="link" href={`${slug.split('/').at(-1)}.md`}>
          {t('asMarkdown')}
        </a>
      </p>
    </>
  )
}
