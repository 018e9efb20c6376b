import { useTranslations } from 'use-intl'
import { expand } from '../../content/library/expand.server.ts'
import { findDocument } from '../../content/library/library.server.ts'
import { faqData, type QuestionGroup, readQuestions } from '../../content/library/questions.server.ts'
import { notFound, publicPage } from '../../page/page.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { Part, type ServerPart } from '../../parts/part.tsx'
import { SentenceSpace } from '../../ui/sentence-space.tsx'
import { StaticBlocks } from './static-blocks.tsx'
import { useUnfolding } from './use-unfolding.ts'
import './reading.css'

export const loader = publicPage(['faq'], ({ ctx, locale, url, part }) => {
  const document = findDocument(ctx, locale, 'page', 'faq')
  if (!document) throw notFound(url)
  const groups = readQuestions(expand(document, ctx), locale)
  return { body: part('faq', <Questions groups={groups} />), scripted: [], head: { jsonLd: [faqData(groups, locale)] } }
})

export default function Faq({ loaderData: { body } }: { loaderData: { body: ServerPart } }) {
  useUnfolding()
  return <Part part={body} className="wrap faq" />
}

function Questions({ groups }: { groups: readonly QuestionGroup[] }) {
  const t = useTranslations('faq')
  return (
    <>
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
              <details
                key={question.id}
                className="unmarked"
                id={question.id}
                open={question.id === groups[0]?.questions[0]?.id}
              >
                <summary>
                  <h3>{question.question}</h3>
                </summary>
                <div className="prose">
                  <StaticBlocks blocks={question.blocks} />
                </div>
              </details>
            ))}
          </div>
        </section>
      ))}
      <p className="ruled-top faq-more">
        {t('more')}
        <SentenceSpace />
        <PageLink to="/contact" className="link">
          {t('contact')}
        </PageLink>
      </p>
    </>
  )
}
