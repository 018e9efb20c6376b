import { useTranslations } from 'use-intl'
import { PageLink } from '../../../page/page-link.tsx'
import { Section, SectionHead } from './section.tsx'

/** `items`: the standard questions and the operator's own questions, by name. */
type QuestionsProps = { no: string; items: readonly string[]; networks: string }

export function Questions({ no, items, networks }: QuestionsProps) {
  const t = useTranslations('home.questions')
  return (
    <Section id="questions">
      <header>
        <SectionHead section="questions" no={no} />
      </header>
      <div className="questions beside-number">
        {items.map((item) => (
          <details key={item} className="unmarked">
            <summary>{t(`items.${item as 'key'}.q`)}</summary>
            <p>{t(`items.${item as 'pay'}.a`, { networks })}</p>
          </details>
        ))}
      </div>
      <p className="beside-number top-32">
        <PageLink to="/faq" className="link">
          {t('more')}
        </PageLink>
      </p>
    </Section>
  )
}
