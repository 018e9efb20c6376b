import { type Dispatch, useEffect, useReducer } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type ChartAction, type ChartState, chartReducer } from '../../state/chart-state.ts'
import { readAddress, writeAddress } from '../../state/layout.ts'
import { currentState, keepCurrent } from './kept-layouts.ts'

/** The chart's state, begun from the address, then from what this browser last had; kept there and in the address. */
export function useChartState(): [ChartState, Dispatch<ChartAction>] {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const [state, dispatch] = useReducer(chartReducer, null, () => ({
    ...currentState(),
    ...readAddress(new URLSearchParams(search)),
  }))
  const { ticker, interval } = state

  useEffect(() => keepCurrent(state), [state])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the chart writes the address; a change from outside is read below
  useEffect(() => {
    const address = writeAddress({ ticker, interval })
    if (address !== search) void navigate(pathname + address, { replace: true, preventScrollReset: true })
  }, [ticker, interval])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new address is news
  useEffect(() => {
    const asked = readAddress(new URLSearchParams(search))
    if (asked.ticker && asked.ticker !== ticker) dispatch({ do: 'open', ticker: asked.ticker })
    if (asked.interval && asked.interval !== interval) dispatch({ do: 'interval', interval: asked.interval })
  }, [search])

  return [state, dispatch]
}
