import { useTranslations } from 'use-intl'
import { PageLink } from '../../../page/page-link.tsx'
import { Section, SectionHead } from './section.tsx'

const items = ['key', 'pay', 'formats', 'leak'] as const

export function Questions({ no, networks }: { no: string; networks: string }) {
  const t = useTranslations('home.questions')
  return (
    <Section id="questions">
      <header>
        <SectionHead section="questions" no={no} />
      </header>
      <div className="questions beside-number">
        {items.map((item) => (
          <details key={item} className="unmarked">
            <summary>{t(`items.${item}.q`)}</summary>
            <p>{t(`items.${item}.a`, { networks })}</p>
          </details>
        ))}
      </div>
      <p className="beside-number section-more">
        <PageLink to="/faq" className="link">
          {t('more')}
        </PageLink>
      </p>
    </Section>
  )
}
