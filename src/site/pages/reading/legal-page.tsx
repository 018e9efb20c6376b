import { useFormatter, useTranslations } from 'use-intl'
import { type Block, type Heading, renderMarkdown } from '../../content/library/blocks.server.ts'
import { expand } from '../../content/library/expand.server.ts'
import { type Document, findDocument } from '../../content/library/library.server.ts'
import { notFound, publicPage } from '../../page/page.server.ts'
import { Part, type ServerPart } from '../../parts/part.tsx'
import { StaticBlocks } from './static-blocks.tsx'
import './reading.css'

/** `/privacy` and `/terms`. The last segment of the path names the text. */
export const loader = publicPage(['legal'], ({ ctx, locale, url, part }) => {
  const slug =
    url.pathname
      .replace(/\.data$/, '')
      .split('/')
      .filter(Boolean)
      .at(-1) ?? ''
  const document = findDocument(ctx, locale, 'page', slug)
  if (!document) throw notFound(url)
  const { title, description, keywords } = document
  const { blocks, headings } = renderMarkdown(expand(document, ctx), locale)
  const sections = headings.filter(({ id }) => id !== '')
  return {
    body: part('legal', <Text document={document} blocks={blocks} headings={sections} />),
    scripted: [],
    head: { title, description, keywords },
  }
})

export default function Legal({ loaderData: { body } }: { loaderData: { body: ServerPart } }) {
  return <Part part={body} className="wrap stack legal" />
}

type TextProps = { document: Document; blocks: readonly Block[]; headings: readonly Heading[] }

function Text({ document, blocks, headings }: TextProps) {
  const { title, description } = document
  const date = document.date ?? ''
  const t = useTranslations('legal')
  const format = useFormatter()
  return (
    <>
      <article className="prose">
        <p className="kick">
          {t('updated')} <time dateTime={date}>{format.dateTime(new Date(date), { dateStyle: 'long' })}</time>
        </p>
        <h1 className="page-title">{title}</h1>
        <p className="lead">{description}</p>
        <StaticBlocks blocks={blocks} />
      </article>
      <nav aria-label={t('contents')} className="docs-toc">
        <p className="kick">{t('contents')}</p>
        <ol>
          {headings.map(({ id, text }) => (
            <li key={id}>
              <a href={`#${id}`}>{text}</a>
            </li>
          ))}
        </ol>
      </nav>
    </>
  )
}
