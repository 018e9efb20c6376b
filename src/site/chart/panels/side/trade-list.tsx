import { useLocale, useTranslations } from 'use-intl'
import type { Trade } from '#sdk/typescript/calls/shapes.ts'
import { size } from './details.tsx'

type TradeListProps = { trades: readonly Trade[]; decimals: number; zone: string }

const sides = ['', 'text-down', 'text-up'] as const

export function TradeList({ trades, decimals, zone }: TradeListProps) {
  const t = useTranslations('chart.market')
  const locale = useLocale()
  const clock = new Intl.DateTimeFormat(locale, { timeZone: zone, timeStyle: 'medium', hourCycle: 'h23' })
  return (
    <section aria-label={t('trades')}>
      <h3>{t('trades')}</h3>
      {trades.length === 0 && <p className="side-note">{t('noTrades')}</p>}
      {trades.map(({ t: time, p, v, d, seq }) => (
        <p key={`${time} ${seq}`} className="trade">
          <span className={sides[d] ?? ''}>{p.toFixed(decimals)}</span>
          <span>{size(locale, v, 3)}</span>
          <time>{clock.format(time).slice(-5)}</time>
        </p>
      ))}
    </section>
  )
}
