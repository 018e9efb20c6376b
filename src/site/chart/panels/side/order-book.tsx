import { useLocale, useTranslations } from 'use-intl'
import type { Book } from '../../data/live-market.ts'
import { size } from './details.tsx'

const levelsShown = 4

type OrderBookProps = { book: Book | null; decimals: number }

/** The best levels of both sides around the spread. Bars show their volumes. */
export function OrderBook({ book, decimals }: OrderBookProps) {
  const t = useTranslations('chart.market')
  const locale = useLocale()
  const [asks, bids] = [book?.a.slice(0, levelsShown) ?? [], book?.b.slice(0, levelsShown) ?? []]
  const most = Math.max(...[...asks, ...bids].map(({ v }) => v))
  const count = Math.max(book?.a.length ?? 0, book?.b.length ?? 0)
  const level = ({ p, v }: { p: number; v: number }, side: 'ask' | 'bid') => (
    <p key={`${side} ${p}`} className={`level ${side}`}>
      <i style={{ width: `${most > 0 ? (v / most) * 100 : 0}%` }} aria-hidden="true" />
      <span className={side === 'ask' ? 'text-down' : 'text-up'}>{p.toFixed(decimals)}</span>
      <span>{size(locale, v)}</span>
    </p>
  )
  const [ask, bid] = [asks[0], bids[0]]
  return (
    <section aria-label={t('book')}>
      <h3>
        {t('book')} {count > levelsShown && <small>{t('levels', { shown: levelsShown, count })}</small>}
      </h3>
      {asks.length + bids.length === 0 ? (
        <p className="side-note">{t('noBook')}</p>
      ) : (
        <>
          {asks.toReversed().map((one) => level(one, 'ask'))}
          <p className="spread">
            <span>{t('spread')}</span> {ask && bid ? (ask.p - bid.p).toFixed(decimals) : '–'}
          </p>
          {bids.map((one) => level(one, 'bid'))}
        </>
      )}
    </section>
  )
}
