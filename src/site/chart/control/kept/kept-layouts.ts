import type { LocalKey } from '#src/contract/privacy/browser-data.ts'
import { isRecord } from '#src/contract/record.ts'
import { nameMax } from '#src/contract/values/human-name.ts'
import { onStoredElsewhere, readStored, store } from '../../../browser/browser-store.ts'
import { type Board, boardOf, keptBoard, readBoard } from '../../state/board.ts'
import { initialState } from '../../state/chart-state.ts'
import { drawingTools } from '../../state/drawing-tools.ts'
import { type Drawing, readDrawings } from '../../state/drawings.ts'

const currentKey = 'chart.current'
const layoutsKey = 'chart.layouts'
const drawingsKey = 'chart.drawings'
const drawnSymbolsMax = 100
export const layoutsMax = 20

/** A named board with the drawings of its active symbol. A layout is validated on every read, whatever its origin. */
export type KeptLayout = { name: string; board: Board; drawings: readonly Drawing[] }

function read(key: LocalKey): unknown {
  try {
    return JSON.parse(readStored(key) ?? 'null')
  } catch {
    // The stored text is not valid JSON, so it counts as absent.
    return null
  }
}

/** Returns false if the browser did not store the value. */
function write(key: LocalKey, value: unknown): boolean {
  return store(key, JSON.stringify(value))
}

export function currentBoard(): Board {
  const kept = read(currentKey)
  return kept === null ? boardOf(initialState) : readBoard(kept)
}

export function keepCurrent(board: Board): void {
  write(currentKey, keptBoard(board))
}

export function readLayouts(kept: unknown): KeptLayout[] {
  if (!Array.isArray(kept)) return []
  return kept.slice(0, layoutsMax).flatMap((one: unknown) => {
    if (!isRecord(one)) return []
    const { name, state, drawings } = one
    if (typeof name !== 'string' || name === '') return []
    const read = { board: readBoard(state), drawings: readDrawings(drawings, drawingTools) }
    return [{ name: name.slice(0, nameMax.layout), ...read }]
  })
}

/** Layouts stored in this browser, for readers who are not signed in. */
export function browserLayouts(): KeptLayout[] {
  return readLayouts(read(layoutsKey))
}

export function writeLayout({ name, board, drawings }: KeptLayout) {
  return { name, state: keptBoard(board), drawings: [...drawings] }
}

export function keepBrowserLayouts(layouts: readonly KeptLayout[]): boolean {
  return write(layoutsKey, layouts.map(writeLayout))
}

type DrawnSymbols = Record<string, unknown>

function drawn(): DrawnSymbols {
  const kept = read(drawingsKey)
  return isRecord(kept) ? kept : {}
}

/** The drawings of a symbol, which are the same in every interval. */
export function drawingsOf(ticker: string): Drawing[] {
  return readDrawings(drawn()[ticker], drawingTools)
}

/** Returns false if the browser did not store the drawings. */
export function keepDrawings(ticker: string, drawings: readonly Drawing[]): boolean {
  const { [ticker]: _, ...others } = drawn()
  const kept = Object.entries(others).slice(-(drawnSymbolsMax - 1))
  return write(drawingsKey, Object.fromEntries(drawings.length > 0 ? [...kept, [ticker, drawings]] : kept))
}

/** Calls `changed` when another tab stored drawings. Returns a function that ends this. */
export function onDrawnElsewhere(changed: () => void): () => void {
  return onStoredElsewhere(drawingsKey, changed)
}
