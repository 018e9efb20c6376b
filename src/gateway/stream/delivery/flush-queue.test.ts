import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FlushQueue } from './flush-queue.ts'

const batchMs = 20
const roundMs = 16
let queue: FlushQueue

beforeEach(() => {
  vi.useFakeTimers()
  queue = new FlushQueue(batchMs)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function outbox(batched = true) {
  const flushedAt: number[] = []
  return { phase: batched ? queue.join() : null, flushedAt, flush: () => void flushedAt.push(performance.now()) }
}

test('waiting outboxes are flushed in several groups, spread evenly over the batch window', async () => {
  const all = Array.from({ length: 8 }, () => outbox())
  const begun = performance.now()
  for (const one of all) queue.add(one)
  await vi.advanceTimersByTimeAsync(batchMs)
  const waited = all.map(({ flushedAt }) => (flushedAt[0] ?? Number.NaN) - begun).sort((a, b) => a - b)
  expect(waited).toEqual([4, 4, 8, 8, 12, 12, 16, 16])
})

test('a busy outbox is flushed once per batch period', async () => {
  const one = outbox()
  let requested = 0
  for (let ms = 0; ms < 10 * roundMs; ms += 1) {
    if (one.flushedAt.length === requested) {
      queue.add(one)
      requested += 1
    }
    await vi.advanceTimersByTimeAsync(1)
  }
  const gaps = one.flushedAt.slice(1).map((at, index) => at - (one.flushedAt[index] ?? 0))
  expect(gaps).toEqual(Array(9).fill(roundMs))
})

test('no outbox waits longer than one batch window, even if each turn of the event loop takes half a window', () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const all = Array.from({ length: 8 }, () => outbox())
  const waits: number[] = []
  const addedAt = new Map<(typeof all)[number], number>()
  for (let phase = 0; phase < 100; phase += 1) {
    for (const one of all) {
      const at = addedAt.get(one)
      const flushed = one.flushedAt.pop()
      if (at !== undefined && flushed === undefined) continue
      if (at !== undefined && flushed !== undefined) waits.push(flushed - at)
      addedAt.set(one, now)
      queue.add(one)
    }
    now += batchMs / 2
    vi.advanceTimersToNextTimer()
  }
  expect(waits.length).toBeGreaterThan(100)
  expect(Math.max(...waits)).toBeLessThanOrEqual(batchMs)
})

test('the flush timer stops when all outboxes are flushed', async () => {
  queue.add(outbox())
  await vi.advanceTimersByTimeAsync(batchMs)
  expect(vi.getTimerCount()).toBe(0)
})

test('unbatched outboxes are flushed in the same turn of the event loop; batched outboxes wait until flushBatched runs', async () => {
  const plain = outbox(false)
  const batched = outbox()
  queue.add(plain)
  queue.add(batched)
  await vi.advanceTimersByTimeAsync(0)
  expect(plain.flushedAt).toHaveLength(1)
  expect(batched.flushedAt).toHaveLength(0)
  queue.flushBatched()
  expect(batched.flushedAt).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('after a flush, unbatched outboxes pause for twice the duration of the flush, up to a fixed maximum', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const flushed: number[] = []
  const slow = (ms: number) => ({
    phase: null,
    flush() {
      flushed.push(now)
      now += ms
    },
  })
  const pass = async (ms: number) => {
    now += ms
    await vi.advanceTimersByTimeAsync(ms)
  }
  const addBatch = (ms: number) => {
    queue.add(slow(ms))
    queue.flushPlain()
  }
  addBatch(3)
  addBatch(3)
  await pass(5)
  expect(flushed).toEqual([0])
  await pass(1)
  expect(flushed).toEqual([0, 9])
  await pass(6)
  addBatch(100)
  addBatch(1)
  await pass(roundMs - 1)
  expect(flushed).toHaveLength(3)
  await pass(1)
  expect(flushed).toHaveLength(4)
  queue.flushAll()
  expect(vi.getTimerCount()).toBe(0)
})
