import { expect, test } from 'vitest'
import type { BarEvent, MarketEvent, TickEvent } from '#src/contract/market.ts'
import { Board } from './board.ts'

const key = 'crypto:BTCUSD$BA'
const minute = Date.parse('2026-01-05T15:00Z')

test('a late tick or bar changes only the sequence number of the newest figures', () => {
  const board = new Board()
  const apply = (seq: number, event: MarketEvent) =>
    board.apply({ offset: `1-${seq}`, seq, at: minute, event, lane: '' })
  const tick = (seq: number, time: number, price: number) =>
    apply(seq, { type: 'tick', key, time, price, volume: 1, side: 0, session: 0, source: 'push' } satisfies TickEvent)
  const bar = (seq: number, time: number, close: number) => {
    const figures = { open: 1, high: close, low: 1, close, volume: 1, turnover: 0, final: true }
    apply(seq, { type: 'bar', key, interval: '1m', time, ...figures, source: 'push' } satisfies BarEvent)
  }
  tick(1, minute + 5, 10)
  tick(2, minute + 4, 9)
  expect(board.latest(key, 'tick')).toMatchObject({ seq: 2, time: minute + 5, price: 10 })
  tick(3, minute + 5, 11)
  expect(board.tick(key)).toMatchObject({ seq: 3, price: 11 })
  bar(4, minute + 60_000, 20)
  bar(5, minute, 19)
  expect(board.latest(key, 'kline@1')).toMatchObject({ seq: 5, time: minute + 60_000, close: 20 })
  expect(board.minutes(key)).toMatchObject([{ time: minute + 60_000, close: 20 }])
  bar(6, minute + 60_000, 21)
  expect(board.bar(key)).toMatchObject({ seq: 6, close: 21 })
})

test('a tick or bar from a new source replaces the newest figures, even if its time is earlier', () => {
  const board = new Board()
  const apply = (seq: number, event: MarketEvent) =>
    board.apply({ offset: `1-${seq}`, seq, at: minute, event, lane: '' })
  const figures = { open: 1, high: 1, low: 1, close: 1, volume: 1, turnover: 0, final: true }
  for (const [seq, source] of (['simulated', 'push'] as const).entries()) {
    const time = minute - seq * 900_000
    apply(2 * seq, { type: 'tick', key, time, price: 1, volume: 1, side: 0, session: 0, source } satisfies TickEvent)
    apply(2 * seq + 1, { type: 'bar', key, interval: '1m', time, ...figures, source } satisfies BarEvent)
  }
  expect(board.tick(key)).toMatchObject({ time: minute - 900_000, source: 'push' })
  expect(board.bar(key)).toMatchObject({ time: minute - 900_000, source: 'push' })
})
