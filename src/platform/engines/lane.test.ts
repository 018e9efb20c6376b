import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Lane } from './lane.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const waits = (ms: number) => () => new Promise<string>((resolve) => setTimeout(() => resolve('done'), ms))
const refused = (retryAfter: number) => ({ error: 'history_unavailable', detail: { retryAfter } })

test('the time limit of queued work begins when the work starts, not when it is queued', async () => {
  const lane = new Lane({ concurrency: 1, waitingMax: 9 })
  const first = lane.run(2_500, waits(2_000))
  const second = lane.run(2_500, waits(2_000))
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await Promise.all([first, second])).toEqual(['done', 'done'])
})

test('a caller gets an error at the time limit of its work, but the next work waits until the late work has ended', async () => {
  const lane = new Lane({ concurrency: 1, waitingMax: 9 })
  const slow = lane.run(2_500, waits(3_000)).catch((error: unknown) => error)
  const next = lane.run(2_500, waits(100))
  await vi.advanceTimersByTimeAsync(3_100)
  expect(await slow).toMatchObject(refused(5))
  expect(await next).toBe('done')
})

test('queued work of a disconnected caller never begins, and later work does not wait for it', async () => {
  const lane = new Lane({ concurrency: 1, waitingMax: 9 })
  const left = new AbortController()
  const begun = vi.fn(waits(100))
  const first = lane.run(2_500, waits(2_000))
  const gone = lane.run(2_500, begun, left.signal).catch((error: unknown) => error)
  const last = lane.run(2_500, waits(100))
  left.abort()
  await vi.advanceTimersByTimeAsync(2_100)
  expect(await gone).toMatchObject({ error: 'history_unavailable' })
  expect(await Promise.all([first, last])).toEqual(['done', 'done'])
  expect([begun.mock.calls.length, lane.waiting]).toEqual([0, 0])
})

test('a call is refused with a retry time if the queue is full, or once the call has waited in the queue for 10 s', async () => {
  const lane = new Lane({ concurrency: 1, waitingMax: 1 })
  const endless = lane.run(60_000, waits(30_000))
  const waiting = lane.run(2_500, waits(100)).catch((error: unknown) => error)
  await expect(lane.run(2_500, waits(100))).rejects.toMatchObject(refused(2))
  await vi.advanceTimersByTimeAsync(9_999)
  expect(await Promise.race([waiting, 'waits'])).toBe('waits')
  await vi.advanceTimersByTimeAsync(1)
  expect(await waiting).toMatchObject(refused(5))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await endless).toBe('done')
})
