import { useTranslations } from 'use-intl'
import { PageLink } from '../../page/page-link.tsx'
import { grouped } from '../../ui/grouped.ts'
import { Flag } from '../products/instrument-table.tsx'
import type { CoverageData, CoverageRow, Delay } from './coverage-data.server.ts'

type Group = CoverageData['groups'][number]

/** The marks of the states of an exchange, as on the status page. */
const marks = { live: 'up', closed: 'closed', silent: 'down', stored: 'idle' } as const

/** A class with one row for each exchange that has stored data. */
export function CoverageClass({ group: { name, rows, others, delays }, number }: { group: Group; number: number }) {
  const t = useTranslations('coverage')
  const title = useTranslations('frame.classes')(`${name}.name`)
  return (
    <section className="section">
      <div className="wrap product-part">
        <header>
          <h2 className="section-title" id={name}>
            <span className="kick">{String(number).padStart(2, '0')}</span> {title}
          </h2>
          <Delays delays={delays} />
          <p className="section-lead">
            <PageLink to={`/products/${name}`} className="link">
              {t('more', { name: title })}
            </PageLink>
          </p>
        </header>
        <div>
          {rows.length > 0 && (
            <div className="card">
              <table className="table table-list coverage-table" aria-labelledby={name}>
                <Heads />
                <tbody>
                  {rows.map((row) => (
                    <ExchangeRow key={row.exchange} row={row} />
                  ))}
                </tbody>
              </table>
            </div>
          )}
          {others > 0 && <p className="quiet top-16">{t(rows.length > 0 ? 'others' : 'alone', { count: others })}</p>}
        </div>
      </div>
    </section>
  )
}

function Delays({ delays }: { delays: readonly Delay[] }) {
  const t = useTranslations('coverage')
  const tierName = useTranslations('plans.tiers')
  return (
    <p className="section-lead">
      {delays.every(({ seconds }) => seconds === 0)
        ? t('delays.none')
        : delays.map(({ seconds, tiers }) => (
            <span key={seconds} className="block">
              {t('delays.of', {
                tiers: tiers.map((tier) => tierName(tier as Parameters<typeof tierName>[0])).join(t('delays.and')),
                delay: seconds === 0 ? t('delays.live') : t('delays.minutes', { count: Math.ceil(seconds / 60) }),
              })}
            </span>
          ))}
    </p>
  )
}

function Heads() {
  const t = useTranslations('coverage.table')
  return (
    <thead>
      <tr>
        <th scope="col">{t('exchange')}</th>
        <th scope="col" className="figure">
          {t('instruments')}
        </th>
        <th scope="col" className="figure">
          {t('days')}
        </th>
        <th scope="col" className="figure">
          {t('intraday')}
        </th>
        <th scope="col" className="figure">
          {t('ticks')}
        </th>
        <th scope="col">{t('state')}</th>
      </tr>
    </thead>
  )
}

function ExchangeRow({ row }: { row: CoverageRow }) {
  const t = useTranslations('coverage')
  return (
    <tr>
      <th scope="row" data-label={t('table.exchange')}>
        <span className="inline-middle gap-8">
          {row.flag && <Flag country={row.flag} />}
          {row.exchange || t('everywhere')}
        </span>
      </th>
      <td data-label={t('table.instruments')} className="figure">
        <span>
          {grouped(row.stored)}
          {row.stored < row.instruments && <small>{t('of', { all: grouped(row.instruments) })}</small>}
        </span>
      </td>
      <td data-label={t('table.days')} className="figure">
        {row.days ?? '–'}
      </td>
      <td data-label={t('table.intraday')} className="figure">
        <span>
          {row.intraday?.first ?? '–'}
          {row.intraday && <small>{t('from', { interval: row.intraday.interval })}</small>}
        </span>
      </td>
      <td data-label={t('table.ticks')} className="figure">
        {row.ticks ?? '–'}
      </td>
      <td data-label={t('table.state')}>
        <span className="coverage-state" data-state={marks[row.state]}>
          {t(`states.${row.state}`)}
          {row.state !== 'live' && <small className="num">{t('until', { day: row.last })}</small>}
        </span>
      </td>
    </tr>
  )
}
