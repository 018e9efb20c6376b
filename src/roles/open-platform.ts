import { join } from 'node:path'
import type pg from 'pg'
import { loadBrand } from '#src/brand/follow.ts'
import { minuteMs } from '#src/contract/time.ts'
import { assertRing, markRing } from '#src/keys/key/ring.ts'
import { archiveSettings } from '#src/market/settings.ts'
import { measureTape } from '#src/market/tape-metrics.ts'
import { openArchive } from '#src/market/tick-archive/files/open-files.ts'
import { loadTradingDays } from '#src/market/trading-days/follow.ts'
import { loadCatalogue } from '#src/plans/editions/follow.ts'
import { keepPlaces, keyOf } from '#src/platform/backup/places/open-place.ts'
import type { ChdbHttp } from '#src/platform/chdb/http-interface.ts'
import { systemClock } from '#src/platform/clock.ts'
import { createKeyring, followRing, sandboxRing } from '#src/platform/data-dir/keyring.ts'
import { freeBytesAt, StorageGuard } from '#src/platform/data-dir/storage-guard.ts'
import { damagedHistory } from '#src/platform/engines/damaged-files.ts'
import { storeClocks } from '#src/platform/engines/store-clocks.ts'
import { type StoreProbes, storeProbes } from '#src/platform/engines/store-probes.ts'
import { readTlsFiles } from '#src/platform/engines/tls-files.ts'
import { waitFor } from '#src/platform/engines/wait.ts'
import { projectRoot } from '#src/platform/installation/project-root.ts'
import { createMail } from '#src/platform/mail/mail.ts'
import { LoopWatch } from '#src/platform/metrics/loop-watch.ts'
import { Metrics } from '#src/platform/metrics/metrics.ts'
import type { Log, Platform } from '#src/platform/platform.ts'
import {
  type ChildConfig,
  endNow,
  type OtherEnds,
  otherEnds,
  type StoreAddresses,
  startedProcesses,
  storesOfData,
} from '#src/platform/processes/process.ts'
import { answerHere, dataProcess } from '#src/platform/processes/question.ts'
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
import { type ClickHouseAddress, type OpenClickHouse, openClickHouse } from '#src/platform/stores/clickhouse.ts'
import { type OpenPostgres, openPostgres } from '#src/platform/stores/postgres.ts'
import { storeTime } from '#src/platform/stores/versions.ts'
import type { TapeLayout } from '#src/platform/tape/layout.ts'
import { type OpenTracing, openTracing } from '#src/platform/tracing/open-tracing.ts'
import { tracedClickHouse } from '#src/platform/tracing/traced-clickhouse.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { explainUnreachable, migrateStores } from './stores/migrate-stores.ts'
import { acquireDataDir, makeDataDir, startDatabase } from './stores/own-engines.ts'
import { openOwn } from './stores/shared-state.ts'

const diskFull = 'disk: changes are refused until there is space where DATA_DIR is'

export type OpenedPlatform = Platform &
  AsyncDisposable & {
    postgres: OpenPostgres
    clickhouse: OpenClickHouse
    /** The probes of the stores that this process uses. Of the embedded engines, only PostgreSQL needs a probe. */
    probes: StoreProbes
    tapeLayout: TapeLayout | null
    /** The addresses of the stores, for another process. */
    stores: StoreAddresses
  }

/**
 * The limit of a wait for a store. An embedded engine reads its parts at the start, and a server may be starting, too.
 */
const openMsMax = 10 * minuteMs

export type OpenOptions = {
  log: Log
  signal: AbortSignal
  progress: (line: string) => void
  /** Called with the reasons why a component is degraded; without reasons, the component works again. */
  degrade?: (component: string, reasons: readonly string[]) => void
  /** The configuration of a child process. Null: the process has no supervisor and opens its own stores. */
  child?: ChildConfig | null
  /** Whether other processes use the stores of this process. */
  isShared?: boolean
}

/** Locks the data directory, starts or connects to the stores, and migrates them. Disposing undoes this in reverse. */
export async function openPlatform({ settings, secrets }: Config, options: OpenOptions): Promise<OpenedPlatform> {
  const { log, signal, degrade = () => undefined, child = null, isShared = false } = options
  const metrics = new Metrics()
  const loop = new LoopWatch(log, metrics)
  const kept = new Map<string, unknown>()
  await using stack = new AsyncDisposableStack()
  await makeDataDir(settings.dataDir)
  const tracing = await tracingOf(settings, secrets, log)
  if (tracing) stack.use(tracing)
  const { databaseUrl, databaseDirectUrl, clickhouseUrl, redisUrl } = secrets.of(storeSettings)
  // The supervisor has locked the directory for its children.
  const lock = child ? null : stack.use(await acquireDataDir(settings, secrets, options))
  const ends: OtherEnds = lock?.isAfterKill ? { start: endNow(null) } : {}
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

  const onEnd = (code: number | null) => {
    ends.postgres = endNow(code)
  }
  const connection =
    child?.postgres ?? (await connectionOf(stack, settings.dataDir, databaseUrl, { ...options, lock, onEnd }))
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
  // The data process migrates the tables before the other processes begin.
  if (storesOfData(child) === null) {
    options.progress('Bringing the tables up to date')
    const database = { pooled: connection, direct: direct ?? connection }
    if (databaseUrl) await explainUnreachable(() => assertSessions(database, log))
    const folder = join(projectRoot, 'migrations')
    await migrateStores(database.direct, clickhouse, { folder, log, signal, historyPath })
    signal.throwIfAborted()
  }
  const onStatement = tracing?.noteStatement
  const keepsPlans = databaseUrl === null
  const postgres = stack.use(openPostgres({ connection, direct, log, keepsPlans, onAnswer: loop.mark, onStatement }))
  await markRing(postgres.db, keyring, systemClock.now())
  await assertRing({ postgres, keyring, settings })
  const shared = redisUrl
    ? await waitFor({ for: 'Redis at REDIS_URL', ...opening }, async () => {
        // The client is loaded only if it is needed.
        const { openRedis } = await import('./stores/redis-state.ts')
        return openRedis(stack, { redisUrl, settings, log, metrics, degrade })
      })
    : openOwn(stack, storesOfData(child), { settings, log })
  const storesPath = child?.storesPath ?? privateSocketPath(settings.dataDir, 'stores')
  const isServing = child?.name === 'data' ? historyPath !== null || !redisUrl : isShared && historyPath !== null
  if (isServing) {
    const history = historyPath === null ? null : stack.use(await openHistoryServer(historyPath))
    const ask = (name: string, input: unknown) => answerHere({ kept }, name, input)
    stack.use(await serveStores(storesPath, { ...shared, history, ask }, log))
  }
  measureTape(shared.tape, metrics)
  const { redis, ask, ...counters } = shared
  const probeRedis = redis && (() => redis.probe())
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
    kept,
    stores: { postgres: databaseUrl ? null : connection, storesPath },
  }
  if (!child) {
    startedProcesses.set(platform, [])
    otherEnds.set(platform, ends)
  }
  if (ask) dataProcess.set(platform, ask)
  storeProbes.set(platform, probes)
  const times = { postgres: async () => [await storeTime(postgres.db)], redis: redis && (() => redis.times()) }
  storeClocks.set(platform, { PostgreSQL: times.postgres, ...(times.redis && { Redis: times.redis }) })
  await loadCatalogue(platform)
  await loadBrand(platform)
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
    headers: secrets.of(monitoringSettings).otlpHeaders ?? {},
    resource: {
      'service.name': 'tapewire',
      'service.version': packageJson.version,
      'tapewire.roles': settings.roles.join(','),
    },
    onFailure: (cause) => log.warn('traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT', { cause }),
  })
}

function historyAddress(
  { dataDir, clickhouseCluster: cluster }: Settings,
  url: string | null,
  child: ChildConfig | null,
): ClickHouseAddress {
  if (url) return { kind: 'url', url, cluster }
  const path = join(dataDir, 'clickhouse')
  const socket = storesOfData(child)
  if (socket !== null) return { kind: 'socket', path: socket, spool: `${path}.spool` }
  return { kind: 'embedded', path }
}

async function openHistoryServer(path: string): Promise<ChdbHttp> {
  const { ChdbHttp } = await import('#src/platform/chdb/http-interface.ts')
  return ChdbHttp.open(path)
}

/** The connection to PostgreSQL. Without a `databaseUrl`, the embedded server is started. */
export async function connectionOf(
  stack: AsyncDisposableStack,
  dataDir: string,
  databaseUrl: string | null,
  options: Parameters<typeof startDatabase>[1],
): Promise<pg.ClientConfig> {
  if (databaseUrl) return addressOf(databaseUrl, 'DATABASE_URL')
  return stack.use(await startDatabase(dataDir, options)).connection
}

/** The driver reads the TLS files itself. Here a missing file is refused with a readable error. */
function addressOf(url: string, setting: string): pg.ClientConfig {
  readTlsFiles(url, setting)
  return { connectionString: url }
}
