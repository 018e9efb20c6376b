import { expect, test } from 'vitest'
import {
  type BarEvent,
  type DepthEvent,
  laneOf,
  type MarketEvent,
  type QuoteEvent,
  type TickEvent,
} from '#src/contract/market.ts'
import { marketForm } from './tape-form.ts'

const key = 'stock:BRK.A$US'
const tick: TickEvent = {
  ...{
    type: 'tick',
    key,
    time: 1_790_000_000_123,
    price: 0.1 + 0.2,
    volume: 1e-9,
    side: 2,
    session: 1,
    source: 'exchange',
  },
}
const quote: QuoteEvent = {
  ...{ type: 'quote', key, time: 1_790_000_000_123, previousClose: 1, open: 2, high: 3, low: 4, last: 5 },
  ...{ volume: 6, turnover: 7.25, tradingStatus: 0, change: -1.5, changePercent: 1e21, source: 'simulated' },
}
const bar: BarEvent = {
  ...{ type: 'bar', key, interval: '1m', time: 1_790_000_000_000, open: 1, high: 2, low: -37.63, close: 1.5 },
  ...{ volume: 0, turnover: 0, final: true, closes: ['5m', '1M'], source: 'replay' },
}
const { closes: _, ...running } = { ...bar, final: false }
const levels = (first: number) => [1, 2, 3].map((n) => ({ price: first + n / 10, volume: n, orders: 0 }))
const depth: DepthEvent = { type: 'depth', key, time: 1, asks: levels(10), bids: levels(9).slice(1), source: 'import' }
const again = (event: unknown, lane = laneOf(event as MarketEvent)) => {
  const text = marketForm.write(lane, event)
  return { text, event: marketForm.read(lane, JSON.parse(text)) }
}

test.each([tick, quote, bar, running, depth, { ...depth, asks: [] }])(
  'an event of type $type is written to the tape as a short list of values and read back unchanged',
  (event) => {
    expect(again(event).event).toStrictEqual(event)
    expect(again(event).text).toMatch(/^\[\d+,[\d.,eM m+"[\]-]*\]$/)
    expect(again(event).text.length).toBeLessThan(JSON.stringify(event).length / 2)
  },
)

test.each([
  ['an event with a field of a later release', { ...tick, venue: 'X' }],
  ['an event with a value that is no number', { ...tick, volume: null }],
  ['an event with a source of a later release', { ...tick, source: 'other' }],
  ['an event of a wider bar', { ...running, interval: '5m' }],
  ['an event without a type', { n: 1 }],
])('%s is written to the tape as a JSON object', (_what, event) => {
  const { text, event: read } = again(event, `${key}:tick`)
  expect(text).toBe(JSON.stringify(event))
  expect(read).toEqual(event)
})

test('any number in an event is written to the tape and read back unchanged', () => {
  for (let n = 0; n < 500; n += 1) {
    const price = Math.sin(n) * 10 ** ((n % 41) - 20)
    expect(again({ ...tick, price }).event).toStrictEqual({ ...tick, price })
  }
})
