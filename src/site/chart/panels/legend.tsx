import { Eye, EyeOff, Settings, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { indicators } from '#src/contract/indicators/catalogue.ts'
import type { IndicatorSpec } from '#src/contract/indicators/indicator.ts'
import { type ChartState, indicatorLabel, type ShownIndicator } from '../chart-state.ts'
import { hasActions } from '../data/gateway-source.ts'
import type { BarPage, ChartInstrument } from '../data/market-source.ts'
import { type ChartEngine, lineColor } from '../engine/chart-engine.ts'
import type { ChartTheme } from '../engine/theme.ts'
import type { Pulse } from '../pulse.ts'

type LegendProps = {
  engine: ChartEngine
  /** Beats when the crosshair, the newest bar or the panes move. */
  pulse: Pulse
  state: ChartState
  instrument: ChartInstrument
  page: BarPage | null
  theme: ChartTheme
  comparedTickers: readonly string[]
  edit(one: ShownIndicator): void
  toggle(id: string): void
  remove(id: string): void
  removeCompare(ticker: string): void
}

export function Legend(props: LegendProps) {
  const { engine, pulse, state, instrument, page, theme, comparedTickers } = props
  const t = useTranslations('chart')
  useSyncExternalStore(pulse.subscribe, pulse.read, () => 0)
  const hover = engine.hovered()
  const priced = state.indicators.filter(({ name }) => specOf(name).pane === 'price')
  const own = state.indicators.filter(({ name }) => specOf(name).pane === 'own')
  let lines = 0
  return (
    <div className="chart-legends">
      <div className="chart-legend">
        <p className="legend-title">
          <b>{instrument.name}</b>{' '}
          <small>
            {state.interval} · {instrument.exchange}
            {hasActions(instrument) ? ` · ${t(`settings.adjusted.${state.adjust}`)}` : ''}
            {page && page.delay > 0 ? ` · ${t('delayed', { seconds: page.delay })}` : ''}
            {page?.source === 'simulated' ? ` · ${t('simulated')}` : ''}
          </small>
        </p>
        {hover && <Figures bar={hover.bar} before={hover.before} decimals={instrument.decimals} />}
        {comparedTickers.map((ticker, index) => {
          const change = hover ? engine.comparedChange(ticker, hover.index) : null
          return (
            <p key={ticker} className="legend-row">
              <i style={{ background: lineColor(theme, index + 1) }} />
              <span>{ticker}</span> <Change percent={change} />
              <button
                type="button"
                aria-label={t('compare.remove', { ticker })}
                onClick={() => props.removeCompare(ticker)}
              >
                <X size={13} aria-hidden="true" />
              </button>
            </p>
          )
        })}
        {priced.map((one) => {
          const first = lines
          lines += specOf(one.name).outputs.length
          return <IndicatorRow key={one.id} {...props} one={one} first={first} index={hover?.index ?? null} />
        })}
      </div>
      {own.map((one) => {
        const top = engine.paneTop(one.id)
        if (top === null) return null
        return (
          <div key={one.id} className="chart-legend own" style={{ top: top + 4 }}>
            <IndicatorRow {...props} one={one} first={0} index={hover?.index ?? null} />
          </div>
        )
      })}
    </div>
  )
}

function specOf(name: ShownIndicator['name']): IndicatorSpec {
  return indicators[name]
}

type FiguresProps = {
  bar: { t: number; o: number; h: number; l: number; c: number; v: number }
  before: { c: number } | null
  decimals: number
}

function Figures({ bar, before, decimals }: FiguresProps) {
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
    <p className="legend-figures">
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
      <Change percent={before && before.c !== 0 ? (bar.c / before.c - 1) * 100 : null} />
    </p>
  )
}

/** Never colour alone: an arrow stands before the figure. */
function Change({ percent }: { percent: number | null }) {
  if (percent === null) return null
  const [side, arrow] = percent > 0 ? ['up', '▲'] : percent < 0 ? ['down', '▼'] : ['', '■']
  return (
    <span className={side ? `text-${side}` : ''}>
      {arrow} {Math.abs(percent).toFixed(2)}%
    </span>
  )
}

type IndicatorRowProps = LegendProps & { one: ShownIndicator; first: number; index: number | null }

function IndicatorRow({ engine, theme, one, first, index, instrument, edit, toggle, remove }: IndicatorRowProps) {
  const t = useTranslations('chart.indicators')
  const spec = specOf(one.name)
  const label = indicatorLabel(one)
  const row = index === null ? null : engine.indicatorRow(one.id, index)
  const decimals = spec.pane === 'price' ? instrument.decimals : 2
  return (
    <div className="legend-row" data-hidden={!one.visible || undefined}>
      <span>{label}</span>
      {one.visible &&
        spec.outputs.map(({ name }, at) => (
          <output key={name} style={{ color: lineColor(theme, first + at) }} aria-label={`${label} ${name}`}>
            {figure(row?.[name] ?? null, decimals)}
          </output>
        ))}
      <span className="legend-acts">
        <button
          type="button"
          aria-label={t(one.visible ? 'hide' : 'show', { name: label })}
          onClick={() => toggle(one.id)}
        >
          {one.visible ? <Eye size={13} aria-hidden="true" /> : <EyeOff size={13} aria-hidden="true" />}
        </button>
        {spec.params.length > 0 && (
          <button type="button" aria-label={t('edit', { name: label })} onClick={() => edit(one)}>
            <Settings size={13} aria-hidden="true" />
          </button>
        )}
        <button type="button" aria-label={t('remove', { name: label })} onClick={() => remove(one.id)}>
          <X size={13} aria-hidden="true" />
        </button>
      </span>
    </div>
  )
}

function figure(value: number | null, decimals: number): string {
  if (value === null) return '–'
  if (Math.abs(value) >= 1e6)
    return new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 }).format(value)
  return value.toFixed(Math.max(2, decimals))
}
