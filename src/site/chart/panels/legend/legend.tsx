import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { indicators } from '#src/contract/indicators/catalogue.ts'
import type { IndicatorSpec } from '#src/contract/indicators/indicator.ts'
import { Change } from '../../../ui/icons.tsx'
import { type MarketStore, useMarketNow } from '../../control/market/use-market.ts'
import type { Pulse } from '../../control/use-engine.ts'
import { hasActions } from '../../data/gateway-source.ts'
import type { BarPage, ChartInstrument, MarketState } from '../../data/market-source.ts'
import type { ChartEngine } from '../../engine/chart-engine.ts'
import { type ChartTheme, lineColor } from '../../engine/layers/theme.ts'
import { type ChartState, outputColors, type ShownIndicator } from '../../state/chart-state.ts'
import { priceText } from '../../state/price-text.ts'
import { StatusMark } from '../side/market-status.tsx'
import { Figures } from './legend-figures.tsx'
import { type IndicatorActs, IndicatorRow } from './legend-indicator.tsx'

type LegendProps = {
  engine: ChartEngine
  pulse: Pulse
  state: ChartState
  instrument: ChartInstrument
  page: BarPage | null
  theme: ChartTheme
  /** The market data of the active chart; null in other charts. */
  market: { store: MarketStore; state: MarketState | null } | null
  comparedTickers: readonly string[]
  /** IANA name of the chart's zone; null: the bars have only a date. */
  zone: string | null
  acts: IndicatorActs
  fold(): void
  removeCompare(ticker: string): void
}

export function Legend(props: LegendProps) {
  const { engine, pulse, state, instrument, page, theme, market, comparedTickers } = props
  const t = useTranslations('chart')
  useSyncExternalStore(pulse.subscribe, pulse.read, () => 0)
  const hover = engine.hovered()
  const index = hover?.index ?? null
  const row = { engine, theme, decimals: instrument.decimals, index, acts: props.acts }
  const priced = state.indicators.filter(({ name }) => specOf(name).pane === 'price')
  const own = state.indicators.filter(({ name }) => specOf(name).pane === 'own')
  const lines = comparedTickers.length + priced.length
  const isFolded = state.folded && lines > 1
  const [shownCompared, shownPriced] = isFolded ? [[], []] : [comparedTickers, priced]
  return (
    <div className="chart-legends">
      <div className="chart-legend">
        <p className="legend-title">
          <b>{instrument.name}</b>{' '}
          <small>
            {t(`intervalLabels.${state.interval}`)} · {instrument.exchange}
            {hasActions(instrument) && (
              <span className="from-640 legend-extra"> · {t(`settings.adjusted.${state.adjust}`)}</span>
            )}
            {page && page.delay > 0 ? ` · ${t('delayed', { seconds: page.delay })}` : ''}
            {page?.source === 'simulated' ? ` · ${t('simulated')}` : ''}
          </small>{' '}
          {market && <StatusMark state={market.state} />}
          {market && <BidAsk store={market.store} decimals={instrument.decimals} />}
        </p>
        {hover && <Figures bar={hover.bar} before={hover.before} decimals={instrument.decimals} zone={props.zone} />}
        {lines > 1 && (
          <button type="button" className="legend-fold" aria-expanded={!state.folded} onClick={props.fold}>
            {state.folded ? <ChevronDown size={13} aria-hidden="true" /> : <ChevronUp size={13} aria-hidden="true" />}
            {t('legendLines', { count: lines })}
          </button>
        )}
        {shownCompared.map((ticker) => {
          const change = hover ? engine.comparedChange(ticker, hover.index) : null
          return (
            <p key={ticker} className="middle nowrap gap-8 legend-row">
              <i style={{ background: lineColor(theme, state.compare.indexOf(ticker) + 1) }} />
              <span>{ticker}</span> {change !== null && <Change percent={change} />}
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
        {shownPriced.map((one) => (
          <IndicatorRow key={one.id} {...row} one={one} colors={outputColors(state.indicators, one.id)} />
        ))}
      </div>
      {own.map((one) => {
        const top = engine.paneTop(one.id)
        if (top === null) return null
        return (
          <div key={one.id} className="chart-legend own" style={{ top: top + 4 }}>
            <IndicatorRow {...row} one={one} colors={outputColors(state.indicators, one.id)} />
          </div>
        )
      })}
    </div>
  )
}

function BidAsk({ store, decimals }: { store: MarketStore; decimals: number }) {
  const t = useTranslations('chart.market')
  const locale = useLocale()
  const { book } = useMarketNow(store)
  const [bid, ask] = book.state === 'known' ? [book.value.b[0], book.value.a[0]] : []
  if (!bid || !ask) return null
  return (
    <span className="legend-quote">
      <small>{t('bid')}</small> {priceText(locale, bid.p, decimals)} <small>{t('ask')}</small>{' '}
      {priceText(locale, ask.p, decimals)}
    </span>
  )
}

function specOf(name: ShownIndicator['name']): IndicatorSpec {
  return indicators[name]
}
