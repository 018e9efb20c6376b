import { expect, test } from 'vitest'
import type { TickEvent } from '#src/contract/market.ts'
import { RecentEvents } from './recent-events.ts'

const tickWeight = 220

function filled(retainBytes: number, lanes: readonly string[]) {
  const recent = new RecentEvents({ retainMs: 60_000, retainBytes })
  const next = new Map<string, number>()
  const before = lanes.map((lane, n) => {
    const seq = (next.get(lane) ?? 0) + 1
    next.set(lane, seq)
    return recent.add(recent.of(lane), { offset: `1-${n}`, at: n, lane, seq, event: tick(lane) })
  })
  return { recent, before }
}

function tick(key: string): TickEvent {
  return { type: 'tick', key, time: 0, price: 1, volume: 1, side: 0, session: 0, source: 'simulated' }
}

function numbersSince(recent: RecentEvents, lane: string, seq: number, until = 1e9): number[] {
  return recent.since(lane, seq, until).map((entry) => entry.seq)
}

test('adding an event returns the number of the previous event in its lane; a lane can be read by a range of numbers', () => {
  const { recent, before } = filled(1e6, ['a', 'b', 'a', 'a', 'b'])
  expect(before).toEqual([null, null, 1, 2, 1])
  expect(numbersSince(recent, 'a', 1)).toEqual([2, 3])
  expect(numbersSince(recent, 'a', 0, 2)).toEqual([1, 2])
  expect(recent.newest('a')).toBe(3)
})

test('a read from a number above the newest event of the lane, or from an unknown lane, returns nothing', () => {
  const { recent } = filled(1e6, ['a'])
  expect(numbersSince(recent, 'a', 2)).toEqual([])
  expect(numbersSince(recent, 'x', 0)).toEqual([])
  expect([recent.at('a', 1)?.seq, recent.at('a', 0), recent.at('x', 5)]).toEqual([1, null, null])
  expect(recent.newest('x')).toBeNull()
})

test('over the byte budget, the oldest events of all lanes are dropped, except the newest event of each lane', () => {
  const { recent } = filled(5_000 * tickWeight, ['quiet', ...Array(20_000).fill('busy')])
  recent.trim(0)
  const held = numbersSince(recent, 'busy', 0)
  expect(held.length).toBeGreaterThan(3_900)
  expect(held.length).toBeLessThanOrEqual(5_000)
  expect(held).toEqual(held.map((_, n) => 20_001 - held.length + n))
  expect(numbersSince(recent, 'quiet', 0)).toEqual([1])
})

test('events older than the retention time are dropped, except the newest event of each lane', () => {
  const { recent } = filled(1e9, Array(5_000).fill('a'))
  recent.trim(1_000)
  expect(numbersSince(recent, 'a', 0)).toHaveLength(5_000)
  recent.trim(62_000)
  const held = numbersSince(recent, 'a', 0)
  expect(held[0]).toBeGreaterThan(1_024)
  expect(held[0]).toBeLessThanOrEqual(2_001)
  recent.trim(1e9)
  expect(numbersSince(recent, 'a', 0)).toEqual([5_000])
})
