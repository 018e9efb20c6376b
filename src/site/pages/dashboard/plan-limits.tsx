import { useLocale, useTranslations } from 'use-intl'
import type { ApiKey, KeyLimits } from '#src/contract/keys.ts'
import type { AssetClass } from '#src/contract/market.ts'
import { PageLink } from '../../frame/page-link.tsx'

/** What the plan of a key allows. */
export function PlanLimits({ apiKey }: { apiKey: ApiKey }) {
  const t = useTranslations('dashboard')
  const locale = useLocale()
  const limits: KeyLimits = JSON.parse(apiKey.limitHttp)
  const figure = (value: number | null) =>
    value === null ? t('minute.unlimited') : new Intl.NumberFormat(locale).format(value)
  const rows = [
    [t('minute.perMinute'), figure(limits.perMinute)],
    [t('minute.sockets'), figure(limits.sockets)],
    [t('minute.subscriptions'), figure(limits.subscriptions)],
  ] as const
  return (
    <section className="card" aria-labelledby="plan-limits">
      <div className="card-head">
        <h2 id="plan-limits">{t('minute.title')}</h2>
        <small>{t('minute.plan')}</small>
      </div>
      <dl className="limit-list">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
        <div>
          <dt>{t('minute.classes')}</dt>
          <dd className="class-list">
            {limits.symbolType.map((name) => t(`classes.${name as AssetClass}`)).join(' · ')}
          </dd>
        </div>
      </dl>
      {apiKey.level !== 'premium' && apiKey.level !== 'enterprise' && (
        <p className="px-5 pb-4">
          <PageLink to="/pricing" className="link text-[14.5px]">
            {t('minute.upgrade')}
          </PageLink>
        </p>
      )}
    </section>
  )
}
