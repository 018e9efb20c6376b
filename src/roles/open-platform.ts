import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { isRefusal } from '#src/contract/errors.ts'
import { loadTradingDays } from '#src/market/trading-days/follow.ts'
import { loadCatalogue } from '#src/plans/editions/follow.ts'
import { systemClock } from '#src/platform/clock.ts'
import { lockDataDir } from '#src/platform/data-dir/data-dir-lock.ts'
import { createKeyring, sandboxRing } from '#src/platform/data-dir/keyring.ts'
import { StorageGuard } from '#src/platform/data-dir/storage-guard.ts'
import { MemoryHoldings } from '#src/platform/limits/holdings.ts'
import { RedisHoldings } from '#src/platform/limits/holdings-redis.ts'
import { MemoryLimiter } from '#src/platform/limits/limiter.ts'
import { RedisLimiter } from '#src/platform/limits/limiter-redis.ts'
import { createMail } from '#src/platform/mail/mail.ts'
import { LoopWatch } from '#src/platform/metrics/loop-watch.ts'
import { Metrics } from '#src/platform/metrics/metrics.ts'
import type { Log, Platform } from '#src/platform/platform.ts'
import { cryptoRandom } from '#src/platform/random.ts'
import { type Config, mailSettings, SettingsError, storeSettings } from '#src/platform/settings.ts'
import { migrateClickHouse, type OpenClickHouse, openClickHouse } from '#src/platform/stores/clickhouse.ts'
import { migratePostgres } from '#src/platform/stores/migrations.ts'
import { type OpenPostgres, openPostgres } from '#src/platform/stores/postgres.ts'
import { startEmbeddedPostgres } from '#src/platform/stores/postgres-embedded.ts'
import { MemoryTape } from '#src/platform/tape/tape-memory.ts'
import { RedisTape } from '#src/platform/tape/tape-redis.ts'

export const projectRoot = resolve(import.meta.dirname, '../..')

export type OpenedPlatform = Platform & AsyncDisposable & { postgres: OpenPostgres; clickhouse: OpenClickHouse }

export type OpenOptions = {
  log: Log
  signal: AbortSignal
  progress: (line: string) => void
}

/** Takes the data directory, starts or reaches the stores, brings them up to date. Disposing undoes it in reverse. */
export async function openPlatform({ settings, secrets }: Config, options: OpenOptions): Promise<OpenedPlatform> {
  const { log, signal } = options
  const metrics = new Metrics()
  const loop = new LoopWatch(log, metrics)
  await using stack = new AsyncDisposableStack()
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 }).catch((cause: NodeJS.ErrnoException) => {
    throw new SettingsError(`DATA_DIR ${settings.dataDir} cannot be created: ${cause.code}.`, { cause })
  })
  stack.use(await lockDataDir(settings.dataDir))
  const storage = stack.use(new StorageGuard(settings.dataDir, log))
  await storage.look()
  const { databaseUrl, clickhouseUrl, redisUrl } = secrets.of(storeSettings)
  const keyring = createKeyring(secrets.of(mailSettings).keyring ?? sandboxRing(settings.dataDir))
  signal.throwIfAborted()

  options.progress('Starting PostgreSQL')
  const connection = await connectionOf(stack, settings.dataDir, databaseUrl, options)
  signal.throwIfAborted()
  options.progress('Opening ClickHouse')
  const clickhouse = stack.use(
    await openClickHouse(
      clickhouseUrl
        ? { kind: 'url', url: clickhouseUrl }
        : { kind: 'embedded', path: join(settings.dataDir, 'clickhouse') },
      storage,
      loop.mark,
    ),
  )
  signal.throwIfAborted()
  options.progress('Bringing the tables up to date')
  await migrate(connection, clickhouse, log)
  signal.throwIfAborted()
  const postgres = stack.use(openPostgres({ connection, log, onAnswer: loop.mark }))
  const shared = await openShared(stack, redisUrl, log)
  const platform = {
    settings,
    log,
    clock: systemClock,
    random: cryptoRandom,
    postgres,
    clickhouse,
    ...shared,
    mail: createMail(settings.hasSmtpUrl ? 'smtp' : 'mailbox', { keyring, clock: systemClock }),
    keyring,
    metrics,
    loop,
    storage,
    kept: new Map<string, unknown>(),
  }
  await loadCatalogue(platform)
  await loadTradingDays(platform)
  const owned = stack.move()
  return { ...platform, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** The tape and the counters: in this process, or in Redis for all. */
async function openShared(
  stack: AsyncDisposableStack,
  redisUrl: string | null,
  log: Log,
): Promise<Pick<Platform, 'tape' | 'limiter' | 'holdings'>> {
  if (!redisUrl) {
    return {
      tape: new MemoryTape(systemClock),
      limiter: new MemoryLimiter(systemClock),
      holdings: new MemoryHoldings(),
    }
  }
  const tape = stack.use(new RedisTape(redisUrl, systemClock, log))
  await tape.ping().catch((cause: unknown) => {
    throw new SettingsError('Redis at REDIS_URL cannot be reached. Start it, or leave REDIS_URL out.', { cause })
  })
  return {
    tape,
    limiter: stack.use(await RedisLimiter.open(redisUrl, systemClock, log)),
    holdings: stack.use(await RedisHoldings.open(redisUrl, log)),
  }
}

async function connectionOf(
  stack: AsyncDisposableStack,
  dataDir: string,
  databaseUrl: string | null,
  { log, signal }: OpenOptions,
): Promise<pg.ClientConfig> {
  if (databaseUrl) return { connectionString: databaseUrl }
  const embedded = stack.use(await startEmbeddedPostgres({ dir: join(dataDir, 'postgres'), log, signal }))
  return embedded.connection
}

async function migrate(connection: pg.ClientConfig, clickhouse: OpenClickHouse, log: Log): Promise<void> {
  const folder = join(projectRoot, 'migrations')
  try {
    await migratePostgres(connection, join(folder, 'postgres'), log, async () => {
      await migrateClickHouse(clickhouse, join(folder, 'clickhouse'), log)
    })
  } catch (cause) {
    if (isRefusal(cause))
      throw new SettingsError('ClickHouse at CLICKHOUSE_URL cannot be reached, or is too slow.', { cause })
    if (!(cause instanceof Error) || !isUnreachable(cause)) throw cause
    throw new SettingsError(`PostgreSQL at DATABASE_URL cannot be reached: ${cause.message || cause.code}.`, { cause })
  }
}

/** No connection, no such database, or wrong credentials. */
function isUnreachable(error: Error): error is Error & { code: string } {
  return 'code' in error && typeof error.code === 'string' && /^(E[A-Z]+|28...|3D...|08...)$/.test(error.code)
}
