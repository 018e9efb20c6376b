import { Eye, EyeOff, Settings, X } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { indicators } from '#src/contract/indicators/catalogue.ts'
import type { IndicatorSpec } from '#src/contract/indicators/indicator.ts'
import type { ChartEngine } from '../../engine/chart-engine.ts'
import { type ChartTheme, lineColor } from '../../engine/layers/theme.ts'
import { indicatorLabel, type ShownIndicator } from '../../state/chart-state.ts'
import { priceText } from '../../state/price-text.ts'

export type IndicatorActs = {
  edit(one: ShownIndicator): void
  toggle(id: string): void
  remove(id: string): void
}

type IndicatorRowProps = {
  acts: IndicatorActs
  engine: ChartEngine
  theme: ChartTheme
  one: ShownIndicator
  decimals: number
  /** The colours of the indicator's outputs, as indexes of the theme's line colours. */
  colors: readonly number[]
  index: number | null
}

export function IndicatorRow(props: IndicatorRowProps) {
  const { engine, theme, one, colors, index, acts } = props
  const t = useTranslations('chart.indicators')
  const locale = useLocale()
  const spec: IndicatorSpec = indicators[one.name]
  const label = indicatorLabel(one)
  const row = index === null ? null : engine.indicatorRow(one.id, index)
  const decimals = spec.pane === 'price' || spec.isPriced ? props.decimals : 2
  return (
    <div className="middle nowrap gap-8 legend-row" data-hidden={!one.visible || undefined}>
      <span>{label}</span>
      {one.visible &&
        spec.outputs.map(({ name }, at) => (
          <output key={name} style={{ color: lineColor(theme, colors[at] ?? 0) }} aria-label={`${label} ${name}`}>
            {figure(locale, row?.[name] ?? null, decimals)}
          </output>
        ))}
      <span className="legend-acts">
        <button
          type="button"
          aria-label={t(one.visible ? 'hide' : 'show', { name: label })}
          onClick={() => acts.toggle(one.id)}
        >
          {one.visible ? <Eye size={13} aria-hidden="true" /> : <EyeOff size={13} aria-hidden="true" />}
        </button>
        <button type="button" aria-label={t('edit', { name: label })} onClick={() => acts.edit(one)}>
          <Settings size={13} aria-hidden="true" />
        </button>
        <button type="button" aria-label={t('remove', { name: label })} onClick={() => acts.remove(one.id)}>
          <X size={13} aria-hidden="true" />
        </button>
      </span>
    </div>
  )
}

function figure(locale: string, value: number | null, decimals: number): string {
  if (value === null) return '–'
  if (Math.abs(value) >= 1e6)
    return new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 }).format(value)
  return priceText(locale, value, Math.max(2, decimals))
}
