import { useTranslations } from 'use-intl'
import { PageLink } from '../../../page/page-link.tsx'
import { grouped } from '../../../ui/grouped.ts'
import type { Measured } from './measured.server.ts'

export function HeroText({ measured }: { measured: Measured }) {
  const t = useTranslations('home.hero')
  const signUp = useTranslations('frame.account')('login')
  const answers = measured.latency.data_call
  return (
    <>
      <p className="kick">{t('kick')}</p>
      <h1 className="hero-title">{t('title')}</h1>
      <p className="lead">{t('lead')}</p>
      <div className="flow hero-ways">
        <PageLink to="/login?mode=signup" className="btn btn-accent">
          {signUp}
        </PageLink>
        <PageLink to="/chart" className="btn btn-outline">
          {t('chart')}
        </PageLink>
      </div>
      <dl className="hero-facts">
        {measured.instrumentsTotal !== null && (
          <Fact figure={grouped(measured.instrumentsTotal)} label={t('instruments')} />
        )}
        {measured.countries !== null && measured.countries > 1 && (
          <Fact figure={grouped(measured.countries)} label={t('countries')} />
        )}
        {answers && <Fact figure={`${answers.p50.toFixed(1)} ms`} label={t('answer')} />}
      </dl>
    </>
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
