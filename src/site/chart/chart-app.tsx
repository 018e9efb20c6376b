import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from '../ui/toast.tsx'
import { useChartState } from './control/kept/use-chart-state.ts'
import { useDrawings } from './control/kept/use-drawings.ts'
import { useLayouts } from './control/kept/use-layouts.ts'
import type { ShortcutAct } from './control/shortcuts.ts'
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
import { LayoutsMenu } from './panels/layouts-menu.tsx'
import { Legend } from './panels/legend.tsx'
import { StatusLayer } from './panels/status-layer.tsx'
import { Toolbar } from './panels/toolbar.tsx'
import type { ShownIndicator } from './state/chart-state.ts'
import { demoSymbols } from './state/demo-symbols.ts'
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
  })
  const tools = useTools(engine, (tool) => setPanel({ kind: 'note', tool }))
  const drawings = useDrawings(state.ticker, engine)
  const compared = useCompared(source, state.compare, { ...state, oldest: status.oldest }, theme, (ticker) => {
    toast(t('compare.failed', { ticker }), 'error')
    dispatch({ do: 'removeCompare', ticker })
  })
  useShow(engine, state, instrument, theme, compared)
  const [search, send] = useSymbolSearch(source, access, { unreachable: t('busy'), retryAccess })
  const picture = usePicture(engine, theme, instrument, state)

  const openSearch = (text: string, forCompare = false) => {
    setComparing(forCompare)
    send({ do: 'open', text })
  }
  const full = () => void (document.fullscreenElement ? document.exitFullscreen() : root.current?.requestFullscreen())
  const removeSelected = () => {
    if (selected !== null) drawings.drop(selected)
    setSelected(null)
  }
  const edit = (one: ShownIndicator) => setPanel({ kind: 'settings', id: one.id })
  const close = () => setPanel(null)

  const run = (wanted: ShortcutAct) => {
    switch (wanted.act) {
      case 'search':
        return openSearch(wanted.text)
      case 'interval':
        return dispatch({ do: 'interval', interval: wanted.interval })
      case 'tool':
        return tools.take(wanted.tool)
      case 'log':
      case 'percent':
        return dispatch({ do: 'scale', scale: wanted.act })
      case 'indicators':
      case 'help':
        return setPanel({ kind: wanted.act })
      case 'undo':
        return drawings.undo()
      case 'redo':
        return drawings.redo()
      case 'older':
        return engine?.scroll(10)
      case 'newer':
        return engine?.scroll(-10)
      case 'zoomIn':
        return engine?.zoom(1.25)
      case 'zoomOut':
        return engine?.zoom(0.8)
      case 'newest':
        return engine?.toNewest()
      case 'remove':
        return removeSelected()
      case 'cancel':
        return tools.take(null)
      case 'picture':
        return picture()
      case 'full':
        return full()
    }
  }
  useShortcuts(run)

  return (
    <div ref={root} className="chart-app">
      <Toolbar
        state={state}
        dispatch={dispatch}
        acts={{
          search: () => openSearch(''),
          indicators: () => setPanel({ kind: 'indicators' }),
          compare: () => setPanel({ kind: 'compare' }),
          undo: drawings.undo,
          redo: drawings.redo,
          picture,
          full,
          help: () => setPanel({ kind: 'help' }),
        }}
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
          <StatusLayer
            status={status}
            failure={failure ?? status.failure}
            retry={() => {
              retry()
              engine?.reload()
            }}
          />
        </div>
      </div>
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
