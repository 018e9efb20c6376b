import { expect, test, vi } from 'vitest'
import { systemClock } from '#src/platform/clock.ts'
import { silentLog } from '#src/platform/log/log.ts'
import type { Platform } from '#src/platform/platform.ts'
import { MemoryTape } from '#src/platform/tape/tape-memory.ts'
import { FlushQueue } from '../delivery/flush-queue.ts'
import { WriteTable } from '../delivery/write-table.ts'
import { TapeView } from './tape-view.ts'

test('a gateway that can no longer follow a tape throws an uncaught error, even if the tape was empty at the start', async () => {
  const thrown: unknown[] = []
  const soon = setImmediate
  const caught = (work: () => void) => {
    try {
      work()
    } catch (error) {
      thrown.push(error)
    }
  }
  vi.spyOn(globalThis, 'setImmediate').mockImplementation(((work: () => void) =>
    soon(caught, work)) as typeof setImmediate)
  const metrics = {
    time() {
      throw new Error('broken')
    },
  }
  const tape = new MemoryTape(systemClock)
  const settings = { mode: 'live' }
  const ctx = { tape, metrics, settings, clock: systemClock, log: silentLog } as unknown as Platform
  const flush = new FlushQueue(20)
  await using view = new TapeView(ctx, flush, new WriteTable(flush), 0)
  await view.start()
  const event = { type: 'tick', key: 'stock:AAPL$US', time: 1, price: 1, volume: 1, side: 0, session: 0 } as const
  await tape.append('stock', [{ lane: 'stock:AAPL$US:tick', event: { ...event, source: 'simulated' } }])
  await expect.poll(() => thrown).toMatchObject([{ message: 'stock of the tape is not followed any more' }])
  vi.restoreAllMocks()
})
