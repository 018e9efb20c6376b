import { describe, expect, test } from 'vitest'
import { namesOf } from '#src/contract/record.ts'
import { flagUrl, highlight, isKnownRecord, logoUrls, type SymbolRecord, showsProduct, tickerOf } from './symbol.ts'

const record = (change: Partial<SymbolRecord>): SymbolRecord => ({
  id: '1',
  symbol: 'AAPL',
  description: 'Apple Inc.',
  type: 'stock',
  exchange: 'NASDAQ',
  prefix: 'US',
  country: 'us',
  logoid: '',
  baseCurrencyLogoid: '',
  currencyLogoid: '',
  providerId: '',
  ...change,
})

test('the ticker of a search result begins with the exchange or, if there is none, with the prefix of the result', () => {
  expect(tickerOf(record({}))).toBe('NASDAQ:AAPL')
  expect(tickerOf(record({ exchange: '', prefix: 'fx', symbol: 'EURUSD' }))).toBe('FX:EURUSD')
})

describe('logos of symbols', () => {
  test('a currency pair has two logos', () => {
    const pair = { type: 'crypto', logoid: 'x', baseCurrencyLogoid: 'crypto/BTC', currencyLogoid: 'country/US' }
    expect(logoUrls(record(pair))).toEqual(['/img/crypto/BTC.svg', '/img/country/US.svg'])
  })

  test.each([
    ['stock', 'apple', ['/img/apple.svg']],
    ['stock', '', []],
    ['forex', '', ['/images/symbol/forex.svg']],
    ['crypto', '', ['/images/symbol/crypto.svg']],
    ['crypto', '/images/symbol/crypto.svg', ['/images/symbol/crypto.svg']],
  ])('a %s with the logo id %j has the logo addresses %j', (type, logoid, urls) => {
    expect(logoUrls(record({ type, logoid }))).toEqual(urls)
  })
})

test.each(['crypto', 'forex', 'indices'])(
  'a search result of the type %s shows its asset class instead of an exchange and a flag',
  (type) => {
    expect(showsProduct(record({ type }))).toBe(true)
    expect(flagUrl(record({ type }))).toBeNull()
  },
)

test('a stored symbol record is accepted only if each of its fields is a text', () => {
  const whole = record({})
  expect(isKnownRecord(whole)).toBe(true)
  for (const name of namesOf(whole)) {
    const { [name]: _, ...old } = whole
    expect([name, isKnownRecord(old)]).toEqual([name, false])
    expect([name, isKnownRecord({ ...whole, [name]: 1 })]).toEqual([name, false])
  }
})

test.each(['HK', 'TW', 'CN'])('the country %s has its own flag', (country) => {
  expect(flagUrl(record({ country }))).toBe(`/img/country/${country}.svg`)
})

test.each([
  ['APPLE', 'APP', ['', 'APP', 'LE']],
  ['Apple Appétit', 'app', ['', 'App', 'le ', 'App', 'étit']],
  ['Apple', '', ['Apple']],
  ['Apple', 'x', ['Apple']],
  ['A+B', '+', ['A', '+', 'B']],
])('in the text %j the parts that match %j are marked', (text, sought, parts) => {
  expect(highlight(text, sought)).toEqual(parts)
})
