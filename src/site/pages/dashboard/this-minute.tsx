import { useFormatter, useTranslations } from 'use-intl'
import type { ApiKey, KeyLimits } from '#src/contract/account/keys.ts'
import type { UsagePoint } from '#src/contract/account/usage.ts'
import { payers } from '#src/contract/team/team-role.ts'
import { useMay } from '../../account/acting.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { failed } from '../../reads/read.ts'
import { Missing } from '../../reads/shown.tsx'
import { Moment, useMoment } from '../../ui/time/moment.tsx'
import { filled } from '../usage/period.ts'
import type { UsageMoment } from '../usage/use-usage.ts'

/**
 * If requests stay below this fraction of the limit, the limit's line would flatten the bars, so the line is not drawn.
 */
const lineFrom = 0.25

/** A key's requests in the current minute and the last hour. A used-up limit shows a red edge and a sentence. */
export function ThisMinute({ apiKey, moment }: { apiKey: ApiKey; moment: UsageMoment }) {
  const t = useTranslations('dashboard.minute')
  const format = useFormatter()
  const mayPay = useMay(payers)
  const { perMinute: limit }: KeyLimits = JSON.parse(apiKey.limitHttp)
  const { report, now } = moment
  const series = filled(report?.series ?? [], 'hour', now)
  const used = report?.used ?? null
  const state = stateOf(used, limit)
  const isQuiet = series.every(({ requests, refused }) => requests + refused === 0)
  return (
    <section className="card column minute-card" data-state={state} aria-labelledby="this-minute">
      <div className="card-head">
        <h2 id="this-minute">{t('title')}</h2>
        {state !== 'free' && (
          <span className="status" data-status={state === 'full' ? 'expired' : 'expiring'}>
            {t(state)}
          </span>
        )}
      </div>
      <div className="column gap-12 grow minute-body">
        <p className="quiet minute-figure num">
          <b>{used === null ? <Missing read={failed()} /> : format.number(used)}</b>{' '}
          {limit === null ? t('unlimited') : t('of', { limit: format.number(limit) })}
        </p>
        {state === 'full' && report && (
          <p className="notice notice-bad">
            {t('refusing', {
              count: series.at(-1)?.refused ?? 0,
              seconds: String(Math.max(1, Math.ceil((report.resetAt - now) / 1000))),
            })}
          </p>
        )}
        {report && (isQuiet ? <Quiet apiKey={apiKey} /> : <Hour series={series} limit={limit} />)}
        {apiKey.override && <GivenLimits override={apiKey.override} />}
      </div>
      <p className="flow limit-links">
        <PageLink to="/dashboard/usage" className="link">
          {t('usage')}
        </PageLink>
        {mayPay && apiKey.level !== 'premium' && !apiKey.customised && (
          <PageLink to="/pricing" className="link">
            {t('upgrade')}
          </PageLink>
        )}
      </p>
    </section>
  )
}

/** Shown instead of a chart without bars: the key's last request and the key's limits. */
function Quiet({ apiKey: { lastUsedAt, limitHttp } }: { apiKey: ApiKey }) {
  const t = useTranslations('dashboard.minute')
  const format = useFormatter()
  const { sockets, subscriptions }: KeyLimits = JSON.parse(limitHttp)
  const figure = (value: number | null) => (value === null ? t('unlimited') : format.number(value))
  return (
    <>
      <p className="quiet">
        {t('quiet')}
        {lastUsedAt !== null && (
          <>
            {' · '}
            {t('last')} <Moment at={lastUsedAt} />
          </>
        )}
      </p>
      {lastUsedAt === null && <p className="quiet">{t('never')}</p>}
      <dl className="ruled minute-limits">
        <div>
          <dt>{t('sockets')}</dt>
          <dd className="num">{figure(sockets)}</dd>
        </div>
        <div>
          <dt>{t('subscriptions')}</dt>
          <dd className="num">{figure(subscriptions)}</dd>
        </div>
      </dl>
    </>
  )
}

function stateOf(used: number | null, limit: number | null): 'free' | 'near' | 'full' {
  if (used === null || limit === null || used < limit * 0.8) return 'free'
  return used < limit ? 'near' : 'full'
}

function Hour({ series, limit }: { series: readonly UsagePoint[]; limit: number | null }) {
  const t = useTranslations('dashboard.minute')
  const format = useFormatter()
  const most = Math.max(1, ...series.map(({ requests, refused }) => requests + refused))
  const lined = limit !== null && most >= limit * lineFrom
  const top = lined ? Math.max(most, limit * 1.1) : most
  const share = (count: number) => `${(count / top) * 100}%`
  const ends = [series[0], series[Math.floor(series.length / 2)], series.at(-1)].filter((point) => point !== undefined)
  return (
    <figure className="grow minute-chart">
      <figcaption className="sr-only">{t('hour', { most: format.number(most) })}</figcaption>
      <div className="minute-bars" aria-hidden="true">
        {lined && <s style={{ bottom: share(limit) }}>{t('limit', { limit: format.number(limit) })}</s>}
        {series.map(({ t: time, requests, refused }) => (
          <i key={time}>
            <b style={{ height: share(refused) }} />
            <u style={{ height: share(requests) }} />
          </i>
        ))}
      </div>
      <div className="column apart fine num" aria-hidden="true">
        <span>{format.number(Math.round(top))}</span>
        <span>0</span>
      </div>
      <div className="apart fine num" aria-hidden="true">
        {ends.map(({ t: time }) => (
          <span key={time}>
            <Moment at={time} style="time" />
          </span>
        ))}
      </div>
      <p className="flow gap-4-16 text-12 text-muted minute-legend" aria-hidden="true">
        <span>{t('perMinute')}</span>
        <span data-of="now">{t('now')}</span>
        <span data-of="refused">{t('refused')}</span>
      </p>
    </figure>
  )
}

function GivenLimits({ override: { until, planLimits } }: { override: NonNullable<ApiKey['override']> }) {
  const t = useTranslations('dashboard.minute')
  const format = useFormatter()
  const { deadline } = useMoment()
  const figure = (value: number | null) => (value === null ? t('unlimited') : format.number(value))
  return (
    <p className="quiet limit-given">
      {t('given', {
        until: deadline(until),
        perMinute: figure(planLimits.perMinute),
        sockets: figure(planLimits.sockets),
        subscriptions: figure(planLimits.subscriptions),
      })}
    </p>
  )
}
