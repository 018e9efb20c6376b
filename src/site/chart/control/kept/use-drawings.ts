import { useEffect, useState } from 'react'
import type { ChartEngine } from '../../engine/chart-engine.ts'
import {
  type Drawing,
  type DrawingHistory,
  type DrawingLook,
  dropAll,
  dropDrawing,
  keepDrawing,
  redo,
  replaceDrawings,
  restyleDrawing,
  startHistory,
  undo,
} from '../../state/drawings.ts'
import { drawingsOf, keepDrawings } from './kept-layouts.ts'

type Drawn = { ticker: string; history: DrawingHistory }

export type Drawings = {
  history: DrawingHistory
  keep(drawing: Drawing): void
  drop(id: string): void
  restyle(id: string, look: DrawingLook): void
  clear(): void
  undo(): void
  redo(): void
  bring(ticker: string, drawings: readonly Drawing[]): void
}

/** The drawings of a symbol with undo and redo, kept in this browser and shown on the canvas. */
export function useDrawings(ticker: string, engine: ChartEngine | null): Drawings {
  const [drawn, setDrawn] = useState<Drawn>({ ticker: '', history: startHistory() })

  useEffect(() => {
    setDrawn((before) => (before.ticker === ticker ? before : keptOf(ticker)))
  }, [ticker])

  useEffect(() => {
    engine?.board.show(drawn.history.now)
    if (drawn.ticker !== '') keepDrawings(drawn.ticker, drawn.history.now)
  }, [engine, drawn])

  const change = (next: (history: DrawingHistory) => DrawingHistory) =>
    setDrawn((before) => {
      const history = next(before.history)
      return history === before.history ? before : { ...before, history }
    })
  return {
    history: drawn.history,
    keep: (drawing) => change((history) => keepDrawing(history, drawing)),
    drop: (id) => change((history) => dropDrawing(history, id)),
    restyle: (id, look) => change((history) => restyleDrawing(history, id, look)),
    clear: () => change(dropAll),
    undo: () => change(undo),
    redo: () => change(redo),
    bring: (wanted, drawings) =>
      setDrawn((before) => {
        const { history } = before.ticker === wanted ? before : keptOf(wanted)
        return { ticker: wanted, history: replaceDrawings(history, drawings) }
      }),
  }
}

function keptOf(ticker: string): Drawn {
  return { ticker, history: startHistory(drawingsOf(ticker)) }
}
