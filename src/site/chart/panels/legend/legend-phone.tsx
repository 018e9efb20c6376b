import { ChevronDown } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Change } from '../../../ui/icons.tsx'
import type { Pulse } from '../../control/use-engine.ts'
import type { ChartInstrument } from '../../data/market-source.ts'
import { percentChange } from '../../data/percent-change.ts'
import type { ChartEngine } from '../../engine/chart-engine.ts'
import { type ChartTheme, lineColor } from '../../engine/layers/theme.ts'
import { outputColors, type ShownIndicator } from '../../state/chart-state.ts'
import { Figures } from './legend-figures.tsx'

type PhoneLegendProps = {
  engine: ChartEngine
  pulse: Pulse
  instrument: ChartInstrument
  theme: ChartTheme
  indicators: readonly ShownIndicator[]
  /** IANA name of the chart's zone; null: the bars have only a date. */
  zone: string | null
  openIndicators(): void
}

export function PhoneLegend({ engine, pulse, instrument, theme, indicators, zone, openIndicators }: PhoneLegendProps) {
  const t = useTranslations('chart.sheet')
  const locale = useLocale()
  useSyncExternalStore(pulse.subscribe, pulse.read, () => 0)
  const hover = engine.hovered()
  const percent = hover?.before ? percentChange(hover.before.c, hover.bar.c) : null
  const { decimals } = instrument
  const price = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  return (
    <div className="phone-legend">
      {hover && engine.isPointed && (
        <Figures bar={hover.bar} before={hover.before} decimals={decimals} zone={zone} dated />
      )}
      {hover && !engine.isPointed && (
        <p className="flow legend-figures">
          <time className="sr-only" dateTime={new Date(hover.bar.t).toISOString()}>
            {new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(hover.bar.t)}
          </time>
          <b>{price.format(hover.bar.c)}</b>
          {percent !== null && <Change percent={percent} />}
        </p>
      )}
      {indicators.length > 0 && (
        <button type="button" className="inline-middle phone-chip" onClick={openIndicators}>
          {indicators.slice(0, 3).map(({ id }) => (
            <i key={id} style={{ background: lineColor(theme, outputColors(indicators, id)[0] ?? 0) }} />
          ))}
          {t('shown', { count: indicators.length })}
          <ChevronDown size={16} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
