import { useTranslations } from 'use-intl'
import { useSite } from '../../page/frame-context.ts'
import { PageLink } from '../../page/page-link.tsx'
import { useLiveQuote } from '../../showcase/quotes.ts'
import { Change } from '../../ui/icons.tsx'
import { StateCard } from '../../ui/state-card.tsx'
import { shownPrice } from '../home/tape.tsx'
import type { ProductRow } from './product-data.server.ts'

export function InstrumentTable({ rows }: { rows: readonly ProductRow[] }) {
  const t = useTranslations('products.table')
  if (rows.length === 0) return <StateCard title={t('empty')} />
  return (
    <div className="card">
      <table className="table table-list quote-table">
        <thead>
          <tr>
            <th scope="col">{t('instrument')}</th>
            <th scope="col">{t('exchange')}</th>
            <th scope="col" className="figure">
              {t('last')}
            </th>
            <th scope="col" className="figure">
              {t('change')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) =>
            row.demo ? <LiveRow key={row.code} row={row} /> : <Row key={row.code + row.exchange} row={row} />,
          )}
        </tbody>
      </table>
    </div>
  )
}

function LiveRow({ row }: { row: ProductRow }) {
  const { apiUrl } = useSite()
  return <Row row={{ ...row, quote: useLiveQuote(apiUrl, row.code, row.quote) }} />
}

function Row({ row }: { row: ProductRow }) {
  const t = useTranslations('products.table')
  return (
    <tr>
      <td data-label={t('instrument')}>
        <span>
          <PageLink to={`/chart?symbol=${encodeURIComponent(row.ticker)}`} className="row-link">
            <b className="num">{row.code}</b>
          </PageLink>{' '}
          <span className="text-muted">{row.name}</span>
          {row.demo && <span className="live-mark">{t('live')}</span>}
        </span>
      </td>
      <td data-label={t('exchange')} className="text-muted">
        <span className="flagged">
          {row.flag && <Flag country={row.flag} />}
          {row.exchange || '–'}
        </span>
      </td>
      <td data-label={t('last')} className="figure">
        {row.quote ? shownPrice(row.quote.last, row.decimals) : '–'}
        {row.quote?.asOf && <small>{row.quote.asOf}</small>}
      </td>
      <td data-label={t('change')} className="figure">
        {row.quote ? <Change percent={row.quote.changePercent} /> : '–'}
      </td>
    </tr>
  )
}

export function Flag({ country }: { country: string }) {
  return <img src={`/img/country/${country}.svg`} alt="" width="20" height="15" loading="lazy" />
}
