import { expect, test } from 'vitest'
import type { TickEvent } from '#src/contract/market.ts'
import { Recall } from './recent-events.ts'

const tickWeight = 220

function filled(retainBytes: number, lanes: readonly string[]) {
  const recall = new Recall({ retainMs: 60_000, retainBytes })
  const next = new Map<string, number>()
  const before = lanes.map((lane, n) => {
    const seq = (next.get(lane) ?? 0) + 1
    next.set(lane, seq)
    return recall.add(recall.of(lane), { offset: `1-${n}`, at: n, lane, seq, event: tick(lane) })
  })
  return { recall, before }
}

function tick(key: string): TickEvent {
  return { type: 'tick', key, time: 0, price: 1, volume: 1, side: 0, session: 0, source: 'simulated' }
}

function numbersSince(recall: Recall, lane: string, seq: number, until = 1e9): number[] | 'invalid' {
  const missed = recall.since(lane, seq, until)
  return missed.kind === 'invalid' ? 'invalid' : missed.entries.map((entry) => entry.seq)
}

test('each lane says which number it had before, and gives what came after one, up to another', () => {
  const { recall, before } = filled(1e6, ['a', 'b', 'a', 'a', 'b'])
  expect(before).toEqual([null, null, 1, 2, 1])
  expect(numbersSince(recall, 'a', 1)).toEqual([2, 3])
  expect(numbersSince(recall, 'a', 0, 2)).toEqual([1, 2])
  expect(recall.newest('a')).toBe(3)
})

test('numbers ahead of a lane, and lanes never seen, are invalid', () => {
  const { recall } = filled(1e6, ['a'])
  expect(numbersSince(recall, 'a', 2)).toBe('invalid')
  expect(numbersSince(recall, 'x', 0)).toBe('invalid')
  expect(recall.newest('x')).toBeNull()
})

test('beyond the bytes the oldest of all lanes go first, but never the newest of one', () => {
  const { recall } = filled(5_000 * tickWeight, ['quiet', ...Array(20_000).fill('busy')])
  recall.trim(0)
  const held = numbersSince(recall, 'busy', 0) as number[]
  expect(held.length).toBeGreaterThan(3_900)
  expect(held.length).toBeLessThanOrEqual(5_000)
  expect(held).toEqual(held.map((_, n) => 20_001 - held.length + n))
  expect(numbersSince(recall, 'quiet', 0)).toEqual([1])
})

test('what is too old goes, but never the newest of a lane', () => {
  const { recall } = filled(1e9, Array(5_000).fill('a'))
  recall.trim(1_000)
  expect(numbersSince(recall, 'a', 0)).toHaveLength(5_000)
  recall.trim(62_000)
  const held = numbersSince(recall, 'a', 0) as number[]
  expect(held[0]).toBeGreaterThan(1_024)
  expect(held[0]).toBeLessThanOrEqual(2_001)
  recall.trim(1e9)
  expect(numbersSince(recall, 'a', 0)).toEqual([5_000])
})
