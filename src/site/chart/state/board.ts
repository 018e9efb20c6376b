import { isRecord } from '#src/contract/record.ts'
import { type ChartAction, type ChartState, chartReducer, initialState } from './chart-state.ts'
import { readLayout } from './layout.ts'

export const grids = [1, 2, 4] as const
export type Grid = (typeof grids)[number]

/** Properties that the charts of a board can share. */
export const linkNames = ['interval', 'crosshair', 'time', 'symbol'] as const
export type LinkName = (typeof linkNames)[number]

/** A grid of charts. The toolbar controls the active chart. */
export type Board = {
  cells: readonly ChartState[]
  active: number
  links: Readonly<Record<LinkName, boolean>>
}

export type BoardAction =
  /**
   * `offered`: symbols for added charts, in order of preference. An added chart gets the first symbol that no chart
   * shows, or else the symbol of the active chart.
   */
  | { do: 'grid'; grid: Grid; offered: readonly string[] }
  | { do: 'activate'; cell: number }
  /** Applies a chart action to one cell, active or not. */
  | { do: 'inCell'; cell: number; action: ChartAction }
  | { do: 'link'; link: LinkName }
  | { do: 'loadBoard'; board: Board }

const initialLinks = { interval: true, crosshair: true, time: false, symbol: false }

export function boardOf(state: ChartState): Board {
  return { cells: [state], active: 0, links: initialLinks }
}

export function activeState({ cells, active }: Board): ChartState {
  return cells[active] ?? initialState
}

/** Applies a chart action to the active cell, and a change of a linked symbol or interval to all cells. */
export function boardReducer(board: Board, action: BoardAction | ChartAction): Board {
  switch (action.do) {
    case 'grid':
      return regrid(board, action.grid, action.offered)
    case 'activate':
      return action.cell === board.active || !board.cells[action.cell] ? board : { ...board, active: action.cell }
    case 'link':
      return linked({ ...board, links: { ...board.links, [action.link]: !board.links[action.link] } })
    case 'loadBoard':
      return action.board
    case 'inCell':
      return inCell(board, action.cell, action.action)
    default:
      return inCell(board, board.active, action)
  }
}

function inCell(board: Board, index: number, action: ChartAction): Board {
  const cells = board.cells.map((cell, at) => (at === index ? chartReducer(cell, action) : cell))
  return linked({ ...board, cells })
}

function linked(board: Board): Board {
  const { cells, active, links } = board
  const { ticker, interval } = activeState(board)
  const follow = (cell: ChartState, at: number): ChartState => {
    if (at === active) return cell
    let next = cell
    if (links.symbol && next.ticker !== ticker) next = chartReducer(next, { do: 'open', ticker })
    if (links.interval && next.interval !== interval) next = { ...next, interval }
    return next
  }
  return { ...board, cells: cells.map(follow) }
}

/**
 * Changes the number of charts. If the number decreases, the active chart moves to the front; added charts get unused
 * symbols as long as there are any.
 */
function regrid(board: Board, grid: Grid, offered: readonly string[]): Board {
  const active = activeState(board)
  if (grid < board.cells.length) {
    const others = board.cells.filter((_, at) => at !== board.active)
    return { ...board, cells: [active, ...others].slice(0, grid), active: 0 }
  }
  const cells = [...board.cells]
  while (cells.length < grid) {
    const ticker = offered.find((one) => !cells.some((cell) => cell.ticker === one)) ?? active.ticker
    cells.push({ ...active, ticker, indicators: [], compare: [], scale: 'normal', inverted: false })
  }
  return linked({ ...board, cells })
}

/**
 * The record that a layout stores: the active chart's state, and the board under `board` if the board has several
 * charts.
 */
export function keptBoard(board: Board): Record<string, unknown> {
  const { cells, active, links } = board
  return { ...activeState(board), ...(cells.length > 1 && { board: { cells, active, links } }) }
}

/** Reads the board of a stored layout. An invalid board becomes a single chart. */
export function readBoard(kept: unknown): Board {
  const state = readLayout(kept)
  const board = isRecord(kept) && isRecord(kept.board) ? kept.board : {}
  const cells = Array.isArray(board.cells) ? board.cells.map(readLayout) : []
  if (!grids.some((grid) => grid > 1 && grid === cells.length)) return boardOf(state)
  const active = Number.isInteger(board.active) && cells[Number(board.active)] ? Number(board.active) : 0
  const links = isRecord(board.links) ? board.links : {}
  const link = (name: LinkName) => (typeof links[name] === 'boolean' ? links[name] : initialLinks[name])
  return {
    cells,
    active,
    links: { interval: link('interval'), crosshair: link('crosshair'), time: link('time'), symbol: link('symbol') },
  }
}
