import { systemClock } from '#src/platform/clock.ts'
import { MemoryHoldings } from '#src/platform/limits/holdings.ts'
import { MemoryLimiter } from '#src/platform/limits/limiter.ts'
import type { Log, Platform } from '#src/platform/platform.ts'
import { CounterLink } from '#src/platform/processes/counter-link.ts'
import { SocketHoldings } from '#src/platform/processes/socket-holdings.ts'
import { SocketLimiter } from '#src/platform/processes/socket-limiter.ts'
import { SocketTape } from '#src/platform/processes/socket-tape.ts'
import { StoresClient } from '#src/platform/processes/stores-client.ts'
import type { Settings } from '#src/platform/settings.ts'
import type { TapeLayout } from '#src/platform/tape/layout.ts'
import { MemoryTape } from '#src/platform/tape/tape-memory.ts'
import type { RedisTape } from '#src/platform/tape/tape-redis.ts'

export type Shares = { settings: Settings; log: Log }
export type Shared = Pick<Platform, 'tape' | 'limiter' | 'holdings'> & {
  tapeLayout: TapeLayout | null
  /** The tape in Redis; its `probe` tests Redis. */
  redis: RedisTape | null
  /** Sends a question to the process at `storesPath`; null without a `storesPath`. */
  ask: ((name: string, input: unknown) => Promise<unknown>) | null
}

/** The tape and the counters in this process, or in the process at `storesPath`. */
export function openOwn(stack: AsyncDisposableStack, storesPath: string | null, { settings, log }: Shares): Shared {
  const { tapeShards, tapeMaxBytes } = settings
  const shards = tapeShards ?? 1
  const none = { redis: null, tapeLayout: null, ask: null }
  if (storesPath === null) {
    const tape = new MemoryTape(systemClock, tapeMaxBytes ? { retainBytes: tapeMaxBytes } : {}, shards)
    // Counts only the sockets and event streams of this process; other processes count theirs.
    return { ...none, tape, limiter: new MemoryLimiter(systemClock), holdings: new MemoryHoldings() }
  }
  const stores = stack.use(new StoresClient(storesPath))
  const counters = stack.use(new CounterLink(storesPath, log))
  return {
    ...none,
    ask: (name, input) => stores.request({ op: 'ask', name, input }),
    tape: new SocketTape(stores, systemClock, log, shards),
    limiter: new SocketLimiter(counters, systemClock),
    holdings: new SocketHoldings(counters),
  }
}
