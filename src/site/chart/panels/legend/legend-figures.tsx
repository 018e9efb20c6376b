import { useLocale, useTranslations } from 'use-intl'
import { Change } from '../../../ui/icons.tsx'

type FiguresProps = {
  bar: { t: number; o: number; h: number; l: number; c: number; v: number }
  before: { c: number } | null
  decimals: number
}

export function Figures({ bar, before, decimals }: FiguresProps) {
  const t = useTranslations('chart.bar')
  const locale = useLocale()
  const price = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  const volume = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  const figures = [
    ['open', bar.o],
    ['high', bar.h],
    ['low', bar.l],
    ['close', bar.c],
  ] as const
  return (
    <p className="flow legend-figures">
      <time className="sr-only" dateTime={new Date(bar.t).toISOString()}>
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
      {before && before.c !== 0 && <Change percent={(bar.c / before.c - 1) * 100} />}
    </p>
  )
}
