import { useFormatter, useTranslations } from 'use-intl'
import { locales } from '#src/contract/locale.ts'
import { renderMarkdown } from '../../content/library/blocks.server.ts'
import { expand } from '../../content/library/expand.server.ts'
import { articlesOf, findDocument } from '../../content/library/library.server.ts'
import { wordsOf } from '../../context/words.server.ts'
import { articleJsonLd } from '../../head/json-ld.server.ts'
import { notFound, publicPage } from '../../page/page.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { Part, type ServerPart } from '../../parts/part.tsx'
import { Blocks, type ShownBlock } from './blocks.tsx'
import { ChartFigure } from './chart-figure.tsx'
import { charted } from './charted.server.ts'
import { shownBlocks } from './shown-blocks.server.ts'

const othersMax = 3

export const loader = publicPage(['blog', 'embed'], (call) => {
  const { ctx, locale, params, url, part } = call
  const slug = (params['*'] ?? '').replace(/\/+$/, '')
  const document = findDocument(ctx, locale, 'blog', slug)
  if (!document) throw notFound(url)
  const { title, description, keywords } = document
  const date = document.date ?? ''
  const article = articleJsonLd(ctx, document)
  const others = articlesOf(ctx, locale)
    .filter((other) => other.slug !== slug)
    .slice(0, othersMax)
  const { blocks, minutes } = renderMarkdown(expand(document, ctx), locale, charted)
  const hasCharts = blocks.some(({ kind }) => kind === 'chart')
  return {
    top: part('article-top', <Top {...{ title, description, date, minutes }} />),
    blocks: shownBlocks(call, 'article', blocks),
    others: part('article-others', <Others others={others} />),
    scripted: ['blog.sample', 'frame.copy', ...(hasCharts ? ['embed'] : [])],
    head: {
      title,
      description,
      keywords,
      type: 'article',
      languages: locales.filter((language) => findDocument(ctx, language, 'blog', slug) !== null),
      share: '/blog',
      jsonLd: [article],
      above: [{ name: wordsOf(ctx, locale, ['blog']).blog.meta.title, path: '/blog' }],
    },
  }
})

type ArticleData = { top: ServerPart; blocks: ShownBlock[]; others: ServerPart }

export default function Article({ loaderData: { top, blocks, others } }: { loaderData: ArticleData }) {
  const t = useTranslations('blog')
  return (
    <div className="wrap stack article">
      <article className="prose">
        <Part part={top} />
        <Blocks blocks={blocks} sampleLabel={t('sample')} chart={ChartFigure} />
      </article>
      <Part part={others} className="others" />
    </div>
  )
}

type TopProps = { title: string; description: string; date: string; minutes: number }

function Top({ title, description, date, minutes }: TopProps) {
  const t = useTranslations('blog')
  const format = useFormatter()
  return (
    <>
      <p className="kick">
        <PageLink to="/blog">{t('meta.title')}</PageLink>
        <span> · </span>
        <time dateTime={date}>{format.dateTime(new Date(date), { dateStyle: 'long' })}</time>
        <span> · {t('minutes', { minutes })}</span>
      </p>
      <h1 className="page-title">{title}</h1>
      <p className="lead">{description}</p>
    </>
  )
}

function Others({ others }: { others: readonly { slug: string; title: string }[] }) {
  const t = useTranslations('blog')
  return (
    <aside aria-labelledby="others">
      <h2 id="others">{t('others')}</h2>
      <ul>
        {others.map((other) => (
          <li key={other.slug}>
            <PageLink className="link" to={`/blog/${other.slug}`}>
              {other.title}
            </PageLink>
          </li>
        ))}
      </ul>
    </aside>
  )
}
