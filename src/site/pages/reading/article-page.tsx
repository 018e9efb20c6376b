import { useFormatter, useTranslations } from 'use-intl'
import { locales } from '#src/contract/locale.ts'
import { type Block, type ChartBlock, renderMarkdown } from '../../content/library/blocks.server.ts'
import { articleSlugs } from '../../content/library/doc-list.ts'
import { expand } from '../../content/library/expand.server.ts'
import { articlesOf, findDocument } from '../../content/library/library.server.ts'
import { notFound, publicPage } from '../../page/page.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { wordsOf } from '../../page/words.server.ts'
import { Candles } from '../../pictures/candles.tsx'
import { LiveChart } from '../../showcase/live-chart.tsx'
import { Blocks } from './blocks.tsx'
import { charted } from './charted.server.ts'

const othersMax = 3

export const loader = publicPage(['blog', 'embed'], ({ ctx, locale, params, url }) => {
  const slug = (params['*'] ?? '').replace(/\/+$/, '')
  const document = findDocument(ctx, locale, 'blog', slug)
  if (!document) throw notFound(url)
  const { title, description, keywords } = document
  const date = document.date ?? ''
  const { brandName: name, publicUrl } = ctx.settings
  const article = {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: title,
    description,
    datePublished: date,
    inLanguage: locale,
    mainEntityOfPage: `${publicUrl}/${locale}/blog/${slug}`,
    author: { '@type': 'Organization', name },
    publisher: { '@type': 'Organization', name },
  }
  const others = articlesOf(ctx, locale)
    .filter((other) => other.slug !== slug)
    .slice(0, othersMax)
  return {
    title,
    description,
    date,
    ...renderMarkdown(expand(document, ctx), locale, charted),
    others: others.map((other) => ({ slug: other.slug, title: other.title })),
    head: {
      title,
      description,
      keywords,
      type: 'article',
      languages: locales.filter((language) => findDocument(ctx, language, 'blog', slug) !== null),
      ...(articleSlugs.includes(slug) ? {} : { share: '/blog' }),
      jsonLd: [article],
      above: [{ name: wordsOf(locale, ['blog']).blog.meta.title, path: '/blog' }],
    },
  }
})

type ArticleData = {
  title: string
  description: string
  date: string
  minutes: number
  blocks: Block[]
  others: { slug: string; title: string }[]
}

export default function Article({ loaderData }: { loaderData: ArticleData }) {
  const { title, description, date, minutes, blocks, others } = loaderData
  const t = useTranslations('blog')
  const format = useFormatter()
  return (
    <div className="wrap article">
      <article className="prose">
        <p className="kick">
          <PageLink to="/blog">{t('meta.title')}</PageLink>
          <span> · </span>
          <time dateTime={date}>{format.dateTime(new Date(date), { dateStyle: 'long' })}</time>
          <span> · {t('minutes', { minutes })}</span>
        </p>
        <h1 className="page-title">{title}</h1>
        <p className="lead">{description}</p>
        <Blocks blocks={blocks} sampleLabel={t('sample')} chart={Chart} />
      </article>
      <aside aria-labelledby="others" className="others">
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
    </div>
  )
}

function Chart({ ticker, interval, label }: ChartBlock) {
  return (
    <LiveChart ticker={ticker} interval={interval} label={label}>
      <Candles drawing={null} label={label} />
    </LiveChart>
  )
}
