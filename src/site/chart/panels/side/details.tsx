import { useLocale, useTranslations } from 'use-intl'
import { Change } from '../../../ui/icons.tsx'
import type { Market } from '../../control/market/use-market.ts'
import type { ChartInstrument, MarketState } from '../../data/market-source.ts'
import { StatusBadge } from './market-status.tsx'

type DetailsProps = { instrument: ChartInstrument; market: Market; state: MarketState | null; zone: string }

export function Details({ instrument, market, state, zone }: DetailsProps) {
  const t = useTranslations('chart')
  const locale = useLocale()
  const { decimals } = instrument
  const price = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  const signed = new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'exceptZero',
  })
  const clock = new Intl.DateTimeFormat(locale, { timeZone: zone, timeStyle: 'medium', hourCycle: 'h23' })
  const day = new Intl.DateTimeFormat(locale, { timeZone: zone, dateStyle: 'medium' })
  const quote = market.quote.state === 'known' ? market.quote.value : null
  const [bid, ask] = market.book.state === 'known' ? [market.book.value.b[0], market.book.value.a[0]] : []
  return (
    <section className="details" aria-label={t('market.details')}>
      <div className="flow-middle details-name">
        <i aria-hidden="true">{instrument.code.slice(0, 2)}</i>
        <p>
          <b className="cut">{instrument.name}</b>
          <small className="cut">
            {instrument.exchange} · {t(`search.classes.${instrument.class}`)}
          </small>
        </p>
        <StatusBadge state={state} />
      </div>
      {quote && (
        <p className="flow-base top-8 details-price">
          <b>{price.format(quote.ld)}</b>
          <span className={quote.ch < 0 ? 'text-down' : quote.ch > 0 ? 'text-up' : ''}>{signed.format(quote.ch)}</span>
          <Change percent={quote.chp} />
          <time className="push-end" dateTime={new Date(quote.t).toISOString()}>
            {day.format(quote.t) === day.format(Date.now()) ? clock.format(quote.t) : day.format(quote.t)}
          </time>
        </p>
      )}
      {(bid || ask) && (
        <dl className="bid-ask">
          <div>
            <dt>{t('market.bid')}</dt>
            <dd>
              <b>{bid ? price.format(bid.p) : '–'}</b>{' '}
              {bid && bid.v > 0 && <small className="nowrap">× {size(locale, bid.v)}</small>}
            </dd>
          </div>
          <div>
            <dt>{t('market.ask')}</dt>
            <dd>
              <b>{ask ? price.format(ask.p) : '–'}</b>{' '}
              {ask && ask.v > 0 && <small className="nowrap">× {size(locale, ask.v)}</small>}
            </dd>
          </div>
        </dl>
      )}
      {quote && quote.h > quote.l && (
        <div className="day-span">
          <span>{price.format(quote.l)}</span>
          <i aria-hidden="true">
            <u style={{ left: `${share(quote.ld, quote.l, quote.h)}%` }} />
          </i>
          <span>{price.format(quote.h)}</span>
          <small>{t('market.low')}</small>
          <small>{t('market.opened', { price: price.format(quote.o) })}</small>
          <small>{t('market.high')}</small>
        </div>
      )}
    </section>
  )
}

export function size(locale: string, volume: number, digits = 4): string {
  const notation = volume < 10 ** (digits + 1) ? 'standard' : 'compact'
  return new Intl.NumberFormat(locale, { maximumSignificantDigits: digits, notation }).format(volume)
}

function share(value: number, low: number, high: number): number {
  return Math.min(100, Math.max(0, ((value - low) / (high - low)) * 100))
}
