import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from '../ui/toast.tsx'
import { useChartState } from './control/kept/use-chart-state.ts'
import { useDrawings } from './control/kept/use-drawings.ts'
import { useLayouts } from './control/kept/use-layouts.ts'
import type { PlainAct } from './control/shortcuts.ts'
import { useCompared } from './control/use-compared.ts'
import { useChartTheme, useEngine } from './control/use-engine.ts'
import { useInstrument } from './control/use-instrument.ts'
import { usePicture } from './control/use-picture.ts'
import { useShortcuts } from './control/use-shortcuts.ts'
import { useShow } from './control/use-show.ts'
import { useSymbolSearch } from './control/use-symbol-search.ts'
import { useTools } from './control/use-tools.ts'
import type { GatewaySource } from './data/gateway-source.ts'
import { OpenPanel, type Panel } from './dialogs/open-panel.tsx'
import { tipOf } from './dialogs/tip-of.ts'
import { type Tip, TipsDialog } from './dialogs/tips-dialog.tsx'
import { DrawingRail } from './panels/drawing-rail.tsx'
import { Legend } from './panels/legend/legend.tsx'
import { ContextMenu, type MenuPlace } from './panels/menus/context-menu.tsx'
import { LayoutsMenu } from './panels/menus/layouts-menu.tsx'
import { RangeBar } from './panels/range-bar.tsx'
import { SelectedBar } from './panels/selected-bar.tsx'
import { StatusLayer } from './panels/status-layer.tsx'
import { Toolbar } from './panels/toolbar.tsx'
import type { ShownIndicator } from './state/chart-state.ts'
import { demoSymbols } from './state/demo-symbols.ts'
import { rangeStart, ranges } from './state/range.ts'
import type { SearchAccess } from './state/symbol-search.ts'
import { SymbolDialog } from './symbols/symbol-dialog.tsx'

type ChartAppProps = { source: GatewaySource; access: SearchAccess; retryAccess(): unknown }

export function ChartApp({ source, access, retryAccess }: ChartAppProps) {
  const t = useTranslations('chart')
  const host = useRef<HTMLDivElement>(null)
  const root = useRef<HTMLDivElement>(null)
  const [state, dispatch] = useChartState()
  const [panel, setPanel] = useState<Panel | null>(null)
  const [tip, setTip] = useState<Tip | null>(null)
  const [selected, setSelected] = useState<string | null>(null)
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const [comparing, setComparing] = useState(false)
  const theme = useChartTheme()
  const layouts = useLayouts(access.kind === 'account')

  const refused = (error: unknown, at?: 'first' | 'older' | 'live') =>
    setTip((before) => tipOf(error, { at, reader: access.kind }) ?? before)
  const { instrument, failure, retry } = useInstrument(source, state.ticker, refused)
  const { engine, pulse, status } = useEngine(host, source, {
    refused,
    kept: (drawing) => drawings.keep(drawing),
    dropped: (id) => drawings.drop(id),
    selected: setSelected,
    idle: () => tools.putDown(),
    menu(place) {
      setMenu(place)
      if (place.drawing !== null) setSelected(place.drawing)
    },
  })
  const tools = useTools(engine, (tool) => setPanel({ kind: 'note', tool }))
  const drawings = useDrawings(state.ticker, engine)
  const compared = useCompared(source, state.compare, { ...state, oldest: status.oldest }, theme, (ticker) => {
    toast(t('compare.failed', { ticker }), 'error')
    dispatch({ do: 'removeCompare', ticker })
  })
  useShow(engine, state, instrument, theme, compared)
  const [search, send] = useSymbolSearch(source, access, { unreachable: t('busy'), retryAccess })
  const selectedDrawing = drawings.history.now.find(({ id }) => id === selected)
  const picture = usePicture(engine, theme, instrument, state)

  const openSearch = (text: string, forCompare = false) => {
    setComparing(forCompare)
    send({ do: 'open', text })
  }
  const full = () => void (document.fullscreenElement ? document.exitFullscreen() : root.current?.requestFullscreen())
  /** By key: a locked drawing stays, as only its bar and its menu remove it. */
  const removeByKey = () => {
    if (selectedDrawing && !selectedDrawing.locked) drawings.drop(selectedDrawing.id)
  }
  const edit = (one: ShownIndicator) => setPanel({ kind: 'settings', id: one.id })
  const close = () => setPanel(null)

  const acts: Record<PlainAct, () => void> & { compare(): void; reset(): void } = {
    log: () => dispatch({ do: 'scale', scale: 'log' }),
    percent: () => dispatch({ do: 'scale', scale: 'percent' }),
    indicators: () => setPanel({ kind: 'indicators' }),
    compare: () => setPanel({ kind: 'compare' }),
    help: () => setPanel({ kind: 'help' }),
    undo: drawings.undo,
    redo: drawings.redo,
    older: () => engine?.scroll(10),
    newer: () => engine?.scroll(-10),
    zoomIn: () => engine?.zoom(1.25),
    zoomOut: () => engine?.zoom(0.8),
    newest: () => engine?.toNewest(),
    reset: () => engine?.resetView(),
    remove: removeByKey,
    cancel: () => tools.take(null),
    picture,
    full,
  }
  useShortcuts((wanted) => {
    if (wanted.act === 'search') openSearch(wanted.text)
    else if (wanted.act === 'interval') dispatch({ do: 'interval', interval: wanted.interval })
    else if (wanted.act === 'tool') tools.take(wanted.tool)
    else acts[wanted.act]()
  })

  return (
    <div ref={root} className="chart-app">
      <Toolbar
        state={state}
        dispatch={dispatch}
        acts={{ ...acts, search: () => openSearch('') }}
        canUndo={drawings.history.past.length > 0}
        canRedo={drawings.history.future.length > 0}
        exchangeZone={instrument?.timezone ?? 'UTC'}
        layouts={<LayoutsMenu state={state} dispatch={dispatch} layouts={layouts} drawings={drawings} />}
      />
      <div className="chart-body">
        <DrawingRail tools={tools} canClear={drawings.history.now.length > 0} clear={drawings.clear} />
        <div className="chart-stage">
          <div
            ref={host}
            className="chart-canvas"
            role="img"
            aria-label={t('label', {
              name: instrument?.name ?? state.ticker,
              interval: t(`intervals.${state.interval}`),
            })}
            data-drawing={tools.inHand !== null || undefined}
            data-empty={status.page === null || undefined}
          />
          {engine && instrument && theme && (
            <Legend
              engine={engine}
              pulse={pulse}
              state={state}
              instrument={instrument}
              page={status.page}
              theme={theme}
              comparedTickers={compared.map(({ ticker }) => ticker)}
              acts={{
                edit,
                toggle: (id) => dispatch({ do: 'toggleIndicator', id }),
                remove: (id) => dispatch({ do: 'removeIndicator', id }),
              }}
              removeCompare={(ticker) => dispatch({ do: 'removeCompare', ticker })}
            />
          )}
          {theme && selectedDrawing && (
            <SelectedBar
              drawing={selectedDrawing}
              theme={theme}
              restyle={(look) => drawings.restyle(selectedDrawing.id, look)}
              remove={() => drawings.drop(selectedDrawing.id)}
            />
          )}
          <StatusLayer
            status={status}
            failure={failure ?? status.failure}
            ticker={state.ticker}
            retry={() => {
              retry()
              engine?.reload()
            }}
            search={() => openSearch('')}
          />
        </div>
      </div>
      <RangeBar
        zone={state.timezone === 'exchange' ? (instrument?.timezone ?? 'UTC') : state.timezone}
        show={(range) => {
          const { interval } = ranges[range]
          engine?.showRange({ interval, from: (newest) => rangeStart(range, newest) })
          dispatch({ do: 'interval', interval })
        }}
        goTo={(time) => engine?.goTo(time)}
      />
      {menu && (
        <ContextMenu
          place={menu}
          drawing={drawings.history.now.find(({ id }) => id === menu.drawing)}
          canClear={drawings.history.now.length > 0}
          close={() => setMenu(null)}
          acts={{ ...acts, drawings }}
        />
      )}
      {search.open && search.notice !== 'login' && (
        <SymbolDialog
          search={search}
          send={send}
          demo={demoSymbols((name) => t(`search.demoNames.${name}`))}
          choose={(ticker) => dispatch(comparing ? { do: 'addCompare', ticker } : { do: 'open', ticker })}
        />
      )}
      {search.open && search.notice === 'login' && (
        <TipsDialog tip={{ kind: 'login' }} close={() => send({ do: 'close' })} />
      )}
      {tip && !search.open && <TipsDialog tip={tip} close={() => setTip(null)} />}
      {panel && theme && (
        <OpenPanel
          panel={panel}
          state={state}
          dispatch={dispatch}
          theme={theme}
          edit={edit}
          addCompare={() => {
            close()
            openSearch('', true)
          }}
          place={(tool, text) => {
            close()
            tools.take(tool, text)
          }}
          close={close}
        />
      )}
    </div>
  )
}
