import { expect, test } from 'vitest'
import { exchanges } from '../calendar/exchange.ts'
import { dateBefore } from './action-steps.ts'

test.each([
  ['NASDAQ', '2026-01-05', '2026-01-02'],
  ['SSE', '2026-02-24', '2026-02-13'],
  ['ATHEX', '2015-08-03', '2015-06-26'],
])('on %s, the trading date before the ex-date %s is %s', (code, exDate, date) => {
  const exchange = exchanges.get(code)
  if (!exchange) throw new Error(code)
  expect(dateBefore(exchange, exDate)).toBe(date)
})
