import { useLocale, useTranslations } from 'use-intl'
import type { Trade } from '#sdk/typescript/calls/shapes.ts'
import type { Beside } from '../../data/beside.ts'
import { priceText } from '../../state/price-text.ts'
import { BesideNote } from './beside-note.tsx'
import { size } from './details.tsx'

type TradeListProps = { trades: Beside<readonly Trade[]>; decimals: number; zone: string; again(): void }

const rowsWaiting = 11

const sides = ['', 'text-down', 'text-up'] as const

export function TradeList({ trades, decimals, zone, again }: TradeListProps) {
  const t = useTranslations('chart.market')
  const locale = useLocale()
  const clock = new Intl.DateTimeFormat(locale, { timeZone: zone, timeStyle: 'medium', hourCycle: 'h23' })
  return (
    <section aria-label={t('trades')}>
      <h3>{t('trades')}</h3>
      <BesideNote read={trades} rows={rowsWaiting} none={t('noTrades')} again={again}>
        {(list) =>
          list.map(({ t: time, p, v, d, seq }) => (
            <p key={`${time} ${seq}`} className="trade">
              <span className={sides[d] ?? ''}>{priceText(locale, p, decimals)}</span>
              <span>{size(locale, v, 3)}</span>
              <time>{clock.format(time).slice(-5)}</time>
            </p>
          ))
        }
      </BesideNote>
    </section>
  )
}
