import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { isRefusal } from '#src/contract/errors.ts'
import { assertRing } from '#src/keys/key/ring.ts'
import { loadTradingDays } from '#src/market/trading-days/follow.ts'
import { loadCatalogue } from '#src/plans/editions/follow.ts'
import { systemClock } from '#src/platform/clock.ts'
import { lockDataDir } from '#src/platform/data-dir/data-dir-lock.ts'
import { createKeyring, sandboxRing } from '#src/platform/data-dir/keyring.ts'
import { assertRoom, StorageGuard } from '#src/platform/data-dir/storage-guard.ts'
import { damagedHistory } from '#src/platform/engines/damaged-files.ts'
import { assertVersion } from '#src/platform/engines/engine-versions.ts'
import { MemoryHoldings } from '#src/platform/limits/holdings.ts'
import { RedisHoldings } from '#src/platform/limits/holdings-redis.ts'
import { MemoryLimiter } from '#src/platform/limits/limiter.ts'
import { type OnShared, RedisLimiter } from '#src/platform/limits/limiter-redis.ts'
import { createMail } from '#src/platform/mail/mail.ts'
import { LoopWatch } from '#src/platform/metrics/loop-watch.ts'
import { Metrics } from '#src/platform/metrics/metrics.ts'
import type { Log, Platform } from '#src/platform/platform.ts'
import { cryptoRandom } from '#src/platform/random.ts'
import {
  type Config,
  mailSettings,
  monitoringSettings,
  type Secrets,
  type Settings,
  SettingsError,
  storeSettings,
} from '#src/platform/settings.ts'
import { migrateClickHouse, type OpenClickHouse, openClickHouse } from '#src/platform/stores/clickhouse.ts'
import { migratePostgres } from '#src/platform/stores/migrations.ts'
import { type OpenPostgres, openPostgres } from '#src/platform/stores/postgres.ts'
import { startEmbeddedPostgres } from '#src/platform/stores/postgres-embedded.ts'
import { MemoryTape } from '#src/platform/tape/tape-memory.ts'
import { RedisTape } from '#src/platform/tape/tape-redis.ts'
import { type OpenTracing, openTracing, readHeaders } from '#src/platform/tracing/open-tracing.ts'
import { tracedClickHouse } from '#src/platform/tracing/traced-clickhouse.ts'
import packageJson from '../../package.json' with { type: 'json' }

export const projectRoot = resolve(import.meta.dirname, '../..')

export type OpenedPlatform = Platform &
  AsyncDisposable & {
    postgres: OpenPostgres
    clickhouse: OpenClickHouse
    /** Null without Redis. */
    pingRedis: (() => Promise<void>) | null
  }

export type OpenOptions = {
  log: Log
  signal: AbortSignal
  progress: (line: string) => void
  /** Hears what this process has to do without, by part; nothing: it is whole again. */
  degrade?: (part: string, reasons: readonly string[]) => void
}

/** Takes the data directory, starts or reaches the stores, brings them up to date. Disposing undoes it in reverse. */
export async function openPlatform({ settings, secrets }: Config, options: OpenOptions): Promise<OpenedPlatform> {
  const { log, signal, degrade = () => undefined } = options
  const metrics = new Metrics()
  const loop = new LoopWatch(log, metrics)
  await using stack = new AsyncDisposableStack()
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 }).catch((cause: NodeJS.ErrnoException) => {
    throw new SettingsError(`DATA_DIR ${settings.dataDir} cannot be created: ${cause.code}.`, { cause })
  })
  const tracing = await tracingOf(settings, secrets, log)
  if (tracing) stack.use(tracing)
  const { databaseUrl, clickhouseUrl, redisUrl } = secrets.of(storeSettings)
  if (!databaseUrl || !clickhouseUrl) await assertRoom(settings.dataDir)
  stack.use(await lockDataDir(settings.dataDir))
  const storage = stack.use(new StorageGuard(settings.dataDir, log))
  await storage.look()
  const keyring = createKeyring(secrets.of(mailSettings).keyring ?? sandboxRing(settings.dataDir))
  signal.throwIfAborted()

  options.progress('Starting PostgreSQL')
  const connection = await connectionOf(stack, settings.dataDir, databaseUrl, options)
  signal.throwIfAborted()
  options.progress('Opening ClickHouse')
  const historyPath = join(settings.dataDir, 'clickhouse')
  const clickhouse = stack.use(
    await openClickHouse(
      clickhouseUrl ? { kind: 'url', url: clickhouseUrl } : { kind: 'embedded', path: historyPath },
      storage,
      loop.mark,
    ).catch((cause: unknown) => Promise.reject(clickhouseUrl ? cause : damagedHistory(historyPath, cause))),
  )
  signal.throwIfAborted()
  options.progress('Bringing the tables up to date')
  await migrate(connection, clickhouse, { log, historyPath: clickhouseUrl ? null : historyPath })
  signal.throwIfAborted()
  const onStatement = tracing?.noteStatement
  const postgres = stack.use(openPostgres({ connection, log, onAnswer: loop.mark, onStatement }))
  await assertRing({ postgres, keyring, settings })
  const shared = await openShared(stack, redisUrl, log, sharing(metrics, degrade))
  const platform = {
    settings,
    log,
    clock: systemClock,
    random: cryptoRandom,
    postgres,
    clickhouse: onStatement ? tracedClickHouse(clickhouse, onStatement) : clickhouse,
    ...shared,
    mail: createMail(settings.hasSmtpUrl ? 'smtp' : 'mailbox', { keyring, clock: systemClock }),
    keyring,
    metrics,
    loop,
    tracing,
    storage,
    kept: new Map<string, unknown>(),
  }
  await loadCatalogue(platform)
  await loadTradingDays(platform)
  const owned = stack.move()
  return { ...platform, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function tracingOf(settings: Settings, secrets: Secrets, log: Log): Promise<OpenTracing | null> {
  if (settings.otlpEndpoint === null) return null
  return openTracing({
    endpoint: settings.otlpEndpoint,
    headers: readHeaders(secrets.of(monitoringSettings).otlpHeaders),
    resource: {
      'service.name': 'tapewire',
      'service.version': packageJson.version,
      'tapewire.roles': settings.roles.join(','),
    },
    onFailure: (cause) => log.warn('traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT', { cause }),
  })
}

/** Says in figures and health whether limits are counted with the other processes. */
function sharing(metrics: Metrics, degrade: NonNullable<OpenOptions['degrade']>): OnShared {
  const gauge = metrics.gauge('tapewire_limits_shared', '1 while limits are counted with the other processes.')
  gauge.set(1)
  return (isShared) => {
    gauge.set(isShared ? 1 : 0)
    degrade('redis', isShared ? [] : ['Redis does not answer: this process counts limits alone'])
  }
}

/** The tape and the counters: in this process, or in Redis for all. */
async function openShared(
  stack: AsyncDisposableStack,
  redisUrl: string | null,
  log: Log,
  onShared: OnShared,
): Promise<Pick<OpenedPlatform, 'tape' | 'limiter' | 'holdings' | 'pingRedis'>> {
  if (!redisUrl) {
    return {
      tape: new MemoryTape(systemClock),
      limiter: new MemoryLimiter(systemClock),
      holdings: new MemoryHoldings(),
      pingRedis: null,
    }
  }
  const tape = stack.use(new RedisTape(redisUrl, systemClock, log))
  const version = await tape.version().catch((cause: unknown) => {
    throw new SettingsError('Redis at REDIS_URL cannot be reached. Start it, or leave REDIS_URL out.', { cause })
  })
  assertVersion('Redis', version)
  return {
    tape,
    limiter: stack.use(await RedisLimiter.open(redisUrl, systemClock, log, { onShared })),
    holdings: stack.use(await RedisHoldings.open(redisUrl, log)),
    pingRedis: () => tape.ping(),
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

/** `historyPath`: of the embedded history. */
async function migrate(
  connection: pg.ClientConfig,
  clickhouse: OpenClickHouse,
  { log, historyPath }: { log: Log; historyPath: string | null },
): Promise<void> {
  const folder = join(projectRoot, 'migrations')
  try {
    await migratePostgres(connection, join(folder, 'postgres'), log, async (isNew) => {
      await migrateClickHouse(clickhouse, join(folder, 'clickhouse'), log, isNew).catch((cause: unknown) => {
        if (historyPath === null || isRefusal(cause) || cause instanceof SettingsError) throw cause
        throw damagedHistory(historyPath, cause)
      })
    })
  } catch (cause) {
    if (isRefusal(cause))
      throw new SettingsError(
        historyPath === null
          ? 'ClickHouse at CLICKHOUSE_URL cannot be reached, or is too slow.'
          : `The embedded ClickHouse in ${historyPath} does not answer in time. Start again when the disk has less to do.`,
        { cause },
      )
    if (!(cause instanceof Error) || !isUnreachable(cause)) throw cause
    throw new SettingsError(`PostgreSQL at DATABASE_URL cannot be reached: ${cause.message || cause.code}.`, { cause })
  }
}

/** No connection, no such database, or wrong credentials. */
function isUnreachable(error: Error): error is Error & { code: string } {
  return 'code' in error && typeof error.code === 'string' && /^(E[A-Z]+|28...|3D...|08...)$/.test(error.code)
}
