import { expect, test } from 'vitest'
import { type Board, boardOf, boardReducer, keptBoard, readBoard } from './board.ts'
import { initialState } from './chart-state.ts'

const offered = ['NASDAQ:AAPL', 'HKEX:700', 'FX:EURUSD', 'CCC:BTCUSD']
const four = boardReducer(boardOf(initialState), { do: 'grid', grid: 4, offered })
const tickers = ({ cells }: Board) => cells.map(({ ticker }) => ticker)
const intervals = ({ cells }: Board) => cells.map(({ interval }) => interval)

test('splitting the chart adds charts of offered symbols that are not shown yet', () => {
  expect(tickers(four)).toEqual(offered)
})

test('a linked interval changes in all charts, and an unlinked interval or symbol changes only in the active chart', () => {
  const second = boardReducer(four, { do: 'activate', cell: 1 })
  const changed = boardReducer(boardReducer(second, { do: 'interval', interval: '5m' }), {
    do: 'open',
    ticker: 'CME:ES',
  })
  expect(intervals(changed)).toEqual(['5m', '5m', '5m', '5m'])
  expect(tickers(changed)).toEqual(['NASDAQ:AAPL', 'CME:ES', 'FX:EURUSD', 'CCC:BTCUSD'])
  const same = boardReducer(changed, { do: 'link', link: 'symbol' })
  expect(new Set(tickers(same))).toEqual(new Set(['CME:ES']))
  const apart = boardReducer(boardReducer(changed, { do: 'link', link: 'interval' }), {
    do: 'interval',
    interval: '1h',
  })
  expect(intervals(apart)).toEqual(['5m', '1h', '5m', '5m'])
})

test('reducing the number of charts keeps the active chart', () => {
  const third = boardReducer(four, { do: 'activate', cell: 2 })
  expect(tickers(boardReducer(third, { do: 'grid', grid: 2, offered }))).toEqual(['FX:EURUSD', 'NASDAQ:AAPL'])
  expect(tickers(boardReducer(third, { do: 'grid', grid: 1, offered }))).toEqual(['FX:EURUSD'])
})

test('a compared symbol that cannot be loaded is removed from its own chart, not from the active chart', () => {
  const action = { do: 'addCompare', ticker: 'CME:ES' } as const
  const first = boardReducer(four, action)
  const both = boardReducer(boardReducer(first, { do: 'activate', cell: 1 }), action)
  const failed = boardReducer(both, { do: 'inCell', cell: 0, action: { do: 'removeCompare', ticker: 'CME:ES' } })
  expect(failed.cells.map(({ compare }) => compare)).toEqual([[], ['CME:ES'], [], []])
  expect(failed.cells.map(({ scale }) => scale)).toEqual(['normal', 'percent', 'normal', 'normal'])
})

test('activating a chart that does not exist changes nothing', () => {
  expect(boardReducer(four, { do: 'activate', cell: 4 })).toBe(four)
})

test('a stored arrangement of charts is read back, and its invalid values are replaced by defaults', () => {
  const second = boardReducer(four, { do: 'activate', cell: 1 })
  expect(readBoard(JSON.parse(JSON.stringify(keptBoard(second))))).toEqual(second)
  expect(readBoard(keptBoard(boardOf(initialState)))).toEqual(boardOf(initialState))
  const damaged = { ...initialState, board: { cells: [initialState, 3, null], active: 9 } }
  expect(readBoard(damaged)).toEqual(boardOf(initialState))
  expect(
    readBoard({ ...initialState, board: { cells: [initialState, {}], active: 9, links: { symbol: 'x' } } }),
  ).toEqual({
    cells: [initialState, initialState],
    active: 0,
    links: { interval: true, crosshair: true, time: false, symbol: false },
  })
})
