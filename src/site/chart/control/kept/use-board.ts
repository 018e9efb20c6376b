import { type Dispatch, useEffect, useReducer, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { activeState, type Board, type BoardAction, boardReducer } from '../../state/board.ts'
import { type ChartAction, initialState } from '../../state/chart-state.ts'
import { readAddress, writeAddress } from '../../state/layout.ts'
import { currentBoard, keepCurrent } from './kept-layouts.ts'

/**
 * The charts, stored in this browser; the address has the symbol and interval of the active chart. Changes are written
 * to browser and address, unless a shared link opened the board. `forget`: the ticker is unknown, so a chart with this
 * ticker is stored with the chart's previous ticker.
 */
export function useBoard(shared: Board | null): {
  board: Board
  dispatch: Dispatch<BoardAction | ChartAction>
  forget(ticker: string): void
} {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const { state: navigation } = useNavigation()
  const [kept] = useState(currentBoard)
  const [board, dispatch] = useReducer(boardReducer, null, () => {
    if (shared) return shared
    const fromAddress = readAddress(new URLSearchParams(search))
    return { ...kept, cells: kept.cells.map((cell, at) => (at === kept.active ? { ...cell, ...fromAddress } : cell)) }
  })
  const { ticker, interval } = activeState(board)
  /** The tickers that each chart has shown, oldest first. */
  const [shownTickers] = useState(() => kept.cells.map((cell) => [cell.ticker]))
  const [unknown, setUnknown] = useState<readonly string[]>([])

  useEffect(() => {
    if (shared) return
    const cells = board.cells.map((cell, at) => {
      shownTickers[at] ??= []
      const shown = shownTickers[at]
      if (shown.at(-1) !== cell.ticker) shown.push(cell.ticker)
      return { ...cell, ticker: shown.findLast((one) => !unknown.includes(one)) ?? initialState.ticker }
    })
    keepCurrent({ ...board, cells })
  }, [shared, board, shownTickers, unknown])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the chart writes the address; a change from outside is read below
  useEffect(() => {
    // During a navigation to another page, writing the chart's address would lead the reader back to the chart.
    if (shared || navigation !== 'idle') return
    const address = writeAddress({ ticker, interval })
    if (address !== search) void navigate(pathname + address, { replace: true, preventScrollReset: true })
  }, [ticker, interval])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new address changes the board
  useEffect(() => {
    if (shared) return
    const fromAddress = readAddress(new URLSearchParams(search))
    if (fromAddress.ticker && fromAddress.ticker !== ticker) dispatch({ do: 'open', ticker: fromAddress.ticker })
    if (fromAddress.interval && fromAddress.interval !== interval)
      dispatch({ do: 'interval', interval: fromAddress.interval })
  }, [search])

  return { board, dispatch, forget: (name) => setUnknown((before) => [...before, name]) }
}
