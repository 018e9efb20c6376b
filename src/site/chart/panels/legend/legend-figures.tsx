import { useLocale, useTranslations } from 'use-intl'
import { Change } from '../../../ui/icons.tsx'
import { percentChange } from '../../data/percent-change.ts'

type FiguresProps = {
  bar: { t: number; o: number; h: number; l: number; c: number; v: number }
  before: { c: number } | null
  decimals: number
  /** IANA name of the chart's zone; null: the bars have only a date. */
  zone: string | null
  /** Whether the date is shown; otherwise only screen readers get it. */
  dated?: boolean
}

export function Figures({ bar, before, decimals, zone, dated = false }: FiguresProps) {
  const t = useTranslations('chart.bar')
  const locale = useLocale()
  const price = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  const volume = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 })
  const clock = zone === null ? { timeZone: 'UTC' } : { timeStyle: 'short' as const, timeZone: zone }
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...clock, hourCycle: 'h23' })
  const figures = [
    ['open', bar.o],
    ['high', bar.h],
    ['low', bar.l],
    ['close', bar.c],
  ] as const
  const percent = before && percentChange(before.c, bar.c)
  return (
    <p className="flow legend-figures" data-dated={dated || undefined}>
      <time className={dated ? '' : 'sr-only'} dateTime={new Date(bar.t).toISOString()}>
        {day.format(bar.t)}
      </time>
      {figures.map(([name, value]) => (
        <span key={name}>
          <small>{t(name)}</small> {price.format(value)}
        </span>
      ))}
      {bar.v > 0 && (
        <span>
          <small>{t('volume')}</small> {volume.format(bar.v)}
        </span>
      )}
      {percent !== null && <Change percent={percent} />}
    </p>
  )
}
