import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { renderMarkdown } from '../../content/library/blocks.server.ts'
import { pathOfDocument } from '../../content/library/doc-list.ts'
import { expand } from '../../content/library/expand.server.ts'
import { findDocument, handbookOf } from '../../content/library/library.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { Blocks } from '../../pages/reading/blocks.tsx'
import { shownBlocks } from '../../pages/reading/shown-blocks.server.ts'
import { useUnfolding } from '../../pages/reading/use-unfolding.ts'
import { consolePage } from '../shell/console-page.server.ts'
import { ConsolePage } from '../shell/console-page.tsx'
import './handbook.css'

export const loader = (args: LoaderFunctionArgs) =>
  consolePage('operatorHandbook', async (call) => {
    const { ctx, locale, params } = call
    const document = findDocument(ctx, locale, 'handbook', params.slug ?? '')
    if (!document) throw data(null, { status: 404 })
    const { slug, title, description } = document
    const { blocks, headings } = renderMarkdown(expand(document, ctx), locale)
    const chapters = handbookOf(locale).map((chapter) => ({ slug: chapter.slug, title: chapter.title }))
    return { slug, title, description, headings, chapters, blocks: shownBlocks(call, 'chapter', blocks) }
  })(args)

export default function ChapterPage() {
  const t = useTranslations('operatorHandbook')
  const loaded = useLoaderData<typeof loader>()
  const { page } = loaded
  useUnfolding()
  return (
    <ConsolePage
      loaded={loaded}
      crumb={
        <PageLink to="/operator/handbook" className="inline-middle crumb">
          {t('meta.title')}
        </PageLink>
      }
      title={page?.title ?? t('meta.title')}
      lead={page?.description}
    >
      {({ slug, headings, chapters, blocks }) => (
        <div className="handbook">
          <nav className="handbook-contents" aria-label={t('contents')}>
            <details>
              <summary>{t('contents')}</summary>
              <ul>
                {headings.map(({ id, text }) => (
                  <li key={id}>
                    <a href={`#${id}`}>{text}</a>
                  </li>
                ))}
              </ul>
            </details>
          </nav>
          <article className="prose">
            <Blocks blocks={blocks} sampleLabel={t('sample')} />
          </article>
          <nav className="flow ruled-top handbook-others" aria-label={t('pages')}>
            {chapters.map((chapter) => (
              <PageLink
                key={chapter.slug}
                to={pathOfDocument('handbook', chapter.slug)}
                className="link"
                aria-current={chapter.slug === slug ? 'page' : undefined}
              >
                {chapter.title}
              </PageLink>
            ))}
          </nav>
        </div>
      )}
    </ConsolePage>
  )
}
