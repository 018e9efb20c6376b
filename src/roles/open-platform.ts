import { join, resolve } from 'node:path'
import type pg from 'pg'
import { isRefusal } from '#src/contract/errors.ts'
import { assetClasses } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import { assertRing, markRing } from '#src/keys/key/ring.ts'
import { archiveSettings } from '#src/market/settings.ts'
import { marketForm } from '#src/market/tape-form.ts'
import { measureTape } from '#src/market/tape-metrics.ts'
import { openArchive } from '#src/market/tick-archive/files/open-files.ts'
import { loadTradingDays } from '#src/market/trading-days/follow.ts'
import { loadCatalogue } from '#src/plans/editions/follow.ts'
import { keepPlaces, keyOf } from '#src/platform/backup/places/open-place.ts'
import type { ChdbHttp } from '#src/platform/chdb/http-interface.ts'
import { systemClock } from '#src/platform/clock.ts'
import type { DataDirLock } from '#src/platform/data-dir/data-dir-lock.ts'
import { createKeyring, followRing, sandboxRing } from '#src/platform/data-dir/keyring.ts'
import { freeBytesAt, StorageGuard } from '#src/platform/data-dir/storage-guard.ts'
import { damagedHistory } from '#src/platform/engines/damaged-files.ts'
import { assertVersion } from '#src/platform/engines/engine-versions.ts'
import { type Probe, type StoreProbes, storeProbes } from '#src/platform/engines/store-probes.ts'
import { readTlsFiles } from '#src/platform/engines/tls-files.ts'
import { waitFor } from '#src/platform/engines/wait.ts'
import { MemoryHoldings } from '#src/platform/limits/holdings.ts'
import { RedisHoldings } from '#src/platform/limits/holdings-redis.ts'
import { MemoryLimiter } from '#src/platform/limits/limiter.ts'
import { type OnShared, RedisLimiter } from '#src/platform/limits/limiter-redis.ts'
import { createMail } from '#src/platform/mail/mail.ts'
import { LoopWatch } from '#src/platform/metrics/loop-watch.ts'
import { Metrics } from '#src/platform/metrics/metrics.ts'
import type { Log, Platform } from '#src/platform/platform.ts'
import type { ChildConfig, StoreAddresses } from '#src/platform/processes/process.ts'
import { SocketLimiter } from '#src/platform/processes/socket-limiter.ts'
import { SocketTape } from '#src/platform/processes/socket-tape.ts'
import { StoresClient } from '#src/platform/processes/stores-client.ts'
import { serveStores } from '#src/platform/processes/stores-server.ts'
import { cryptoRandom } from '#src/platform/random.ts'
import { privateSocketPath } from '#src/platform/server/private-socket.ts'
import { assertSessions } from '#src/platform/sessions/session-proof-store.ts'
import {
  type Config,
  mailSettings,
  monitoringSettings,
  type Secrets,
  type Settings,
  SettingsError,
  storeSettings,
} from '#src/platform/settings.ts'
import {
  type ClickHouseAddress,
  migrateClickHouse,
  type OpenClickHouse,
  openClickHouse,
} from '#src/platform/stores/clickhouse.ts'
import { assertNoHistory } from '#src/platform/stores/history-state.ts'
import { migratePostgres, type SchemaState } from '#src/platform/stores/migrations.ts'
import { type OpenPostgres, openPostgres } from '#src/platform/stores/postgres.ts'
import { TapeLayout } from '#src/platform/tape/layout.ts'
import { MemoryTape } from '#src/platform/tape/tape-memory.ts'
import { RedisTape, redisTapeDefaults } from '#src/platform/tape/tape-redis.ts'
import { type OpenTracing, openTracing, readHeaders } from '#src/platform/tracing/open-tracing.ts'
import { tracedClickHouse } from '#src/platform/tracing/traced-clickhouse.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { acquireDataDir, makeDataDir, startDatabase } from './own-engines.ts'

const diskFull = 'disk: changes are refused until there is space where DATA_DIR is'

export const projectRoot = resolve(import.meta.dirname, '../..')

export type OpenedPlatform = Platform &
  AsyncDisposable & {
    postgres: OpenPostgres
    clickhouse: OpenClickHouse
    /** The probes of the stores that this process uses; the embedded engines besides PostgreSQL need none. */
    probes: StoreProbes
    tapeLayout: TapeLayout | null
    /** The addresses of the stores for a further process. */
    stores: StoreAddresses
  }

/** An embedded engine reads its parts at the start, and a server may be starting as well. */
const openMsMax = 10 * minuteMs

export type OpenOptions = {
  log: Log
  signal: AbortSignal
  progress: (line: string) => void
  /** Called with the reasons why a component is degraded; without reasons: it works again. */
  degrade?: (component: string, reasons: readonly string[]) => void
  /** The configuration of a child process. Null: the process runs without a supervisor and opens its own stores. */
  child?: ChildConfig | null
  /** Whether further processes use the stores of this one. */
  isShared?: boolean
}

/** Locks the data directory, starts or connects to the stores, and migrates them. Disposing undoes this in reverse. */
export async function openPlatform({ settings, secrets }: Config, options: OpenOptions): Promise<OpenedPlatform> {
  const { log, signal, degrade = () => undefined, child = null, isShared = false } = options
  const metrics = new Metrics()
  const loop = new LoopWatch(log, metrics)
  await using stack = new AsyncDisposableStack()
  await makeDataDir(settings.dataDir)
  const tracing = await tracingOf(settings, secrets, log)
  if (tracing) stack.use(tracing)
  const { databaseUrl, databaseDirectUrl, clickhouseUrl, redisUrl } = secrets.of(storeSettings)
  // The supervisor has locked the directory for its children.
  const lock = child ? null : stack.use(await acquireDataDir(settings, secrets, options))
  const storage = stack.use(
    new StorageGuard(settings.dataDir, log, freeBytesAt, (full) => degrade('disk', full ? [diskFull] : [])),
  )
  await storage.check()
  const keyring = createKeyring(secrets.of(mailSettings).keyring ?? sandboxRing(settings.dataDir))
  if (child && !settings.hasKeyring) {
    const onFailure = (cause: unknown) => log.warn('the changed key ring cannot be read', { cause })
    stack.use(followRing(keyring, settings.dataDir, onFailure))
  }
  signal.throwIfAborted()

  const connection = child?.postgres ?? (await connectionOf(stack, settings.dataDir, databaseUrl, { ...options, lock }))
  const direct = databaseDirectUrl === null ? null : addressOf(databaseDirectUrl, 'DATABASE_DIRECT_URL')
  signal.throwIfAborted()
  options.progress('Opening ClickHouse')
  const address = historyAddress(settings, clickhouseUrl, child)
  const historyPath = address.kind === 'embedded' ? address.path : null
  const history = historyPath === null ? 'ClickHouse at CLICKHOUSE_URL' : `the embedded ClickHouse in ${historyPath}`
  const opening = { limitMs: openMsMax, log }
  const clickhouse = stack.use(
    await waitFor({ for: history, ...opening }, () => openClickHouse(address, storage, loop.mark)).catch(
      (cause: unknown) =>
        Promise.reject(
          historyPath === null || cause instanceof SettingsError ? cause : damagedHistory(historyPath, cause),
        ),
    ),
  )
  signal.throwIfAborted()
  // The data process has migrated the tables before the site process begins.
  if (child?.name !== 'site') {
    options.progress('Bringing the tables up to date')
    const database = { pooled: connection, direct: direct ?? connection }
    if (databaseUrl) await explainUnreachable(() => assertSessions(database, log))
    await migrate(database.direct, clickhouse, { log, signal, historyPath })
    signal.throwIfAborted()
  }
  const onStatement = tracing?.noteStatement
  const postgres = stack.use(openPostgres({ connection, direct, log, onAnswer: loop.mark, onStatement }))
  await markRing(postgres.db, keyring, systemClock.now())
  await assertRing({ postgres, keyring, settings })
  const shared = redisUrl
    ? await waitFor({ for: 'Redis at REDIS_URL', ...opening }, () =>
        openRedis(stack, { redisUrl, settings, log, onShared: sharing(metrics, degrade) }),
      )
    : openOwn(stack, child?.name === 'site' ? child.storesPath : null, { settings, log })
  const storesPath = child?.storesPath ?? privateSocketPath(settings.dataDir, 'stores')
  const isServing = child?.name === 'data' ? historyPath !== null || !redisUrl : isShared && historyPath !== null
  if (isServing) {
    const history = historyPath === null ? null : stack.use(await openHistoryServer(historyPath))
    stack.use(await serveStores(storesPath, { ...shared, history }, log))
  }
  measureTape(shared.tape, metrics)
  const { probeRedis, ...counters } = shared
  const probes: StoreProbes = {
    PostgreSQL: postgres.probe,
    ...(clickhouseUrl && { ClickHouse: clickhouse.probe }),
    ...(probeRedis && { Redis: probeRedis }),
  }
  const platform = {
    settings,
    log,
    clock: systemClock,
    random: cryptoRandom,
    postgres,
    clickhouse: onStatement ? tracedClickHouse(clickhouse, onStatement) : clickhouse,
    ...counters,
    probes,
    mail: createMail(settings.hasSmtpUrl ? 'smtp' : 'mailbox', { keyring, clock: systemClock }),
    keyring,
    metrics,
    loop,
    tracing,
    storage,
    kept: new Map<string, unknown>(),
    stores: { postgres: databaseUrl ? null : connection, storesPath },
  }
  storeProbes.set(platform, probes)
  await loadCatalogue(platform)
  await loadTradingDays(platform)
  stack.use(await openArchive(platform, secrets.of(archiveSettings).secret))
  keepPlaces(platform, keyOf({ settings, secrets }))
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

/** Reports in metrics and health whether limits are counted together with the other processes. */
function sharing(metrics: Metrics, degrade: NonNullable<OpenOptions['degrade']>): OnShared {
  const gauge = metrics.gauge('tapewire_limits_shared', '1 while limits are counted with the other processes.')
  gauge.set(1)
  return (isShared) => {
    gauge.set(isShared ? 1 : 0)
    degrade('redis', isShared ? [] : ['Redis does not answer: this process counts limits alone'])
  }
}

function historyAddress(
  { dataDir, clickhouseCluster: cluster }: Settings,
  url: string | null,
  child: ChildConfig | null,
): ClickHouseAddress {
  if (url) return { kind: 'url', url, cluster }
  if (child?.name === 'site') return { kind: 'socket', path: child.storesPath }
  return { kind: 'embedded', path: join(dataDir, 'clickhouse') }
}

async function openHistoryServer(path: string): Promise<ChdbHttp> {
  const { ChdbHttp } = await import('#src/platform/chdb/http-interface.ts')
  return ChdbHttp.open(path)
}

type Shares = { settings: Settings; log: Log }
type Shared = Pick<OpenedPlatform, 'tape' | 'limiter' | 'holdings' | 'tapeLayout'> & { probeRedis: Probe | null }

/**
 * The tape and the counters in this process, or in the process at `storesPath`. Holdings stay in the process that has
 * them: sockets in the gateway, event streams in the site.
 */
function openOwn(stack: AsyncDisposableStack, storesPath: string | null, { settings, log }: Shares): Shared {
  const { tapeShards, tapeMaxBytes } = settings
  const shards = tapeShards ?? 1
  const own = { holdings: new MemoryHoldings(), probeRedis: null, tapeLayout: null }
  if (storesPath === null) {
    const tape = new MemoryTape(systemClock, tapeMaxBytes ? { retainBytes: tapeMaxBytes } : {}, shards)
    return { ...own, tape, limiter: new MemoryLimiter(systemClock) }
  }
  const stores = stack.use(new StoresClient(storesPath))
  const limiter = stack.use(new SocketLimiter(stores, systemClock, log))
  return { ...own, tape: new SocketTape(stores, systemClock, log, shards), limiter }
}

async function openRedis(
  stack: AsyncDisposableStack,
  { redisUrl, settings, log, onShared }: Shares & { redisUrl: string; onShared: OnShared },
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
    limiter: stack.use(await RedisLimiter.open(redisUrl, systemClock, log, { onShared })),
    holdings: stack.use(await RedisHoldings.open(redisUrl, log)),
    probeRedis: () => tape.probe(),
  }
}

/** The connection to PostgreSQL; the embedded server is started if there is no `databaseUrl`. */
export async function connectionOf(
  stack: AsyncDisposableStack,
  dataDir: string,
  databaseUrl: string | null,
  options: Pick<OpenOptions, 'log' | 'signal' | 'progress'> & { lock: DataDirLock | null },
): Promise<pg.ClientConfig> {
  if (databaseUrl) return addressOf(databaseUrl, 'DATABASE_URL')
  return stack.use(await startDatabase(dataDir, options)).connection
}

/** The driver reads the files of TLS itself; here a missing one is refused with a sentence. */
function addressOf(url: string, setting: string): pg.ClientConfig {
  readTlsFiles(url, setting)
  return { connectionString: url }
}

/** `historyPath`: the path of the embedded history; null for an external one. */
async function migrate(
  connection: pg.ClientConfig,
  clickhouse: OpenClickHouse,
  { log, signal, historyPath }: { log: Log; signal: AbortSignal; historyPath: string | null },
): Promise<void> {
  const folder = join(projectRoot, 'migrations')
  try {
    const explained = (cause: unknown) => {
      if (historyPath === null && cause instanceof Error && isUntrusted(cause))
        throw new SettingsError(`CLICKHOUSE_URL allows no trusted connection: ${cause.message.trim()}.`, { cause })
      if (historyPath === null || isRefusal(cause) || cause instanceof SettingsError) throw cause
      throw damagedHistory(historyPath, cause)
    }
    const others = {
      assertNew: () => assertNoHistory(clickhouse).catch(explained),
      migrate: async (state: SchemaState) => {
        await migrateClickHouse(clickhouse, join(folder, 'clickhouse'), log, state).catch(explained)
      },
    }
    await explainUnreachable(() => migratePostgres(connection, join(folder, 'postgres'), log, others, { signal }))
  } catch (cause) {
    if (isRefusal(cause))
      throw new SettingsError(
        historyPath === null
          ? 'ClickHouse at CLICKHOUSE_URL cannot be reached, or is too slow.'
          : `The embedded ClickHouse in ${historyPath} does not answer in time. Start again when the disk has less to do.`,
        { cause },
      )
    throw cause
  }
}

async function explainUnreachable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof Error) || !isUnreachable(cause)) throw cause
    throw new SettingsError(`PostgreSQL at DATABASE_URL cannot be reached: ${cause.message || cause.code}.`, { cause })
  }
}

/** Whether the error means no connection, no such database, or wrong credentials. */
function isUnreachable(error: Error): error is Error & { code: string } {
  if (isUntrusted(error) || /does not support SSL|timeout expired/.test(error.message)) return true
  return 'code' in error && typeof error.code === 'string' && /^(E[A-Z]+|28...|3D...|08...)$/.test(error.code)
}

/** Whether the certificate of a server was refused, or that of this client by a server. */
function isUntrusted(error: Error): boolean {
  return 'code' in error && /CERT|UNABLE_TO_VERIFY|^ERR_(?:SSL|TLS)/.test(String(error.code))
}
