import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { silentLog } from '../log/log.ts'
import type { Log } from '../platform.ts'
import { waitFor } from './wait.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const endless = () => new Promise<never>(() => {})

test('after two seconds of waiting the log names the awaited lock and its holder, and the wait ends at its time limit', async () => {
  const lines: unknown[] = []
  const log: Log = { ...silentLog, info: (message, fields) => lines.push([message, fields]) }
  const wait = { for: 'the lock of backups', limitMs: 60_000, log, holder: async () => 'somebody' }
  const waiting = waitFor(wait, endless)
  const ended = expect(waiting).rejects.toThrow(
    'Waiting for the lock of backups took longer than 60 seconds. It is held by somebody.',
  )
  await vi.advanceTimersByTimeAsync(1_999)
  expect(lines).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(lines).toEqual([['waiting for the lock of backups', { limitSeconds: 60, heldBy: 'somebody' }]])
  await vi.advanceTimersByTimeAsync(60_000)
  await ended
  expect(lines).toHaveLength(2)
  expect(vi.getTimerCount()).toBe(0)
})

test('a wait ends at its time limit even if the holder of the awaited lock cannot be read', async () => {
  const waiting = waitFor({ for: 'the engine', limitMs: 3_000, log: silentLog, holder: endless }, endless)
  const ended = expect(waiting).rejects.toThrow('Waiting for the engine took longer than 3 seconds.')
  await vi.advanceTimersByTimeAsync(5_000)
  await ended
})

test('if the awaited work ends before the time limit, no timer keeps running', async () => {
  expect(await waitFor({ for: 'the engine', limitMs: 3_000, log: silentLog }, async () => 'done')).toBe('done')
  expect(vi.getTimerCount()).toBe(0)
})
