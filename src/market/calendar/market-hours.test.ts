import { expect, test } from 'vitest'
import { isTrading, marketOf, readMarket } from './market-hours.ts'

const minuteMs = 60_000
const monday = (utc: string) => Date.parse(`2026-11-23T${utc}:00Z`)

test.each([
  ['stock:AAPL$US', 'stock$US', { class: 'stock', region: 'US' }],
  ['crypto:BTCUSDT$US', 'crypto$', { class: 'crypto', region: '' }],
  ['future:HSI$HK', 'future$HK', { class: 'future', region: 'HK' }],
])('the instrument %s belongs to the market %s', (key, name, market) => {
  expect(marketOf(key)).toBe(name)
  expect(readMarket(name)).toEqual(market)
})

test('a market name with an unknown asset class is read as null', () => {
  expect(readMarket('weather$US')).toBeNull()
})

test.each([
  ['stock', 'US', '14:29', 'closed', false],
  ['stock', 'US', '14:32', 'open for less than three minutes', false],
  ['stock', 'US', '14:33', 'open for three minutes', true],
  ['stock', 'DE', '14:33', 'open for three minutes', true],
  ['stock', 'JP', '14:33', 'closed', false],
  ['crypto', '', '02:00', 'open for three minutes', true],
  ['indices', '', '14:33', 'open for three minutes', true],
  ['indices', '', '02:00', 'closed', false],
] as const)(
  'the market of the class %s in the region "%s", on a Monday at %s UTC, is %s',
  (assetClass, region, at, _state, trading) => {
    expect(isTrading({ kept: new Map() }, { class: assetClass, region }, monday(at), 3 * minuteMs)).toBe(trading)
  },
)
