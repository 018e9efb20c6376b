import { Lock, Plus, X } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { Change } from '../../../ui/icons.tsx'
import { useQuotes, type WatchedRow } from '../../control/market/use-quotes.ts'
import { codeOf } from '../../state/symbols/symbol.ts'
import type { SidePaneProps } from './side-pane-props.ts'

type WatchlistPanelProps = Pick<SidePaneProps, 'source' | 'watchlist' | 'ticker' | 'open' | 'add'>

export function WatchlistPanel({ source, watchlist, ticker, open, add }: WatchlistPanelProps) {
  const t = useTranslations('chart.market')
  const rows = useQuotes(source, watchlist.symbols)
  const has = watchlist.symbols.includes(ticker)
  return (
    <section className="watchlist" aria-label={t('watchlist')}>
      <div className="middle side-head">
        <h2 className="cut">{watchlist.name ?? t('watchlist')}</h2>
        {!has && (
          <button type="button" className="cut watch-this" onClick={() => watchlist.add(ticker)}>
            {t('addShown', { ticker: codeOf(ticker) })}
          </button>
        )}
        <button type="button" className="icon-btn" aria-label={t('add')} title={t('add')} onClick={add}>
          <Plus size={16} aria-hidden="true" />
        </button>
      </div>
      <div className="watch-row watch-titles" aria-hidden="true">
        <span>{t('symbol')}</span>
        <span>{t('last')}</span>
        <span>{t('change')}</span>
      </div>
      <ul>
        {rows.map((row) => (
          <Row key={row.ticker} row={row} shown={row.ticker === ticker} open={open} remove={watchlist.remove} />
        ))}
      </ul>
      {rows.length === 0 && <p className="side-note">{t('empty')}</p>}
    </section>
  )
}

type RowProps = { row: WatchedRow; shown: boolean; open(ticker: string): void; remove(ticker: string): void }

function Row({ row: { ticker, instrument, quote: read }, shown, open, remove }: RowProps) {
  const t = useTranslations('chart.market')
  const locale = useLocale()
  const quote = read.state === 'known' ? read.value : null
  const why = read.state === 'locked' ? (read.message ?? t('locked')) : read.state === 'failed' ? t('unknown') : null
  const decimals = instrument?.decimals ?? 2
  const price = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  const closed = instrument?.market?.status === 'closed'
  return (
    <li className="watch-item">
      <button
        type="button"
        className="watch-row"
        aria-current={shown || undefined}
        title={why ?? instrument?.name}
        onClick={() => open(ticker)}
      >
        <span>
          {codeOf(ticker)}
          {closed && (
            <i className="closed-mark" role="img" aria-label={t('states.closed')} title={t('states.closed')} />
          )}
        </span>
        <span key={quote?.t} className="watch-price">
          {read.state === 'locked' && <Lock size={12} role="img" aria-label={why ?? ''} />}
          {read.state === 'failed' && (
            <span role="img" aria-label={t('unknown')}>
              ?
            </span>
          )}
          {read.state === 'loading' && <span className="skeleton watch-wait" />}
          {read.state === 'none' && '–'}
          {quote && price.format(quote.ld)}
        </span>
        <span>{quote && <Change percent={quote.chp} />}</span>
      </button>
      <button
        type="button"
        className="watch-remove"
        aria-label={t('remove', { ticker })}
        onClick={() => remove(ticker)}
      >
        <X size={14} aria-hidden="true" />
      </button>
    </li>
  )
}
