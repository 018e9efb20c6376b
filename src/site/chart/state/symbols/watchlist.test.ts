import { expect, test } from 'vitest'
import { placed, readLists, tickersIn, withEntry } from './watchlist.ts'

const entries = ['### Banks', 'NYSE:JPM', '### Coins', 'CCC:BTCUSD']

test('the section headings of a watchlist are not among its tickers', () => {
  expect(tickersIn(entries)).toEqual(['NYSE:JPM', 'CCC:BTCUSD'])
})

test('an entry is added to a watchlist only once, and a watchlist has at most a hundred entries', () => {
  expect(withEntry(entries, 'NYSE:JPM')).toBe(entries)
  expect(withEntry(entries, 'NYSE:BAC')).toEqual([...entries, 'NYSE:BAC'])
  const full = Array.from({ length: 100 }, (_, at) => `X:${at}`)
  expect(withEntry(full, 'X:new')).toBeNull()
  expect(withEntry(full.slice(1), 'X:new')).toHaveLength(100)
})

test.each([
  ['CCC:BTCUSD', 'NYSE:JPM', ['### Banks', 'CCC:BTCUSD', 'NYSE:JPM', '### Coins']],
  ['NYSE:JPM', 'CCC:BTCUSD', ['### Banks', '### Coins', 'CCC:BTCUSD', 'NYSE:JPM']],
  ['NYSE:JPM', 'NYSE:JPM', entries],
  ['X:1', 'NYSE:JPM', entries],
])('moving the watchlist entry %s to the position of %s gives the entries %j', (entry, at, moved) => {
  expect(placed(entries, entry, at)).toEqual(moved)
})

test.each([
  ['nothing', null, null],
  ['the tickers of one list', ['A:1', 'A:1', '<b>'], [{ id: 'first', name: 'Watchlist', entries: ['A:1'] }]],
  [
    'two lists',
    { lists: [{ id: 'a', name: 'Mine', entries }, { id: 'b', name: 'More', entries: 'x' }, { name: 'no id' }] },
    [
      { id: 'a', name: 'Mine', entries },
      { id: 'b', name: 'More', entries: [] },
    ],
  ],
  ['another value', { theme: 'dark' }, null],
])('watchlists are read correctly from browser storage that contains %s', (_what, kept, lists) => {
  expect(readLists(kept, 'Watchlist')).toEqual(lists)
})
