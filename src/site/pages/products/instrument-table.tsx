import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { PageLink } from '../../page/page-link.tsx'
import { Sparkline } from '../../pictures/sparkline.tsx'
import { knownOf, type Read } from '../../reads/read.ts'
import { Missing, NotRead, Shown } from '../../reads/shown.tsx'
import type { Figure } from '../../showcase/showcase.ts'
import { shownPrice } from '../../ui/grouped.ts'
import { Change } from '../../ui/icons.tsx'
import { StateCard } from '../../ui/state-card.tsx'
import { useLiveFigures } from './live-figures.ts'
import type { ProductRow } from './product-data.server.ts'

type TableProps = { rows: Read<readonly ProductRow[]>; product: string; again(): void }

export function InstrumentTable({ rows, product, again }: TableProps) {
  const t = useTranslations('products.table')
  return (
    <Shown read={rows} none={<StateCard title={t('empty')} />} failed={t('failed')} again={again}>
      {(known) => <Rows rows={known} product={product} again={again} />}
    </Shown>
  )
}

function Rows({ rows, product, again }: { rows: readonly ProductRow[]; product: string; again(): void }) {
  const t = useTranslations('products.table')
  const { figureOf, live } = useLiveFigures(product)
  const isWhole = rows.every((row) => row.quote.state !== 'failed' || figureOf(row) !== null)
  return (
    <div>
      {isWhole ? (
        <p className="quiet live-line" data-live={live || undefined}>
          {live ? t('streaming', { count: rows.length, shown: String(rows.length) }) : t('resting')}
        </p>
      ) : (
        <NotRead what={t('pricesFailed')} again={again} />
      )}
      <div className="card">
        <table className="table table-list quote-table">
          <thead>
            <tr>
              <th scope="col">{t('instrument')}</th>
              <th scope="col">{t('exchange')}</th>
              <th scope="col" className="quote-spark">
                {t('session')}
              </th>
              <th scope="col" className="figure">
                {t('last')}
              </th>
              <th scope="col" className="figure">
                {t('change')}
              </th>
              <th scope="col" className="quote-range">
                {t('range')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.code + row.place} row={row} quote={figureOf(row)} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function Row({ row, quote }: { row: ProductRow; quote: Figure | null }) {
  const t = useTranslations('products.table')
  const price = (value: number) => shownPrice(value, row.decimals)
  return (
    <tr>
      <td data-label={t('instrument')}>
        <span className="flow gap-0-12">
          <PageLink to={`/chart?symbol=${encodeURIComponent(row.ticker)}`} className="row-link">
            <b className="num text-strong">{row.code}</b>
          </PageLink>{' '}
          <span className="text-muted">
            {row.name}
            {knownOf(row.quote)?.simulated && ` · ${t('simulated')}`}
          </span>
        </span>
      </td>
      <td data-label={t('exchange')} className="text-muted">
        <span className="inline-middle gap-8 flagged">
          {row.flag && <Flag country={row.flag} />}
          {row.exchange || '–'}
        </span>
      </td>
      <td className="quote-spark">
        <Sparkline picture={row.spark} quote={quote} label={t('spark', { code: row.code })} />
      </td>
      <td data-label={t('last')} className="figure">
        {quote ? <Ticking key={row.code} value={price(quote.last)} /> : <Missing read={row.quote} />}
        {quote?.asOf && <small>{quote.asOf}</small>}
      </td>
      <td data-label={t('change')} className="figure">
        {quote ? <Change percent={quote.changePercent} /> : <Missing read={row.quote} />}
      </td>
      <td className="quote-range">
        {quote && <DayRange quote={quote} label={t('between', { low: price(quote.low), high: price(quote.high) })} />}
      </td>
    </tr>
  )
}

/** A price that lights up briefly when it changes. */
function Ticking({ value }: { value: string }) {
  const before = useRef(value)
  const [ticks, setTicks] = useState(0)
  useEffect(() => {
    if (before.current === value) return
    before.current = value
    setTicks((count) => count + 1)
  }, [value])
  return (
    <span key={ticks} className={ticks > 0 ? 'ticked' : undefined}>
      {value}
    </span>
  )
}

function DayRange({ quote: { low, high, last }, label }: { quote: Figure; label: string }) {
  const position = high > low ? Math.min(1, Math.max(0, (last - low) / (high - low))) : 0.5
  return (
    <svg className="day-range" viewBox="0 0 100 12" preserveAspectRatio="none" role="img" aria-label={label}>
      <title>{label}</title>
      <path d="M0,6H100" vectorEffect="non-scaling-stroke" />
      <path d={`M${position * 100},1V11`} vectorEffect="non-scaling-stroke" className="day-now" />
    </svg>
  )
}

export function Flag({ country }: { country: string }) {
  return <img src={`/img/country/${country}.svg`} alt="" width="20" height="15" loading="lazy" />
}
