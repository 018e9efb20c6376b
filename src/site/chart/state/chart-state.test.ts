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

describe('indicators', () => {
  test('start with their own settings and a number of their own', () => {
    const { indicators } = run({ do: 'addIndicator', name: 'sma' }, { do: 'addIndicator', name: 'sma' })
    expect(indicators.map(({ id, params }) => [id, params])).toEqual([
      ['sma-1', { period: 20 }],
      ['sma-2', { period: 20 }],
    ])
  })

  test('a removed number is given again, others keep theirs', () => {
    const { indicators } = run(
      { do: 'addIndicator', name: 'sma' },
      { do: 'addIndicator', name: 'sma' },
      { do: 'removeIndicator', id: 'sma-1' },
      { do: 'addIndicator', name: 'sma' },
    )
    expect(indicators.map(({ id }) => id)).toEqual(['sma-2', 'sma-1'])
  })

  test('are hidden, shown and set one by one', () => {
    const { indicators } = run(
      { do: 'addIndicator', name: 'sma' },
      { do: 'addIndicator', name: 'macd' },
      { do: 'toggleIndicator', id: 'sma-1' },
      { do: 'setIndicator', id: 'macd-1', params: { fast: 5, slow: 10, signal: 3 }, colors: [3, 4, 5] },
    )
    expect(indicators.map(({ visible }) => visible)).toEqual([false, true])
    expect(indicators.map(indicatorLabel)).toEqual(['SMA 20', 'MACD 5 10 3'])
  })

  test('have a colour of their own for each line until the reader chooses one', () => {
    const { indicators } = run(
      { do: 'addIndicator', name: 'boll' },
      { do: 'addIndicator', name: 'rsi' },
      { do: 'addIndicator', name: 'sma' },
      { do: 'setIndicator', id: 'sma-1', params: { period: 20 }, colors: [0] },
    )
    expect(['boll-1', 'rsi-1', 'sma-1'].map((id) => outputColors(indicators, id))).toEqual([[0, 1, 2], [3], [0]])
  })

  test('stop at their number', () => {
    const adding = Array.from({ length: indicatorsMax + 3 }, (): ChartAction => ({ do: 'addIndicator', name: 'obv' }))
    expect(run(...adding).indicators).toHaveLength(indicatorsMax)
  })
})

describe('compared symbols', () => {
  const adding = ['A:1', 'A:2', 'A:3', 'A:4', 'A:5'].map((ticker): ChartAction => ({ do: 'addCompare', ticker }))

  test('turn the scale to percent, and stop at four', () => {
    const state = run(...adding)
    expect(state.compare).toEqual(['A:1', 'A:2', 'A:3', 'A:4'])
    expect(state.compare).toHaveLength(compareMax)
    expect(state.scale).toBe('percent')
  })

  test('are never the shown symbol, and never twice', () => {
    expect(run({ do: 'addCompare', ticker: initialState.ticker }).compare).toEqual([])
    expect(run({ do: 'addCompare', ticker: 'A:1' }, { do: 'addCompare', ticker: 'A:1' }).compare).toEqual(['A:1'])
    expect(run({ do: 'addCompare', ticker: 'A:1' }, { do: 'open', ticker: 'A:1' })).toMatchObject({
      ticker: 'A:1',
      compare: [],
    })
  })

  test('give the price scale back when the last one goes', () => {
    expect(run({ do: 'addCompare', ticker: 'A:1' }, { do: 'removeCompare', ticker: 'A:1' }).scale).toBe('normal')
  })
})

test('pressing the scale that is on turns it off', () => {
  expect(run({ do: 'scale', scale: 'log' }).scale).toBe('log')
  expect(run({ do: 'scale', scale: 'log' }, { do: 'scale', scale: 'percent' }).scale).toBe('percent')
  expect(run({ do: 'scale', scale: 'log' }, { do: 'scale', scale: 'log' }).scale).toBe('normal')
})
