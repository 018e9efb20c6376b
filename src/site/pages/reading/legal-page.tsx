import { useFormatter, useTranslations } from 'use-intl'
import { type Block, type Heading, renderMarkdown } from '../../content/library/blocks.server.ts'
import { expand } from '../../content/library/expand.server.ts'
import { findDocument } from '../../content/library/library.server.ts'
import { notFound, publicPage } from '../../page/page.server.ts'
import { Blocks } from './blocks.tsx'

/** `/privacy` and `/terms`: the last part of the address names the text. */
export const loader = publicPage(['legal'], ({ ctx, locale, url }) => {
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
    title,
    description,
    date: document.date ?? '',
    blocks,
    headings: sections,
    head: { title, description, keywords },
  }
})

type LegalData = { title: string; description: string; date: string; blocks: Block[]; headings: Heading[] }

export default function Legal({ loaderData }: { loaderData: LegalData }) {
  const { title, description, date, blocks, headings } = loaderData
  const t = useTranslations('legal')
  const format = useFormatter()
  return (
    <div className="wrap legal">
      <article className="prose">
        <p className="kick">
          {t('updated')} <time dateTime={date}>{format.dateTime(new Date(date), { dateStyle: 'long' })}</time>
        </p>
        <h1 className="page-title">{title}</h1>
        <p className="lead">{description}</p>
        <Blocks blocks={blocks} sampleLabel={title} />
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
    </div>
  )
}
