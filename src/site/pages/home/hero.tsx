import { useTranslations } from 'use-intl'
import type { DemoAnswer } from '../../demo-call.ts'
import { isBuilt } from '../../frame/navigation.ts'
import { PageLink } from '../../frame/page-link.tsx'
import type { SampleRequest } from '../../samples.ts'
import { DemoCard } from './demo-card.tsx'
import type { Measured } from './measured.server.ts'

type HeroProps = { answer: DemoAnswer | null; request: SampleRequest; measured: Measured }

export function Hero({ answer, request, measured }: HeroProps) {
  const t = useTranslations('home.hero')
  return (
    <section className="hero">
      <div className="wrap">
        <div>
          <p className="kick">{t('kick')}</p>
          <h1 className="hero-title">{t('title')}</h1>
          <p className="lead">{t('lead')}</p>
          <div className="hero-ways">
            {isBuilt('/login') && (
              <PageLink to="/login" className="btn btn-accent">
                {t('start')}
              </PageLink>
            )}
            {isBuilt('/chart') ? (
              <PageLink to="/chart" className="btn btn-outline">
                {t('chart')}
              </PageLink>
            ) : null}
          </div>
          <dl className="facts">
            {measured.instrumentsTotal !== null && (
              <Fact figure={measured.instrumentsTotal.toLocaleString('en-US')} label={t('instruments')} />
            )}
            <Fact figure="29" label={t('countries')} />
            <Fact figure="JSON · CSV" label={t('formats')} />
          </dl>
        </div>
        <DemoCard request={request} sent={answer} />
      </div>
    </section>
  )
}

function Fact({ figure, label }: { figure: string; label: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="num">{figure}</dd>
    </div>
  )
}
