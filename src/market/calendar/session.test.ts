import { expect, test } from 'vitest'
import { exchanges } from './exchange.ts'
import { exchangeAmong } from './exchange-of.ts'
import { nextChange, sessionAt, tradingDate } from './session.ts'

const instrument = (assetClass: 'forex' | 'stock' | 'future', code: string, region: string, exchange: string) =>
  exchangeAmong(exchanges, { class: assetClass, code, region, exchange })

const euro = instrument('forex', 'EURUSD', 'GB', 'FX')
const gold = instrument('forex', 'XAUUSD', 'GB', 'FX')

test.each([
  ['EURUSD', euro, '2026-01-11T21:59Z', 'closed'],
  ['EURUSD', euro, '2026-01-11T22:00Z', 'regular'],
  ['EURUSD', euro, '2026-01-14T22:30Z', 'regular'],
  ['EURUSD', euro, '2026-01-16T21:59Z', 'regular'],
  ['EURUSD', euro, '2026-01-16T22:00Z', 'closed'],
  ['EURUSD, in summer an hour earlier', euro, '2026-07-12T21:00Z', 'regular'],
  ['EURUSD, on Christmas Day', euro, '2026-12-25T12:00Z', 'closed'],
  ['EURUSD, on Good Friday', euro, '2026-04-03T12:00Z', 'regular'],
  ['XAUUSD, on Good Friday', gold, '2026-04-03T12:00Z', 'closed'],
  ['XAUUSD', gold, '2026-01-11T22:59Z', 'closed'],
  ['XAUUSD', gold, '2026-01-11T23:00Z', 'regular'],
  ['XAUUSD, in its daily break', gold, '2026-01-14T22:30Z', 'closed'],
  ['XAUUSD', gold, '2026-01-14T23:00Z', 'regular'],
  ['XAUUSD', gold, '2026-01-16T22:00Z', 'closed'],
])('the session of $0 at $2 is $3', (_name, exchange, time, state) => {
  expect(sessionAt(exchange, Date.parse(time.replace('Z', ':00Z')))).toBe(state)
})

test.each([
  ['EURUSD', euro, '2026-01-17T12:00Z', '2026-01-18T22:00Z', 'open'],
  ['EURUSD', euro, '2026-01-14T12:00Z', '2026-01-16T22:00Z', 'closed'],
  ['XAUUSD', gold, '2026-01-14T12:00Z', '2026-01-14T22:00Z', 'closed'],
  ['XAUUSD', gold, '2026-01-14T22:10Z', '2026-01-14T23:00Z', 'open'],
  ['600519', instrument('stock', '600519', 'CN', 'SSE'), '2026-02-14T00:00Z', '2026-02-24T01:30Z', 'open'],
  ['ES', instrument('future', 'ES', 'US', 'CME'), '2026-11-26T17:00Z', '2026-11-26T18:00Z', 'closed'],
  ['GC', instrument('future', 'GC', 'US', 'COMEX'), '2026-11-26T18:10Z', '2026-11-26T19:30Z', 'closed'],
] as const)(
  'after the time $2, the next change of the regular session of $0 is to $4 at $3',
  (_name, exchange, from, at, to) => {
    const next = nextChange(exchange, Date.parse(from.replace('Z', ':00Z')))
    expect(next).toEqual({ at: Date.parse(at.replace('Z', ':00Z')), to })
  },
)

test('the trading date of a currency or a metal is the UTC date, even after trading has opened in the evening', () => {
  expect(tradingDate(euro, Date.parse('2026-01-14T23:30:00Z'))).toBe(Date.parse('2026-01-14'))
  expect(tradingDate(gold, Date.parse('2026-01-14T23:30:00Z'))).toBe(Date.parse('2026-01-14'))
})
