import { expect, test } from 'vitest'
import type { AssetClass } from '#src/contract/market.ts'
import { lookupOf, readSymbol } from './symbol.ts'

test.each<[AssetClass | null, string, string | null, string]>([
  ['stock', ' aapl ', null, 'AAPL@-'],
  ['stock', '700.HK', null, '700.HK@- 700@HK'],
  ['stock', '00700', null, '00700@- 700@HK'],
  ['stock', '0700.HK', 'HK', '0700.HK@HK 0700@HK 700@HK'],
  ['stock', 'BRK-B', 'US', 'BRK-B@US'],
  ['stock', 'RELIANCE$NSE$IN', null, 'RELIANCE@IN'],
  ['stock', 'AAPL$US', null, 'AAPL@US'],
  ['stock', '600519', 'SH', '600519@CN'],
  ['stock', '600519.SS', null, '600519.SS@- 600519@CN'],
  ['crypto', 'btc/usdt', null, 'BTC/USDT@-'],
  ['forex', 'EURUSD=X', null, 'EURUSD=X@- EURUSD@-'],
])('the %s symbol %j with the region %s is read as %s', (assetClass, text, region, expected) => {
  const read = readSymbol(assetClass, text, region).map((query) => `${query.code}@${query.region ?? '-'}`)
  expect(read.join(' ')).toBe(expected)
})

test.each(['', '   ', '<img onerror>', "'; DROP", '%', '*', 'A\u0000B', 'A'.repeat(33), '$US', 'A$B$C$D'])(
  'the text %j is not a valid code',
  (text) => expect(readSymbol('stock', text)).toEqual([]),
)

test('spellings of a code with different separators or cases have the same lookup key', () => {
  expect(new Set(['BRK.B', 'brk-b', 'BRK/B', 'BRK B'].map(lookupOf))).toEqual(new Set(['BRKB']))
})
