import { assetClasses } from '#src/contract/market.ts'
import { marketForm } from '#src/market/tape-form.ts'
import { systemClock } from '#src/platform/clock.ts'
import { assertVersion } from '#src/platform/engines/engine-versions.ts'
import { RedisHoldings } from '#src/platform/limits/holdings-redis.ts'
import { type OnShared, RedisLimiter } from '#src/platform/limits/limiter-redis.ts'
import type { Metrics } from '#src/platform/metrics/metrics.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { TapeLayout } from '#src/platform/tape/layout.ts'
import { RedisTape, redisTapeDefaults } from '#src/platform/tape/tape-redis.ts'
import type { Shared, Shares } from './shared-state.ts'

type Reports = { metrics: Metrics; degrade(component: string, reasons: readonly string[]): void }

/** The tape and the counters in Redis. `metrics` and `degrade` report whether all processes count limits together. */
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
    ask: null,
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
