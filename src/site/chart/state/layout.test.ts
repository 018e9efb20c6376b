import { describe, expect, test } from 'vitest'
import { chartReducer, initialState } from './chart-state.ts'
import { readAddress, readLayout, writeAddress } from './layout.ts'

describe('stored layouts of the chart', () => {
  test('a stored chart layout is read back unchanged', () => {
    const state = chartReducer(chartReducer(initialState, { do: 'addIndicator', name: 'boll' }), {
      do: 'addCompare',
      ticker: 'NYSEARCA:SPY',
    })
    expect(readLayout(JSON.parse(JSON.stringify(state)))).toEqual(state)
  })

  test.each([
    ['nothing', null],
    ['a text', 'layout'],
    ['a list', []],
    ['other fields', { theme: 'dark' }],
    ['wrong values', { ticker: '<b>', interval: '7m', type: 'pie', scale: 1, timezone: 'Moon/Base', volume: 'yes' }],
  ])('a stored chart layout of %s opens the standard chart', (_, kept) => {
    expect(readLayout(kept)).toEqual(initialState)
  })

  test('a stored chart layout with invalid values loses only these values', () => {
    const read = readLayout({
      ticker: 'HKEX:700',
      interval: '1h',
      indicators: [
        { name: 'sma', params: { period: 9_999 }, colors: [99] },
        { name: 'magic' },
        null,
        { name: 'rsi', visible: false, colors: [2] },
      ],
      compare: ['HKEX:700', 'A:1', 'A:1', 'nonsense'],
    })
    expect(read.indicators).toEqual([
      { id: 'sma-1', name: 'sma', params: { period: 20 }, visible: true },
      { id: 'rsi-4', name: 'rsi', params: { period: 14 }, visible: false, colors: [2] },
    ])
    expect(read.compare).toEqual(['A:1'])
  })
})

describe('addresses of the chart', () => {
  const read = (text: string) => readAddress(new URLSearchParams(text))

  test('the address of the chart sets the interval and the symbol, which may be in lower case', () => {
    expect(read('symbol=NASDAQ:AAPL&interval=1d')).toEqual({ ticker: 'NASDAQ:AAPL', interval: '1d' })
    expect(read('symbol=nasdaq%3Aaapl')).toEqual({ ticker: 'NASDAQ:AAPL' })
  })

  test('the address of the chart distinguishes one minute from one month', () => {
    expect([read('interval=1m'), read('interval=1M')]).toEqual([{ interval: '1m' }, { interval: '1M' }])
  })

  test.each(['', 'symbol=AAPL', 'symbol=%3Cscript%3E:1', 'interval=2d', 'symbol=:'])(
    'the chart ignores the address query %j',
    (text) => {
      expect(read(text)).toEqual({})
    },
  )

  test.each(['NASDAQ:AAPL', 'NYSE:BRK.B', 'CME:ES=F', 'X:A&B', 'HKEX:700'])(
    'the chart address of %s is read back unchanged',
    (ticker) => {
      expect(read(writeAddress({ ticker, interval: '1M' }).slice(1))).toEqual({ ticker, interval: '1M' })
    },
  )

  test('the address of the chart keeps the colon of its symbol unescaped', () => {
    expect(writeAddress({ ticker: 'NASDAQ:AAPL', interval: '1d' })).toBe('?symbol=NASDAQ:AAPL&interval=1d')
  })
})
