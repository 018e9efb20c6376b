import { useLocale, useTranslations } from 'use-intl'
import type { Beside } from '../../data/beside.ts'
import type { Book } from '../../data/live-market.ts'
import { priceText } from '../../state/price-text.ts'
import { BesideNote } from './beside-note.tsx'
import { size } from './details.tsx'

const levelsShown = 5

type OrderBookProps = { book: Beside<Book>; decimals: number; again(): void }

/** The best levels of both sides around the spread. Bars show their volumes. */
export function OrderBook({ book, decimals, again }: OrderBookProps) {
  const t = useTranslations('chart.market')
  const count = book.state === 'known' ? Math.max(book.value.a.length, book.value.b.length) : 0
  return (
    <section aria-label={t('book')}>
      <h3>
        {t('book')} {count > levelsShown && <small>{t('levels', { shown: levelsShown, count })}</small>}
      </h3>
      <BesideNote read={book} rows={2 * levelsShown + 1} none={t('noBook')} again={again}>
        {(levels) => <Levels book={levels} decimals={decimals} />}
      </BesideNote>
    </section>
  )
}

function Levels({ book, decimals }: { book: Book; decimals: number }) {
  const t = useTranslations('chart.market')
  const locale = useLocale()
  const [asks, bids] = [book.a.slice(0, levelsShown), book.b.slice(0, levelsShown)]
  const most = Math.max(...[...asks, ...bids].map(({ v }) => v))
  const level = ({ p, v }: { p: number; v: number }, side: 'ask' | 'bid') => (
    <p key={`${side} ${p}`} className={`level ${side}`}>
      <i style={{ width: `${most > 0 ? (v / most) * 100 : 0}%` }} aria-hidden="true" />
      <span className={side === 'ask' ? 'text-down' : 'text-up'}>{priceText(locale, p, decimals)}</span>
      <span>{size(locale, v)}</span>
    </p>
  )
  const [ask, bid] = [asks[0], bids[0]]
  return (
    <>
      {asks.toReversed().map((one) => level(one, 'ask'))}
      <p className="spread">
        <span>{t('spread')}</span> {ask && bid ? priceText(locale, ask.p - bid.p, decimals) : '–'}
      </p>
      {bids.map((one) => level(one, 'bid'))}
    </>
  )
}
