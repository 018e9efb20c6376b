import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from '../ui/toast.tsx'
import { useAlerts } from './alerts/use-alerts.tsx'
import { ChartCell } from './chart-cell.tsx'
import { silentPulse } from './control/cell-handle.ts'
import { useBoard } from './control/kept/use-board.ts'
import { useDrawings } from './control/kept/use-drawings.ts'
import { useLayouts } from './control/kept/use-layouts.ts'
import { useWatchlist } from './control/kept/use-watchlist.ts'
import type { PlainAct } from './control/keys/shortcuts.ts'
import { useShortcuts } from './control/keys/use-shortcuts.ts'
import { useMarket, useMarketState } from './control/market/use-market.ts'
import { useChartTheme } from './control/use-engine.ts'
import { useHandles, useLinks } from './control/use-handles.ts'
import { useNarrow } from './control/use-narrow.ts'
import { usePicture } from './control/use-picture.ts'
import { useReplay } from './control/use-replay.ts'
import { useSymbolSearch } from './control/use-symbol-search.ts'
import { useTools } from './control/use-tools.ts'
import { isUnknownSymbol } from './data/beside.ts'
import type { GatewaySource } from './data/gateway-source.ts'
import { OpenPanel, type Panel } from './dialogs/open-panel.tsx'
import { tipOf } from './dialogs/tip-of.ts'
import { type Tip, TipsDialog } from './dialogs/tips-dialog.tsx'
import type { MenuPosition } from './engine/chart-engine.ts'
import { AxisButtons } from './panels/axis-buttons.tsx'
import { DrawingRail } from './panels/drawing-rail.tsx'
import { LinkChips } from './panels/link-chips.tsx'
import { ContextMenu } from './panels/menus/context-menu.tsx'
import { GridMenu } from './panels/menus/grid-menu.tsx'
import { LayoutsMenu } from './panels/menus/layouts-menu.tsx'
import { PhoneBar, type SheetTab } from './panels/phone/phone-bar.tsx'
import { PhonePanels } from './panels/phone/phone-panels.tsx'
import { RangeBar } from './panels/range-bar.tsx'
import { ReplayBar } from './panels/replay-bar.tsx'
import { SidePane } from './panels/side/side-pane.tsx'
import { SharedBar } from './panels/stage/shared-bar.tsx'
import { Stage } from './panels/stage/stage.tsx'
import { Toolbar } from './panels/toolbar.tsx'
import { activeState } from './state/board.ts'
import type { ShownIndicator } from './state/chart-state.ts'
import { drawingsMax } from './state/drawings.ts'
import type { Shared } from './state/shared-chart.ts'
import { demoSymbols } from './state/symbols/demo-symbols.ts'
import { tickerOf } from './state/symbols/symbol.ts'
import type { SearchAccess } from './state/symbols/symbol-search.ts'
import { isDated } from './state/time/bar-times.ts'
import { type Range, rangeStart, ranges } from './state/time/range.ts'
import { SymbolDialog } from './symbols/symbol-dialog.tsx'

type ChartAppProps = { source: GatewaySource; access: SearchAccess; shared: Shared; retryAccess(): unknown }

type SearchPurpose = 'open' | 'compare' | 'watch'

/** In a window of at least this width, the right panel is initially open. */
const sidePx = 1_160

export function ChartApp({ source, access, shared: opened, retryAccess }: ChartAppProps) {
  const t = useTranslations('chart')
  const root = useRef<HTMLDivElement>(null)
  const shared = opened === 'broken' ? null : opened
  const { board, dispatch, forget } = useBoard(shared?.board ?? null)
  const state = activeState(board)
  const { handles, report } = useHandles()
  const { viewed, pointed } = useLinks(handles, board)
  const { engine = null, instrument = null, pulse = silentPulse } = handles[board.active] ?? {}
  const [panel, setPanel] = useState<Panel | null>(null)
  const [tip, setTip] = useState<Tip | null>(null)
  const [selected, setSelected] = useState<string | null>(null)
  const [menu, setMenu] = useState<MenuPosition | null>(null)
  const [purpose, setPurpose] = useState<SearchPurpose>('open')
  const [range, setRange] = useState<Range | null>(null)
  const [sheet, setSheet] = useState<SheetTab | null>(null)
  const [side, setSide] = useState(() => window.innerWidth >= sidePx)
  const theme = useChartTheme()
  const narrow = useNarrow()
  const layouts = useLayouts(access.kind === 'account')
  const demo = demoSymbols((name) => t(`search.demoNames.${name}`))
  const watchlist = useWatchlist(demo.map(tickerOf), access.kind === 'account')
  const drawn = useDrawings(shared, {
    full: () => toast(t('drawing.full', { max: drawingsMax }), 'error'),
    notStored: () => toast(t('drawing.notStored'), 'error'),
  })
  const drawings = drawn.of(state.ticker)
  const engines = handles.flatMap((handle) => (handle?.engine ? [handle.engine] : []))
  const tools = useTools(shared ? [] : engines, (tool) => setPanel({ kind: 'note', tool }))
  const replay = useReplay(handles, board.active, state)
  const market = useMarket(source, instrument)
  const marketState = useMarketState(source, instrument)
  const subject = { ticker: state.ticker, engine, theme }
  const alerts = useAlerts(access.kind === 'account', subject, () => setTip({ kind: 'alert' }))
  const [search, send] = useSymbolSearch(source, access, { unreachable: t('busy'), retryAccess })
  const selectedDrawing = drawings.history.now.find(({ id }) => id === selected)
  const picture = usePicture(engine, theme, instrument, state)
  const zone = state.timezone === 'exchange' ? (instrument?.timezone ?? 'UTC') : state.timezone

  const openSearch = (text: string, next: SearchPurpose = 'open') => {
    setPurpose(next)
    send({ do: 'open', text })
  }
  const choose = (ticker: string) => {
    if (purpose === 'watch') watchlist.add(ticker)
    else dispatch(purpose === 'compare' ? { do: 'addCompare', ticker } : { do: 'open', ticker })
  }
  const full = () => void (document.fullscreenElement ? document.exitFullscreen() : root.current?.requestFullscreen())
  /** Removes the selected drawing by key. A locked drawing can be removed only in its bar or its menu. */
  const removeByKey = () => {
    if (selectedDrawing && !selectedDrawing.locked) drawings.drop(selectedDrawing.id)
  }
  const edit = (one: ShownIndicator) => setPanel({ kind: 'settings', id: one.id })
  const close = () => setPanel(null)

  const acts: Record<PlainAct | 'compare' | 'reset' | 'replay' | 'alert' | 'look' | 'objects', () => void> = {
    log: () => dispatch({ do: 'scale', scale: 'log' }),
    percent: () => dispatch({ do: 'scale', scale: 'percent' }),
    indicators: () => setPanel({ kind: 'indicators' }),
    compare: () => setPanel({ kind: 'compare' }),
    help: () => setPanel({ kind: 'help' }),
    look: () => setPanel({ kind: 'look' }),
    objects: () => setPanel({ kind: 'objects' }),
    undo: drawings.undo,
    redo: drawings.redo,
    older: () => engine?.view.scroll(10),
    newer: () => engine?.view.scroll(-10),
    pointBefore: () => engine?.step(-1),
    pointAfter: () => engine?.step(1),
    zoomIn: () => engine?.view.zoom(1.25),
    zoomOut: () => engine?.view.zoom(0.8),
    newest: () => engine?.view.toNewest(),
    reset: () => engine?.view.resetView(),
    remove: removeByKey,
    cancel() {
      tools.selectTool(null)
      engine?.pointAt(null)
    },
    replay: () => (replay.edge === null ? replay.begin() : replay.leave()),
    picture,
    full,
    alert: () => alerts.add(null),
  }
  useShortcuts((wanted) => {
    if (wanted.act === 'search') openSearch(wanted.text)
    else if (wanted.act === 'interval') dispatch({ do: 'interval', interval: wanted.interval })
    else if (wanted.act === 'tool') shared || tools.selectTool(wanted.tool)
    else acts[wanted.act]()
  })

  const cell = (index: number) => {
    const one = board.cells[index]
    if (!one) return null
    const own = drawn.of(one.ticker)
    const activate = () => dispatch({ do: 'activate', cell: index })
    return (
      <ChartCell
        key={index}
        source={source}
        state={one}
        dispatch={(action) => dispatch({ do: 'inCell', cell: index, action })}
        theme={theme}
        drawings={own}
        selected={index === board.active ? selected : null}
        drawing={tools.inHand !== null}
        active={board.cells.length > 1 && index === board.active}
        narrow={narrow}
        alerts={alerts.linesOf(one.ticker, handles[index]?.engine ?? null)}
        market={index === board.active && replay.edge === null ? { store: market, state: marketState } : null}
        acts={{
          activate,
          selected: setSelected,
          idle: tools.putDown,
          menu(position) {
            setMenu(position)
            if (position.drawing !== null) setSelected(position.drawing)
          },
          pointed: (time) => pointed(index, time),
          viewed: () => viewed(index),
          refused(error, at) {
            if (isUnknownSymbol(error)) forget(one.ticker)
            setTip((before) => tipOf(error, { at, reader: access.kind }) ?? before)
          },
          edit,
          search: () => openSearch(''),
          indicators: () => setSheet('indicators'),
          report: (handle) => report(index, handle),
        }}
      />
    )
  }
  const axis = <AxisButtons {...{ engine, pulse, state, dispatch }} />
  const goTo = (time: number) => engine?.view.goTo(time)
  const offered = watchlist.symbols
  const layoutsMenu = (
    <>
      {!narrow && <GridMenu board={board} dispatch={dispatch} offered={offered} />}
      <LayoutsMenu board={board} dispatch={dispatch} layouts={layouts} drawings={{ ...drawings, bring: drawn.bring }} />
    </>
  )
  const history = { canUndo: drawings.history.past.length > 0, canRedo: drawings.history.future.length > 0 }
  const paneProps = {
    source,
    watchlist,
    ticker: state.ticker,
    instrument,
    market,
    state: marketState,
    zone,
    open: (ticker: string) => dispatch({ do: 'open', ticker }),
    add: () => openSearch('', 'watch'),
  }

  return (
    <div
      ref={root}
      className="chart-app"
      data-sheet={sheet !== null || undefined}
      data-open-act={tools.inHand !== null || replay.edge !== null || undefined}
    >
      {narrow ? (
        <PhoneBar
          ticker={state.ticker}
          interval={state.interval}
          choose={(interval) => dispatch({ do: 'interval', interval })}
          search={() => openSearch('')}
          open={sheet}
          toggle={(tab) => setSheet(sheet === tab ? null : tab)}
        />
      ) : (
        <Toolbar
          state={state}
          dispatch={dispatch}
          acts={{ ...acts, search: () => openSearch('') }}
          {...history}
          exchangeZone={instrument?.timezone ?? 'UTC'}
          replaying={replay.edge !== null}
          links={<LinkChips board={board} dispatch={dispatch} />}
          layouts={layoutsMenu}
          side={{ open: side, toggle: () => setSide(!side) }}
        />
      )}
      {opened !== null && <SharedBar opened={opened} />}
      <div className="chart-body">
        {!narrow && !shared && (
          <DrawingRail tools={tools} canClear={drawings.history.now.length > 0} clear={drawings.clear} />
        )}
        <Stage board={board} narrow={narrow} cell={cell} />
        {!narrow && side && <SidePane {...paneProps} />}
      </div>
      <ReplayBar replay={replay} zone={zone} dated={isDated(state.interval)} />
      {sheet === null && (
        <RangeBar
          zone={zone}
          shown={range !== null && ranges[range].interval === state.interval ? range : null}
          show={(wanted) => {
            const { interval } = ranges[wanted]
            setRange(wanted)
            engine?.view.showRange({ interval, from: (newest) => rangeStart(wanted, newest) })
            dispatch({ do: 'interval', interval })
          }}
          goTo={goTo}
          narrow={narrow}
        >
          {axis}
        </RangeBar>
      )}
      {narrow && sheet !== null && theme && (
        <PhonePanels
          tab={sheet}
          show={setSheet}
          close={() => setSheet(null)}
          {...{ state, dispatch, theme, tools, drawings, edit, axis, goTo }}
          addCompare={() => openSearch('', 'compare')}
          pane={paneProps}
          more={{ ...history, acts, layouts: layoutsMenu, signedIn: access.kind === 'account' }}
        />
      )}
      {menu && (
        <ContextMenu
          position={menu}
          state={state}
          dispatch={dispatch}
          price={engine?.priceAt(menu.y) ?? null}
          shift={engine?.priceSpan(-0.05) ?? 0}
          fitted={engine?.isFitted ?? true}
          drawing={drawings.history.now.find(({ id }) => id === menu.drawing)}
          canClear={drawings.history.now.length > 0}
          close={() => setMenu(null)}
          acts={{ ...acts, drawings, alert: alerts.add, fit: (on) => engine?.fit(on) }}
        />
      )}
      {search.open && search.notice !== 'login' && (
        <SymbolDialog
          search={search}
          send={send}
          demo={demo}
          choose={choose}
          chooseInterval={(interval) => dispatch({ do: 'interval', interval })}
        />
      )}
      {search.open && search.notice === 'login' && (
        <TipsDialog tip={{ kind: 'login' }} close={() => send({ do: 'close' })} />
      )}
      {alerts.rest}
      {tip && !search.open && <TipsDialog tip={tip} close={() => setTip(null)} />}
      {panel && theme && (
        <OpenPanel
          panel={panel}
          state={state}
          dispatch={dispatch}
          theme={theme}
          drawings={drawings}
          edit={edit}
          addCompare={() => {
            close()
            openSearch('', 'compare')
          }}
          place={(tool, text) => {
            close()
            tools.selectTool(tool, text)
          }}
          close={close}
        />
      )}
    </div>
  )
}
