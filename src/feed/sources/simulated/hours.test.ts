import { expect, test } from 'vitest'
import { dayMs } from '#src/contract/time.ts'
import { exchanges } from '#src/market/calendar/exchange.ts'
import { exchangeAmong } from '#src/market/calendar/exchange-of.ts'
import { sessionAt } from '#src/market/calendar/session.ts'
import { stretchesOf } from './hours.ts'

test.each(['EURUSD', 'XAUUSD'])('the simulator trades %s exactly while its market is open', (code) => {
  const exchange = exchangeAmong(exchanges, { class: 'forex', region: 'GB', exchange: 'FX', code })
  const monday = Date.parse('2026-03-02')
  const stretches = Array.from({ length: 15 }, (_, day) => stretchesOf(exchange, monday + (day - 1) * dayMs)).flat()
  const differing: string[] = []
  for (let time = monday; time < monday + 13 * dayMs; time += 15 * 60_000) {
    const trades = stretches.some(({ open, close }) => time >= open && time < close)
    if (trades !== (sessionAt(exchange, time) === 'regular')) differing.push(new Date(time).toISOString())
  }
  expect(differing).toEqual([])
})
