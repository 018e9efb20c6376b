import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { activeState } from '../../state/board.ts'
import {
  type Drawing,
  type DrawingHistory,
  type DrawingPlace,
  type DrawingStyle,
  dropAll,
  dropDrawing,
  isFull,
  keepDrawing,
  orderDrawing,
  redo,
  replaceDrawings,
  restyleDrawing,
  showHidden,
  startHistory,
  undo,
} from '../../state/drawings.ts'
import type { SharedChart } from '../../state/shared-chart.ts'
import { drawingsOf, keepDrawings, onDrawnElsewhere } from './kept-layouts.ts'

export type Drawings = {
  history: DrawingHistory
  keep(drawing: Drawing): void
  drop(id: string): void
  restyle(id: string, style: DrawingStyle): void
  order(id: string, side: DrawingPlace): void
  showHidden(): void
  clear(): void
  undo(): void
  redo(): void
}

export type DrawnSymbols = {
  /** The drawings of a symbol; two charts of the same symbol share them. */
  of(ticker: string): Drawings
  /** Replaces the drawings of a symbol with the drawings of a layout. */
  bring(ticker: string, drawings: readonly Drawing[]): void
}

export type DrawingProblems = {
  /** Called when a symbol has no room for another drawing. */
  full(): void
  /** Called when the browser does not store a change. */
  notStored(): void
}

/**
 * The drawings of each symbol with undo and redo, stored in this browser and the same in all its tabs. The drawings of
 * a shared chart are locked and not stored.
 */
export function useDrawings(shared: SharedChart | null, { full, notStored }: DrawingProblems): DrawnSymbols {
  const [drawn, setDrawn] = useState<ReadonlyMap<string, DrawingHistory>>(new Map())
  const kept = useRef(new Map<string, DrawingHistory>())
  const reportNotStored = useEffectEvent(notStored)

  /** The stored drawings, read once: a history must stay the same object until it changes. */
  const begun = useCallback(
    (ticker: string): DrawingHistory => {
      const known = kept.current.get(ticker) ?? startHistory(shared ? sharedOf(shared, ticker) : drawingsOf(ticker))
      kept.current.set(ticker, known)
      return known
    },
    [shared],
  )

  useEffect(() => {
    for (const [ticker, history] of drawn) {
      if (kept.current.get(ticker) === history) continue
      kept.current.set(ticker, history)
      if (!shared && !keepDrawings(ticker, history.now)) reportNotStored()
    }
  }, [drawn, shared])

  useEffect(() => {
    if (shared) return
    return onDrawnElsewhere(() =>
      setDrawn((before) => {
        const known = new Map([...kept.current, ...before])
        return new Map([...known].map(([ticker, history]) => [ticker, replaceDrawings(history, drawingsOf(ticker))]))
      }),
    )
  }, [shared])

  const change = (ticker: string, next: (history: DrawingHistory) => DrawingHistory) =>
    setDrawn((before) => {
      const history = before.get(ticker) ?? begun(ticker)
      const after = next(history)
      return after === history ? before : new Map(before).set(ticker, after)
    })
  return {
    of: (ticker) => ({
      history: drawn.get(ticker) ?? begun(ticker),
      keep(drawing) {
        if (isFull((drawn.get(ticker) ?? begun(ticker)).now, drawing)) full()
        change(ticker, (history) => keepDrawing(history, drawing))
      },
      drop: (id) => change(ticker, (history) => dropDrawing(history, id)),
      restyle: (id, style) => change(ticker, (history) => restyleDrawing(history, id, style)),
      order: (id, side) => change(ticker, (history) => orderDrawing(history, id, side)),
      showHidden: () => change(ticker, showHidden),
      clear: () => change(ticker, dropAll),
      undo: () => change(ticker, undo),
      redo: () => change(ticker, redo),
    }),
    bring: (ticker, drawings) => change(ticker, (history) => replaceDrawings(history, drawings)),
  }
}

function sharedOf(shared: SharedChart, ticker: string): Drawing[] {
  return activeState(shared.board).ticker === ticker
    ? shared.drawings.map((drawing) => ({ ...drawing, locked: true }))
    : []
}
