import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { IndicatorName } from '#src/contract/indicators/catalogue.ts'
import { defaultParams } from '#src/contract/indicators/compute.ts'
import type { BarInterval } from '#src/contract/market.ts'
import { Change } from '../../ui/icons.tsx'
import { type EngineHandlers, useChartTheme, useEngine } from '../control/use-engine.ts'
import { useInstrument } from '../control/use-instrument.ts'
import { useShow } from '../control/use-show.ts'
import { demoAccess } from '../data/access.ts'
import { GatewaySource } from '../data/gateway-source.ts'
import { percentChange } from '../data/percent-change.ts'
import type { ChartEngine } from '../engine/chart-engine.ts'
import { type ChartState, initialState } from '../state/chart-state.ts'

export type ChartEmbedProps = {
  apiUrl: string
  /** The ticker of a demo instrument, such as `NASDAQ:AAPL`. */
  ticker: string
  interval: BarInterval
  shown: readonly IndicatorName[]
  label: string
  /** Called when the bars are shown, so that a placeholder can be removed. */
  ready(): void
}

const nothing: EngineHandlers = {
  kept() {},
  dropped() {},
  selected() {},
  idle() {},
  menu() {},
  pointed() {},
  viewed() {},
  refused() {},
}
const ignored = () => {}
const noneCompared: readonly [] = []

/** The chart's canvas inside a page: live bars of a demo instrument with a crosshair, without tools. */
export function ChartEmbed({ apiUrl, ticker, interval, shown, label, ready }: ChartEmbedProps) {
  const locale = useLocale()
  const source = useMemo(() => new GatewaySource(demoAccess(apiUrl), locale), [apiUrl, locale])
  useEffect(() => () => source[Symbol.dispose](), [source])
  const host = useRef<HTMLDivElement>(null)
  const theme = useChartTheme()
  const { instrument } = useInstrument(source, ticker, ignored)
  const { engine, pulse, status } = useEngine(host, source, nothing)
  const [state, setState] = useState<ChartState>(() => stateOf(ticker, interval, shown))
  useEffect(() => setState((before) => ({ ...before, interval })), [interval])
  useShow(engine, state, instrument, theme, noneCompared)
  const isReady = status.page !== null
  useEffect(() => {
    if (isReady) ready()
  }, [isReady, ready])
  return (
    <>
      <div ref={host} className="embed-canvas" role="img" aria-label={label} />
      {engine && isReady && (
        <EmbedLegend engine={engine} pulse={pulse} decimals={instrument?.decimals ?? 2} live={status.link === 'live'} />
      )}
    </>
  )
}

function stateOf(ticker: string, interval: BarInterval, shown: readonly IndicatorName[]): ChartState {
  const added = shown.map((name) => ({ id: name, name, params: defaultParams(name), visible: true }))
  return { ...initialState, ticker, interval, sessions: false, indicators: added }
}

type EmbedLegendProps = {
  engine: ChartEngine
  pulse: ReturnType<typeof useEngine>['pulse']
  decimals: number
  live: boolean
}

function EmbedLegend({ engine, pulse, decimals, live }: EmbedLegendProps) {
  const t = useTranslations('embed')
  const locale = useLocale()
  useSyncExternalStore(pulse.subscribe, pulse.read, () => 0)
  const hover = engine.hovered()
  if (!hover) return null
  const price = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  const { bar, before } = hover
  const figures = [
    ['open', bar.o],
    ['high', bar.h],
    ['low', bar.l],
    ['close', bar.c],
  ] as const
  const percent = before && percentChange(before.c, bar.c)
  return (
    <p className="flow embed-legend">
      {figures.map(([name, value]) => (
        <span key={name}>
          <small>{t(name)}</small> {price.format(value)}
        </span>
      ))}
      {percent !== null && <Change percent={percent} />}
      <small className="embed-state" data-live={live || undefined}>
        {t(live ? 'live' : 'resting')}
      </small>
    </p>
  )
}
