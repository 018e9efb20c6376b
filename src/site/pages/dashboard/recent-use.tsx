import { useFormatter, useLocale, useTranslations } from 'use-intl'
import type { ApiKey, KeyLimits } from '#src/contract/account/keys.ts'
import type { UsageShare } from '#src/contract/account/usage.ts'
import { PageLink } from '../../page/page-link.tsx'
import { failed } from '../../reads/read.ts'
import { Missing } from '../../reads/shown.tsx'
import { relativeTime } from '../../ui/time/relative-time.ts'
import { symbolsOf, type UsageMoment } from '../usage/use-usage.ts'

const shownMax = 3

export function RecentErrors({ moment: { report } }: { moment: UsageMoment }) {
  const t = useTranslations('dashboard.errors')
  const unread = useTranslations('reads')
  const format = useFormatter()
  const errors = byReason(report?.calls ?? [])
  const total = report?.calls.reduce((sum, { count }) => sum + count, 0) ?? 0
  const failed = errors.reduce((sum, { count }) => sum + count, 0)
  return (
    <section className="card column use-card" aria-labelledby="recent-errors">
      <div className="card-head">
        <h2 id="recent-errors">{t('title')}</h2>
        {report && total > 0 && (
          <small>{t('of', { errors: format.number(failed), total: format.number(total) })}</small>
        )}
      </div>
      {errors.length === 0 ? (
        <p className="pad-16-20 text-muted grow">{report ? t('none') : unread('unknown')}</p>
      ) : (
        <ul className="ruled">
          {errors.slice(0, shownMax).map(({ reason, count }) => (
            <li key={reason}>
              <span className="num breakable">{reason}</span>
              <span className="meter-bar" data-full aria-hidden="true">
                <i style={{ width: `${(count / (errors[0]?.count ?? count)) * 100}%` }} />
              </span>
              <span className="num">{format.number(count)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="flow limit-links">
        <PageLink to="/dashboard/usage#errors" className="link">
          {t('last')}
        </PageLink>
      </p>
    </section>
  )
}

function byReason(calls: readonly UsageShare[]): { reason: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { status, reason, count } of calls)
    if (status >= 400 || reason) {
      const name = `${status} ${reason}`.trim()
      counts.set(name, (counts.get(name) ?? 0) + count)
    }
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count)
}

export function LiveSockets({ apiKey, moment }: { apiKey: ApiKey; moment: UsageMoment }) {
  const t = useTranslations('dashboard')
  const locale = useLocale()
  const format = useFormatter()
  const limits: KeyLimits = JSON.parse(apiKey.limitHttp)
  const sockets = moment.sockets?.filter(({ browser }) => !browser) ?? null
  const symbols = sockets && symbolsOf(sockets)
  const figure = (value: number | null) => (value === null ? t('minute.unlimited') : format.number(value))
  return (
    <section className="card column use-card" aria-labelledby="live-sockets">
      <div className="card-head">
        <h2 id="live-sockets">{t('sockets.title')}</h2>
        <small>
          {sockets === null ? <Missing read={failed()} /> : format.number(sockets.length)} / {figure(limits.sockets)}
        </small>
      </div>
      <ul className="ruled">
        {sockets?.slice(0, shownMax).map(({ id, path, subscriptions, address, connectedAt }) => (
          <li key={id} className="use-socket">
            <span>
              <span className="num">{path}</span> {t('sockets.products', { count: subscriptions })}
              <small>{t('sockets.since', { time: relativeTime(locale, connectedAt, moment.now) })}</small>
            </span>
            <span className="num text-muted">{address}</span>
          </li>
        ))}
        <li className="use-socket">
          <span className="text-muted">{t('minute.subscriptions')}</span>
          <span className="num">
            {symbols === null ? <Missing read={failed()} /> : format.number(symbols)}{' '}
            <span className="text-muted">/ {figure(limits.subscriptions)}</span>
          </span>
        </li>
        <li className="use-socket">
          <span className="text-muted">{t('minute.classes')}</span>
          <span className="by-word">{limits.symbolType.map((name) => t(`classes.${name}`)).join(' · ')}</span>
        </li>
      </ul>
      <p className="flow limit-links">
        <PageLink to="/dashboard/usage#sockets" className="link">
          {t('sockets.manage')}
        </PageLink>
      </p>
    </section>
  )
}
