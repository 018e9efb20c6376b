import { useFormatter, useTranslations } from 'use-intl'
import type { ApiKey, KeyLimits } from '#src/contract/account/keys.ts'
import { MeterBar } from '../../account/meter-bar.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { type UsageMoment, useUsage } from '../usage/use-usage.ts'

export function PlanLimits({ apiKey, loaded }: { apiKey: ApiKey; loaded: UsageMoment }) {
  const t = useTranslations('dashboard')
  const format = useFormatter()
  const { moment } = useUsage(loaded, apiKey.id, 'hour')
  const limits: KeyLimits = JSON.parse(apiKey.limitHttp)
  const sockets = moment.sockets?.filter(({ browser }) => !browser) ?? null
  const errors = moment.report?.series.reduce((sum, point) => sum + point.errors + point.refused, 0) ?? null
  const figure = (value: number | null) => (value === null ? t('minute.unlimited') : format.number(value))
  const rows = [
    { label: t('minute.perMinute'), used: moment.report?.used ?? null, limit: limits.perMinute, refuses: true },
    { label: t('minute.sockets'), used: sockets?.length ?? null, limit: limits.sockets, refuses: false },
    {
      label: t('minute.subscriptions'),
      used: sockets?.reduce((sum, { subscriptions }) => sum + subscriptions, 0) ?? null,
      limit: limits.subscriptions,
      refuses: false,
    },
  ]
  return (
    <section className="card" aria-labelledby="plan-limits">
      <div className="card-head">
        <h2 id="plan-limits">{t('minute.title')}</h2>
        <small>{t('minute.used')}</small>
      </div>
      <dl className="limit-list">
        {rows.map(({ label, used, limit, refuses }) => (
          <div key={label} className="limit-metered">
            <dt>{label}</dt>
            <dd className="num">
              {used === null ? '–' : format.number(used)} <span className="text-muted">/ {figure(limit)}</span>
              <MeterBar used={used} limit={limit} refuses={refuses} />
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('minute.errors')}</dt>
          <dd className="num">{errors === null ? '–' : format.number(errors)}</dd>
        </div>
        <div>
          <dt>{t('minute.classes')}</dt>
          <dd className="class-list">{limits.symbolType.map((name) => t(`classes.${name}`)).join(' · ')}</dd>
        </div>
      </dl>
      {apiKey.override && <GivenLimits override={apiKey.override} />}
      <p className="limit-links">
        <PageLink to="/dashboard/usage" className="link">
          {t('minute.usage')}
        </PageLink>
        {apiKey.level !== 'premium' && !apiKey.customised && (
          <PageLink to="/pricing" className="link">
            {t('minute.upgrade')}
          </PageLink>
        )}
      </p>
    </section>
  )
}

function GivenLimits({ override: { until, planLimits } }: { override: NonNullable<ApiKey['override']> }) {
  const t = useTranslations('dashboard.minute')
  const format = useFormatter()
  const figure = (value: number | null) => (value === null ? t('unlimited') : format.number(value))
  return (
    <p className="limit-given">
      {t('given', {
        until: format.dateTime(until, { dateStyle: 'medium', timeStyle: 'short' }),
        perMinute: figure(planLimits.perMinute),
        sockets: figure(planLimits.sockets),
        subscriptions: figure(planLimits.subscriptions),
      })}
    </p>
  )
}
