import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { renderMarkdown } from '../../content/library/blocks.server.ts'
import { expand } from '../../content/library/expand.server.ts'
import { articlesOf } from '../../content/library/library.server.ts'
import './reading.css'
import { publicPage } from '../../page/page.server.ts'
import { inLanguage, PageLink } from '../../page/page-link.tsx'
import { Part, type ServerPart } from '../../parts/part.tsx'

export const loader = publicPage(['blog'], ({ ctx, locale, part }) => {
  const articles = articlesOf(ctx, locale).map((article) => ({
    slug: article.slug,
    title: article.title,
    description: article.description,
    date: article.date ?? '',
    minutes: renderMarkdown(expand(article, ctx), locale).minutes,
  }))
  return { body: part('blog', <Articles articles={articles} />), scripted: ['blog.meta.title'], head: {} }
})

export default function Blog({ loaderData: { body } }: { loaderData: { body: ServerPart } }) {
  const t = useTranslations('blog')
  const feed = inLanguage(useLocale(), '/blog/rss.xml')
  return (
    <>
      <link rel="alternate" type="application/rss+xml" title={t('meta.title')} href={feed} />
      <Part part={body} className="wrap blog" />
    </>
  )
}

type Entry = { slug: string; title: string; description: string; date: string; minutes: number }

function Articles({ articles }: { articles: readonly Entry[] }) {
  const t = useTranslations('blog')
  const format = useFormatter()
  const feed = inLanguage(useLocale(), '/blog/rss.xml')
  return (
    <>
      <header>
        <h1 className="page-title">{t('meta.title')}</h1>
        <p className="lead">{t('lead')}</p>
        <p>
          <a className="link" href={feed}>
            {t('feed')}
          </a>
        </p>
      </header>
      {articles.length === 0 ? (
        <section className="ruled-top blog-none">
          <h2>{t('none')}</h2>
          <p>
            {t.rich('noneText', {
              changelog: (text) => (
                <PageLink to="/docs/changelog" className="link">
                  {text}
                </PageLink>
              ),
            })}
          </p>
        </section>
      ) : (
        <ul className="articles">
          {articles.map(({ slug, title, description, date, minutes }) => (
            <li key={slug}>
              <p className="kick">
                <time dateTime={date}>{format.dateTime(new Date(date), { dateStyle: 'long' })}</time>
                <span> · {t('minutes', { minutes })}</span>
              </p>
              <h2 className="balanced">
                <PageLink to={`/blog/${slug}`}>{title}</PageLink>
              </h2>
              <p>{description}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
