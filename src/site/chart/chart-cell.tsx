import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from '../ui/toast.tsx'
import type { CellHandle } from './control/cell-handle.ts'
import type { Drawings } from './control/kept/use-drawings.ts'
import type { MarketStore } from './control/market/use-market.ts'
import { useCompared } from './control/use-compared.ts'
import { type EngineHandlers, useEngine } from './control/use-engine.ts'
import { useInstrument } from './control/use-instrument.ts'
import { useShow } from './control/use-show.ts'
import type { MarketSource, MarketState } from './data/market-source.ts'
import { ReplaySource } from './data/replay-source.ts'
import { DrawingSettings } from './dialogs/drawing-settings.tsx'
import { type ChartTheme, withLook } from './engine/layers/theme.ts'
import { Legend } from './panels/legend/legend.tsx'
import { PhoneLegend } from './panels/legend/legend-phone.tsx'
import { SelectedBar } from './panels/selected-bar.tsx'
import { StatusLayer } from './panels/stage/status-layer.tsx'
import type { ChartAction, ChartState, ShownIndicator } from './state/chart-state.ts'
import { isDated } from './state/time/bar-times.ts'

export type CellActs = Omit<EngineHandlers, 'kept' | 'dropped' | 'refused'> & {
  activate(): void
  refused(error: unknown, at?: 'first' | 'older' | 'live'): void
  edit(one: ShownIndicator): void
  search(): void
  /** Opens the list of indicators on a phone. */
  indicators(): void
  report(handle: CellHandle | null): void
}

type ChartCellProps = {
  source: MarketSource
  state: ChartState
  dispatch(action: ChartAction): void
  theme: ChartTheme | null
  drawings: Drawings
  /** The id of the selected drawing in this chart. */
  selected: string | null
  drawing: boolean
  active: boolean
  narrow: boolean
  /** Lines of alerts over the canvas. */
  alerts?: ReactNode
  /** The market data of the active chart; null in other charts. */
  market: { store: MarketStore; state: MarketState | null } | null
  acts: CellActs
}

export function ChartCell(props: ChartCellProps) {
  const { source, state, dispatch, drawings, selected, acts } = props
  const { look } = state
  const theme = useMemo(() => props.theme && withLook(props.theme, look), [props.theme, look])
  const t = useTranslations('chart')
  const host = useRef<HTMLDivElement>(null)
  const feed = useMemo(() => new ReplaySource(source), [source])
  const { instrument, failure, retry } = useInstrument(feed, state.ticker, acts.refused)
  const { engine, pulse, status } = useEngine(host, feed, {
    ...acts,
    kept: drawings.keep,
    dropped: drawings.drop,
  })
  const compared = useCompared(source, state.compare, { ...state, oldest: status.oldest }, theme, (ticker) => {
    toast(t('compare.failed', { ticker }), 'error')
    dispatch({ do: 'removeCompare', ticker })
  })
  useShow(engine, state, instrument, theme, compared)
  const market = props.market?.state ?? instrument?.market ?? null
  useEffect(() => {
    if (engine) engine.market = market
  }, [engine, market])
  const drawn = drawings.history.now
  useEffect(() => engine?.board.show(drawn), [engine, drawn])

  const report = useRef(acts.report)
  report.current = acts.report
  useEffect(() => {
    report.current({ engine, feed, instrument, pulse, status })
  }, [engine, feed, instrument, pulse, status])
  useEffect(() => () => report.current(null), [])

  const exchangeZone = instrument?.timezone ?? 'UTC'
  const zone = isDated(state.interval) ? null : state.timezone === 'exchange' ? exchangeZone : state.timezone
  const chosen = drawn.find(({ id, hidden }) => id === selected && !hidden)
  const [editedId, setEditedId] = useState<string | null>(null)
  return (
    <div
      className="chart-cell"
      data-active={props.active || undefined}
      data-axis={look.side}
      style={ownColors(look, theme)}
      onPointerDownCapture={acts.activate}
      onWheelCapture={acts.activate}
    >
      <div
        ref={host}
        className="chart-canvas"
        role="img"
        aria-label={t('label', {
          name: instrument?.name ?? state.ticker,
          interval: t(`intervals.${state.interval}`),
        })}
        data-drawing={props.drawing || undefined}
        data-empty={!status.page?.bars.length || undefined}
      />
      {props.alerts}
      {engine && instrument && theme && props.narrow && (
        <PhoneLegend
          {...{ engine, pulse, instrument, theme, zone, indicators: state.indicators }}
          openIndicators={acts.indicators}
        />
      )}
      {engine && instrument && theme && !props.narrow && (
        <Legend
          engine={engine}
          pulse={pulse}
          state={state}
          instrument={instrument}
          page={status.page}
          theme={theme}
          market={props.market}
          zone={zone}
          fold={() => dispatch({ do: 'fold' })}
          comparedTickers={compared.map(({ ticker }) => ticker)}
          acts={{
            edit: acts.edit,
            toggle: (id) => dispatch({ do: 'toggleIndicator', id }),
            remove: (id) => dispatch({ do: 'removeIndicator', id }),
          }}
          removeCompare={(ticker) => dispatch({ do: 'removeCompare', ticker })}
        />
      )}
      {theme && chosen && (
        <SelectedBar
          drawing={chosen}
          theme={theme}
          restyle={(style) => drawings.restyle(chosen.id, style)}
          order={(side) => drawings.order(chosen.id, side)}
          settings={() => setEditedId(chosen.id)}
          remove={() => drawings.drop(chosen.id)}
        />
      )}
      {chosen && chosen.id === editedId && (
        <DrawingSettings key={chosen.id} drawing={chosen} keep={drawings.keep} close={() => setEditedId(null)} />
      )}
      <StatusLayer
        status={status}
        failure={failure ?? (instrument?.ticker === state.ticker ? status.failure : null)}
        ticker={state.ticker}
        retry={() => {
          retry()
          engine?.reload()
        }}
        search={acts.search}
      />
    </div>
  )
}

/** The chart's colours that differ from the site's, as CSS for the elements over the canvas. */
function ownColors({ up, down, background }: ChartState['look'], theme: ChartTheme | null): CSSProperties {
  if (!theme) return {}
  const { paper, ink, muted, hair, raised } = theme
  return {
    ...(up && { '--up': up }),
    ...(down && { '--down': down }),
    ...(background && {
      '--paper': paper,
      '--ink': ink,
      '--muted': muted,
      '--hair': hair,
      '--raised': raised,
      color: ink,
    }),
  } as CSSProperties
}
