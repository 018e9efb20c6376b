import { useTranslations } from 'use-intl'
import { expand } from '../../content/library/expand.server.ts'
import { findDocument } from '../../content/library/library.server.ts'
import { faqData, type QuestionGroup, readQuestions } from '../../content/library/questions.server.ts'
import { notFound, publicPage } from '../../page/page.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { SentenceSpace } from '../../ui/sentence-space.tsx'
import { Blocks } from './blocks.tsx'

export const loader = publicPage(['faq'], ({ ctx, locale, url }) => {
  const document = findDocument(ctx, locale, 'page', 'faq')
  if (!document) throw notFound(url)
  const groups = readQuestions(expand(document, ctx), locale)
  return { groups, head: { jsonLd: [faqData(groups, locale)] } }
})

export default function Faq({ loaderData: { groups } }: { loaderData: { groups: QuestionGroup[] } }) {
  const t = useTranslations('faq')
  return (
    <div className="wrap faq">
      <header>
        <h1 className="page-title">{t('meta.title')}</h1>
        <p className="lead">{t('lead')}</p>
      </header>
      {groups.map(({ id, text, questions }, position) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id}>
            <span className="kick">{String(position + 1).padStart(2, '0')}</span> {text}
          </h2>
          <div>
            {questions.map((question) => (
              <details key={question.id} id={question.id} open={question.id === groups[0]?.questions[0]?.id}>
                <summary>
                  <h3>{question.question}</h3>
                </summary>
                <div className="prose">
                  <Blocks blocks={question.blocks} sampleLabel={question.question} />
                </div>
              </details>
            ))}
          </div>
        </section>
      ))}
      <p className="faq-more">
        {t('more')}
        <SentenceSpace />
        <PageLink to="/contact" className="link">
          {t('contact')}
        </PageLink>
      </p>
    </div>
  )
}
