import type { LocalKey } from '#src/contract/privacy/browser-data.ts'
import { isRecord } from '#src/contract/record.ts'
import { nameMax } from '#src/contract/values/human-name.ts'
import { readStored, store } from '../../../browser/browser-store.ts'
import { type Board, boardOf, keptBoard, readBoard } from '../../state/board.ts'
import { initialState } from '../../state/chart-state.ts'
import { drawingTools } from '../../state/drawing-tools.ts'
import { type Drawing, readDrawings } from '../../state/drawings.ts'

const currentKey = 'chart.current'
const layoutsKey = 'chart.layouts'
const drawingsKey = 'chart.drawings'
const drawnSymbolsMax = 100
export const layoutsMax = 20

/** A named board with the drawings of its active symbol; read with mistrust wherever it comes from. */
export type KeptLayout = { name: string; board: Board; drawings: readonly Drawing[] }

function read(key: LocalKey): unknown {
  try {
    return JSON.parse(readStored(key) ?? 'null')
  } catch {
    // Written by something else: as if nothing were kept.
    return null
  }
}

function write(key: LocalKey, value: unknown): boolean {
  try {
    store(key, JSON.stringify(value))
    return true
  } catch {
    // A full or forbidden storage: the caller says that it was not kept.
    return false
  }
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

/** Layouts of this browser, for readers who are not signed in. */
export function browserLayouts(): KeptLayout[] {
  return readLayouts(read(layoutsKey))
}

/** As the account and this browser keep it. */
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

/** Drawings belong to a symbol in every interval. */
export function drawingsOf(ticker: string): Drawing[] {
  return readDrawings(drawn()[ticker], drawingTools)
}

export function keepDrawings(ticker: string, drawings: readonly Drawing[]): void {
  const { [ticker]: _, ...others } = drawn()
  const kept = Object.entries(others).slice(-(drawnSymbolsMax - 1))
  write(drawingsKey, Object.fromEntries(drawings.length > 0 ? [...kept, [ticker, drawings]] : kept))
}
