import { assetClasses } from '#src/contract/market.ts'
import { marketForm } from '#src/market/tape-form.ts'
import { systemClock } from '#src/platform/clock.ts'
import { assertVersion } from '#src/platform/engines/engine-versions.ts'
import { MemoryHoldings } from '#src/platform/limits/holdings.ts'
import { RedisHoldings } from '#src/platform/limits/holdings-redis.ts'
import { MemoryLimiter } from '#src/platform/limits/limiter.ts'
import { type OnShared, RedisLimiter } from '#src/platform/limits/limiter-redis.ts'
import type { Metrics } from '#src/platform/metrics/metrics.ts'
import type { Log, Platform } from '#src/platform/platform.ts'
import { SocketLimiter } from '#src/platform/processes/socket-limiter.ts'
import { SocketTape } from '#src/platform/processes/socket-tape.ts'
import { StoresClient } from '#src/platform/processes/stores-client.ts'
import { type Settings, SettingsError } from '#src/platform/settings.ts'
import { TapeLayout } from '#src/platform/tape/layout.ts'
import { MemoryTape } from '#src/platform/tape/tape-memory.ts'
import { RedisTape, redisTapeDefaults } from '#src/platform/tape/tape-redis.ts'

type Shares = { settings: Settings; log: Log }
type Reports = { metrics: Metrics; degrade(component: string, reasons: readonly string[]): void }
type Shared = Pick<Platform, 'tape' | 'limiter' | 'holdings'> & {
  tapeLayout: TapeLayout | null
  /** The tape in Redis, which is asked whether Redis works. */
  redis: RedisTape | null
}

/**
 * The tape and the counters in this process, or in the process at `storesPath`. Holdings stay in the process that has
 * them: sockets in the gateway, event streams in the site.
 */
export function openOwn(stack: AsyncDisposableStack, storesPath: string | null, { settings, log }: Shares): Shared {
  const { tapeShards, tapeMaxBytes } = settings
  const shards = tapeShards ?? 1
  const own = { holdings: new MemoryHoldings(), redis: null, tapeLayout: null }
  if (storesPath === null) {
    const tape = new MemoryTape(systemClock, tapeMaxBytes ? { retainBytes: tapeMaxBytes } : {}, shards)
    return { ...own, tape, limiter: new MemoryLimiter(systemClock) }
  }
  const stores = stack.use(new StoresClient(storesPath))
  const limiter = stack.use(new SocketLimiter(stores, systemClock, log))
  return { ...own, tape: new SocketTape(stores, systemClock, log, shards), limiter }
}

/** The tape and the counters in Redis. `metrics` and `degrade` report whether limits are counted together. */
export async function openRedis(
  stack: AsyncDisposableStack,
  { redisUrl, settings, log, metrics, degrade }: Shares & Reports & { redisUrl: string },
): Promise<Shared> {
  const { tapeShards, tapeMaxBytes } = settings
  const tapeLayout = stack.use(new TapeLayout(redisUrl, log))
  const version = await tapeLayout.version().catch((cause: unknown) => {
    if (cause instanceof SettingsError) throw cause
    throw new SettingsError('Redis at REDIS_URL cannot be reached. Start it, or leave REDIS_URL out.', { cause })
  })
  assertVersion('Redis', version)
  const shards = await tapeLayout.settle(assetClasses, tapeShards)
  const retainBytes = Math.ceil((tapeMaxBytes ?? redisTapeDefaults.retainBytes) / shards)
  const tape = stack.use(new RedisTape(redisUrl, systemClock, log, { shards, retainBytes, form: marketForm }))
  return {
    tape,
    tapeLayout,
    limiter: stack.use(await RedisLimiter.open(redisUrl, systemClock, log, { onShared: sharing(metrics, degrade) })),
    holdings: stack.use(await RedisHoldings.open(redisUrl, log)),
    redis: tape,
  }
}

/** Reports in metrics and health whether limits are counted together with the other processes. */
function sharing(metrics: Metrics, degrade: Reports['degrade']): OnShared {
  const gauge = metrics.gauge('tapewire_limits_shared', '1 while limits are counted with the other processes.')
  gauge.set(1)
  return (isShared) => {
    gauge.set(isShared ? 1 : 0)
    degrade('redis', isShared ? [] : ['Redis does not answer: this process counts limits alone'])
  }
}
