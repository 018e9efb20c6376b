import { Link } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import type { UsagePoint } from '#src/contract/account/usage.ts'
import { addressOf } from '../../browser/call-route.ts'
import { StateCard } from '../../ui/state-card.tsx'
import { Moment, useMoment } from '../../ui/time/moment.tsx'
import { filled, type UsagePeriod, usagePeriods, usageQuery } from './period.ts'

type SeriesCardProps = { points: readonly UsagePoint[]; keyId: string; period: UsagePeriod; now: number; zone: string }

export function SeriesCard({ points, keyId, period, now, zone }: SeriesCardProps) {
  const t = useTranslations('usage')
  const series = filled(points, period, now)
  const sum = (pick: (point: UsagePoint) => number) => series.reduce((total, point) => total + pick(point), 0)
  const isEmpty = series.every(({ requests, refused }) => requests + refused === 0)
  return (
    <section className="card" aria-labelledby="series">
      <div className="card-head usage-head">
        <h2 id="series">{t('series')}</h2>
        <nav className="seg" aria-label={t('period')}>
          {usagePeriods.map((one) => (
            <Link
              key={one}
              to={`?${new URLSearchParams({ key: keyId, period: one })}`}
              aria-current={one === period}
              preventScrollReset
              replace
            >
              {t(`periods.${one}`)}
            </Link>
          ))}
        </nav>
      </div>
      <div className="card-body">
        {isEmpty ? (
          <StateCard title={t('none')}>{t('noneText')}</StateCard>
        ) : (
          <>
            <p className="text-14 usage-sum num">
              {t('total', {
                requests: sum((point) => point.requests),
                errors: sum((point) => point.errors),
                refused: sum((point) => point.refused),
              })}
            </p>
            <Bars series={series} period={period} />
            <div className="flow-ends at-start top-16 usage-files">
              <details>
                <summary className="action-link">{t('table')}</summary>
                <Figures series={series} period={period} zone={zone} />
              </details>
              <a
                className="btn btn-small btn-outline"
                href={addressOf('GET /api/usage/export', { query: usageQuery(keyId, period, now) })}
              >
                {t('csv')}
              </a>
            </div>
          </>
        )}
      </div>
    </section>
  )
}

/** The steps of a month are days in UTC; other steps are shown in the reader's zone. */
function zoneOf(period: UsagePeriod): { zone?: 'UTC' } {
  return period === 'month' ? { zone: 'UTC' } : {}
}

const styles = { hour: 'time', day: 'time', month: 'shortDay' } as const

function Bars({ series, period }: { series: readonly UsagePoint[]; period: UsagePeriod }) {
  const format = useFormatter()
  const top = Math.max(1, ...series.map(({ requests, refused }) => requests + refused))
  const { moment } = useMoment()
  const text = (time: number) => moment(time, styles[period], zoneOf(period).zone)
  const ends = [series[0], series[Math.floor(series.length / 2)], series.at(-1)].filter((point) => point !== undefined)
  return (
    <div aria-hidden="true">
      <span className="block usage-top num text-12 text-muted">{format.number(top)}</span>
      <div className="usage-bars">
        {series.map(({ t: time, requests, errors, refused }) => {
          const count = requests + refused
          return (
            <i key={time} style={{ height: `${(count / top) * 100}%` }} title={`${text(time)}: ${count}`}>
              {errors + refused > 0 && <b style={{ height: `${((errors + refused) / count) * 100}%` }} />}
            </i>
          )
        })}
      </div>
      <div className="apart usage-times num text-12 text-muted">
        {ends.map(({ t: time }) => (
          <span key={time}>{text(time)}</span>
        ))}
      </div>
    </div>
  )
}

function Figures({ series, period, zone }: { series: readonly UsagePoint[]; period: UsagePeriod; zone: string }) {
  const t = useTranslations('usage')
  const format = useFormatter()
  return (
    <table className="table top-12">
      <thead>
        <tr>
          <th scope="col">{t('time', { zone, ...zoneOf(period) })}</th>
          <th scope="col" className="figure">
            {t('requests')}
          </th>
          <th scope="col" className="figure">
            {t('errors')}
          </th>
          <th scope="col" className="figure">
            {t('refused')}
          </th>
        </tr>
      </thead>
      <tbody>
        {series
          .filter(({ requests, refused }) => requests + refused > 0)
          .toReversed()
          .map((point) => (
            <tr key={point.t}>
              <td>
                <Moment at={point.t} style={period === 'month' ? 'day' : 'minute'} {...zoneOf(period)} />
              </td>
              <td className="figure">{format.number(point.requests)}</td>
              <td className="figure">{format.number(point.errors)}</td>
              <td className="figure">{format.number(point.refused)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}
