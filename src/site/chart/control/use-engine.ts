import { type RefObject, useEffect, useRef, useState } from 'react'
import { BarLoader } from '../data/bar-loader.ts'
import type { BarPage, LinkState, MarketSource } from '../data/market-source.ts'
import { ChartEngine, type EngineEvents } from '../engine/chart-engine.ts'
import type { BoardEvents } from '../engine/drawing-board.ts'
import { type ChartTheme, readTheme } from '../engine/layers/theme.ts'

/** A counter that changes at most once a frame, so that a moving crosshair causes no needless React renders. */
export type Pulse = { beat(): void; subscribe(listener: () => void): () => void; read(): number }

export type EngineStatus = {
  loading: boolean
  page: BarPage | null
  failure: unknown
  link: LinkState
  oldest: number | null
}

export type OpenEngine = { engine: ChartEngine | null; pulse: Pulse; status: EngineStatus }

export type EngineHandlers = BoardEvents &
  Pick<EngineEvents, 'menu' | 'pointed' | 'viewed'> & { refused(error: unknown, at: 'first' | 'older' | 'live'): void }

/** Opens the canvas when its element exists, and closes the canvas on unmount. Handlers may change between renders. */
export function useEngine(
  host: RefObject<HTMLDivElement | null>,
  source: MarketSource,
  handlers: EngineHandlers,
): OpenEngine {
  const [engine, setEngine] = useState<ChartEngine | null>(null)
  const [status, setStatus] = useState<EngineStatus>({
    loading: true,
    page: null,
    failure: null,
    link: 'off',
    oldest: null,
  })
  const [pulse] = useState(createPulse)
  const latest = useRef(handlers)
  latest.current = handlers

  useEffect(() => {
    const element = host.current
    if (!element) return
    let closed = false
    let opened: ChartEngine | null = null
    const change = (patch: Partial<EngineStatus>) => setStatus((before) => ({ ...before, ...patch }))
    const loader = new BarLoader(source, {
      loading: (loading) => change(loading ? { loading, failure: null } : { loading }),
      loaded: (page) => {
        change({ page })
        setTimeout(pulse.beat)
      },
      reached: (oldest) => change({ oldest }),
      moved: pulse.beat,
      failed: (error, at) => {
        if (at === 'first') change({ failure: error, page: null })
        latest.current.refused(error, at)
      },
      link: (link) => change({ link }),
    })
    const watcher = new ResizeObserver(() => opened?.resize())
    const events: EngineEvents = {
      hover: pulse.beat,
      panes: pulse.beat,
      kept: (drawing) => latest.current.kept(drawing),
      dropped: (id) => latest.current.dropped(id),
      selected: (id) => latest.current.selected(id),
      idle: () => latest.current.idle(),
      menu: (position) => latest.current.menu(position),
      pointed: (time) => latest.current.pointed(time),
      viewed: () => latest.current.viewed(),
    }
    void ChartEngine.open(element, loader, events, themeNow()).then((ready) => {
      if (closed) {
        ready.close()
        return
      }
      opened = ready
      watcher.observe(element)
      setEngine(ready)
    })
    return () => {
      closed = true
      watcher.disconnect()
      opened?.close()
      setEngine(null)
    }
  }, [host, source, pulse])

  return { engine, pulse, status }
}

function createPulse(): Pulse {
  const listeners = new Set<() => void>()
  let count = 0
  let frame = 0
  return {
    beat() {
      if (frame !== 0) return
      frame = requestAnimationFrame(() => {
        frame = 0
        count += 1
        for (const listener of listeners) listener()
      })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read: () => count,
  }
}

/** The site's current colours. They follow the theme, the preferred colour of rising prices and the language. */
export function useChartTheme(): ChartTheme | null {
  const [theme, setTheme] = useState<ChartTheme | null>(null)
  useEffect(() => {
    const root = document.documentElement
    const read = () => setTheme(themeNow())
    read()
    const watcher = new MutationObserver(read)
    watcher.observe(root, { attributes: true, attributeFilter: ['data-theme', 'data-up', 'lang'] })
    return () => watcher.disconnect()
  }, [])
  return theme
}

function themeNow(): ChartTheme {
  const root = document.documentElement
  return readTheme(root, root.dataset.theme === 'dark')
}
