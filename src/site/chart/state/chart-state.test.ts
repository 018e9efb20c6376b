import { describe, expect, test } from 'vitest'
import {
  type ChartAction,
  chartReducer,
  compareMax,
  indicatorLabel,
  indicatorsMax,
  initialState,
  outputColors,
} from './chart-state.ts'

const run = (...actions: ChartAction[]) => actions.reduce(chartReducer, initialState)

describe('indicators of the chart', () => {
  test('two new indicators of the same kind have default settings and different numbers', () => {
    const { indicators } = run({ do: 'addIndicator', name: 'sma' }, { do: 'addIndicator', name: 'sma' })
    expect(indicators.map(({ id, params }) => [id, params])).toEqual([
      ['sma-1', { period: 20 }],
      ['sma-2', { period: 20 }],
    ])
  })

  test('a new indicator reuses the number of a removed indicator, and the other indicators keep their numbers', () => {
    const { indicators } = run(
      { do: 'addIndicator', name: 'sma' },
      { do: 'addIndicator', name: 'sma' },
      { do: 'removeIndicator', id: 'sma-1' },
      { do: 'addIndicator', name: 'sma' },
    )
    expect(indicators.map(({ id }) => id)).toEqual(['sma-2', 'sma-1'])
  })

  test('hiding or changing one indicator does not affect another', () => {
    const { indicators } = run(
      { do: 'addIndicator', name: 'sma' },
      { do: 'addIndicator', name: 'macd' },
      { do: 'toggleIndicator', id: 'sma-1' },
      { do: 'setIndicator', id: 'macd-1', params: { fast: 5, slow: 10, signal: 3 }, colors: [3, 4, 5] },
    )
    expect(indicators.map(({ visible }) => visible)).toEqual([false, true])
    expect(indicators.map(indicatorLabel)).toEqual(['SMA 20', 'MACD 5 10 3'])
  })

  test('the lines of indicators have consecutive colours, unless the reader has chosen colours', () => {
    const { indicators } = run(
      { do: 'addIndicator', name: 'boll' },
      { do: 'addIndicator', name: 'rsi' },
      { do: 'addIndicator', name: 'sma' },
      { do: 'setIndicator', id: 'sma-1', params: { period: 20 }, colors: [0] },
    )
    expect(['boll-1', 'rsi-1', 'sma-1'].map((id) => outputColors(indicators, id))).toEqual([[0, 1, 2], [3], [0]])
  })

  test('the number of indicators on a chart is limited', () => {
    const adding = Array.from({ length: indicatorsMax + 3 }, (): ChartAction => ({ do: 'addIndicator', name: 'obv' }))
    expect(run(...adding).indicators).toHaveLength(indicatorsMax)
  })
})

describe('compared symbols of the chart', () => {
  const adding = ['A:1', 'A:2', 'A:3', 'A:4', 'A:5'].map((ticker): ChartAction => ({ do: 'addCompare', ticker }))

  test('comparing symbols switches the scale to percent, and at most four symbols are compared', () => {
    const state = run(...adding)
    expect(state.compare).toEqual(['A:1', 'A:2', 'A:3', 'A:4'])
    expect(state.compare).toHaveLength(compareMax)
    expect(state.scale).toBe('percent')
  })

  test('the shown symbol is never a compared symbol, and no symbol is compared twice', () => {
    expect(run({ do: 'addCompare', ticker: initialState.ticker }).compare).toEqual([])
    expect(run({ do: 'addCompare', ticker: 'A:1' }, { do: 'addCompare', ticker: 'A:1' }).compare).toEqual(['A:1'])
    expect(run({ do: 'addCompare', ticker: 'A:1' }, { do: 'open', ticker: 'A:1' })).toMatchObject({
      ticker: 'A:1',
      compare: [],
    })
  })

  test('removing the last compared symbol restores the price scale', () => {
    expect(run({ do: 'addCompare', ticker: 'A:1' }, { do: 'removeCompare', ticker: 'A:1' }).scale).toBe('normal')
  })
})

test('selecting the active scale of the chart again restores the normal scale', () => {
  expect(run({ do: 'scale', scale: 'log' }).scale).toBe('log')
  expect(run({ do: 'scale', scale: 'log' }, { do: 'scale', scale: 'percent' }).scale).toBe('percent')
  expect(run({ do: 'scale', scale: 'log' }, { do: 'scale', scale: 'log' }).scale).toBe('normal')
})
