import { useLocale, useTranslations } from 'use-intl'
import { StateCard } from '../../ui/state-card.tsx'
import { type Point, type UsagePeriod, usagePeriods } from './use-usage.ts'

type SeriesCardProps = { series: Point[] | null; period: UsagePeriod; onPeriod: (period: UsagePeriod) => void }

/** Requests over time as bars, errors in the colour of loss, with the figures as a table and as a file. */
export function SeriesCard({ series, period, onPeriod }: SeriesCardProps) {
  const t = useTranslations('usage')
  const locale = useLocale()
  const number = (value: number) => new Intl.NumberFormat(locale).format(value)
  const sum = (pick: (point: Point) => number) => (series ?? []).reduce((total, point) => total + pick(point), 0)
  const requests = sum((point) => point.requests)
  const top = Math.max(1, ...(series ?? []).map((point) => point.requests))
  return (
    <section className="card" aria-labelledby="series">
      <div className="card-head items-center">
        <h2 id="series">{t('series')}</h2>
        <fieldset className="seg">
          <legend className="sr-only">{t('period')}</legend>
          {usagePeriods.map((one) => (
            <button key={one} type="button" aria-pressed={one === period} onClick={() => onPeriod(one)}>
              {t(`periods.${one}`)}
            </button>
          ))}
        </fieldset>
      </div>
      <div className="card-body">
        {series === null ? (
          <div className="usage-bars skeleton" />
        ) : requests === 0 ? (
          <StateCard title={t('none')}>{t('noneText')}</StateCard>
        ) : (
          <>
            <p className="num mb-4 text-[14px]">
              {t('total', { requests: number(requests), errors: number(sum((point) => point.errors)) })}
            </p>
            <div className="usage-bars" aria-hidden="true">
              {series.map(({ t: time, requests: count, errors }) => (
                <i key={time} style={{ height: `${(count / top) * 100}%` }} title={`${textTime(time)} ${count}`}>
                  {errors > 0 && <b style={{ height: `${(errors / count) * 100}%` }} />}
                </i>
              ))}
            </div>
            <details className="mt-5">
              <summary className="action-link inline-block cursor-pointer">{t('table')}</summary>
              <table className="table mt-3">
                <thead>
                  <tr>
                    <th scope="col">{t('time')}</th>
                    <th scope="col">{t('requests')}</th>
                    <th scope="col">{t('errors')}</th>
                  </tr>
                </thead>
                <tbody>
                  {series
                    .filter((point) => point.requests > 0)
                    .map((point) => (
                      <tr key={point.t}>
                        <td className="num whitespace-nowrap text-[13.5px]">{textTime(point.t)}</td>
                        <td className="num">{number(point.requests)}</td>
                        <td className="num">{number(point.errors)}</td>
                      </tr>
                    ))}
                </tbody>
              </table>
            </details>
            <a className="btn btn-small btn-outline mt-4" download={`usage-${period}.csv`} href={csvOf(series)}>
              {t('csv')}
            </a>
          </>
        )}
      </div>
    </section>
  )
}

function textTime(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ')
}

function csvOf(series: readonly Point[]): string {
  const rows = series.map(({ t, requests, errors }) => `${new Date(t).toISOString()},${requests},${errors}`)
  return `data:text/csv;charset=utf-8,${encodeURIComponent(['time,requests,errors', ...rows].join('\r\n'))}`
}
