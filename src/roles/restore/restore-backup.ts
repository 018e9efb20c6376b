import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { assertRing } from '#src/keys/key/ring.ts'
import type { OpenedBackup } from '#src/platform/backup/encrypted-backup.ts'
import { freshWorkFolder } from '#src/platform/backup/places/work-folder.ts'
import { assertFilesFree, restoreFiles } from '#src/platform/backup/restore-files.ts'
import {
  historyToRestore,
  partOf,
  type RestoreContext,
  statesOf,
  type Target,
  tablesToRestore,
} from '#src/platform/backup/restored-stores.ts'
import { assertSchemas } from '#src/platform/backup/schema.ts'
import { isInstalled, isUnused } from '#src/platform/backup/stores/installed-store.ts'
import { createKeyring, sandboxRing } from '#src/platform/data-dir/keyring.ts'
import { projectRoot } from '#src/platform/installation/project-root.ts'
import type { Log, Postgres } from '#src/platform/platform.ts'
import { type Config, mailSettings, type Settings, SettingsError, storeSettings } from '#src/platform/settings.ts'
import { type OpenClickHouse, openClickHouse } from '#src/platform/stores/clickhouse.ts'
import { inSession, openPostgres } from '#src/platform/stores/postgres.ts'
import type { Stores } from '../backup/make-backup.ts'
import { connectionOf } from '../open-platform.ts'
import { acquireDataDir, startDatabase } from '../stores/own-engines.ts'

export type RestoreOptions = {
  log: Log
  signal: AbortSignal
  progress: (line: string) => void
  /** `files`: the files of DATA_DIR with the key ring. */
  include: Stores & { files: boolean }
  /** Whether the rows of history are counted after the load. No other process may use the engine then. */
  isCounted?: boolean
  /** Called when the target was found to be empty, before anything is written. Throws for a damaged backup. */
  verify: () => Promise<void>
  finish: (postgres: Postgres) => Promise<void>
}

/** Verifies a backup and loads it into the empty stores and the empty DATA_DIR of a configuration. */
export async function restoreBackup(config: Config, backup: OpenedBackup, options: RestoreOptions): Promise<void> {
  const { settings, secrets } = config
  const { log, signal, progress, include } = options
  const migrations = join(projectRoot, 'migrations')
  await assertSchemas(backup.manifest, migrations)
  const isVerified = include.files && (await discardUnused(config, options))
  await onTarget(config, options, async (target) => {
    await using work = await freshWorkFolder(settings.dataDir)
    const { isCounted = false } = options
    const ctx: RestoreContext = { backup, workFolder: work.path, migrations, log, signal, progress, isCounted }
    const tables = include.postgres ? tablesToRestore(ctx, partOf(backup, 'postgres'), target) : null
    const history = target.history && historyToRestore(ctx, partOf(backup, 'clickhouse'), target.history)
    const isBegun = await assertFree(config, include, target)
    const filesTarget = { dataDir: settings.dataDir, ring: secrets.of(mailSettings).keyring }
    if (include.files) await assertFilesFree(backup, filesTarget, isBegun)
    if (!isVerified) await options.verify()
    await tables?.begin()
    await history?.begin()
    await history?.fill()
    await tables?.fill()
    await tables?.complete()
    await history?.complete()
    if (include.files) await restoreFiles(backup, filesTarget)
    if (tables) await finish(config, target.connection, options)
    await history?.end()
    await tables?.end()
  })
}

/**
 * Removes embedded stores and a key ring that nobody has used, such as those of a first start on a new machine.
 * Verifies the backup first. Returns whether anything was removed.
 */
async function discardUnused(config: Config, options: RestoreOptions): Promise<boolean> {
  const { dataDir, hasDatabaseUrl, hasClickhouseUrl } = config.settings
  if (hasDatabaseUrl || hasClickhouseUrl || !(await isInstalled(config))) return false
  await using lock = await acquireDataDir(config.settings, config.secrets, options)
  {
    await using database = await startDatabase(dataDir, { ...options, lock })
    if (!(await inSession(database.connection, options.log, isUnused))) return false
  }
  await options.verify()
  for (const name of ['postgres', 'clickhouse', 'keyring'])
    await rm(join(dataDir, name), { recursive: true, force: true })
  return true
}

type TargetOptions = Pick<RestoreOptions, 'log' | 'signal' | 'progress'> & { include: Stores }

/** Refuses stores with data, before a backup is made for them. */
export async function assertTargetFree(config: Config, options: TargetOptions): Promise<void> {
  await onTarget(config, options, async (target) => void (await assertFree(config, options.include, target)))
}

/**
 * Like `assertTargetFree`, for a dry run. It leaves out embedded stores, because opening them would create them, and
 * checks nothing if PostgreSQL is embedded.
 */
export async function assertServersFree(config: Config, options: TargetOptions): Promise<void> {
  const { hasDatabaseUrl, hasClickhouseUrl } = config.settings
  const { postgres, clickhouse } = options.include
  if (hasDatabaseUrl)
    await assertTargetFree(config, { ...options, include: { postgres, clickhouse: clickhouse && hasClickhouseUrl } })
}

async function onTarget(
  config: Config,
  options: TargetOptions,
  work: (target: Target) => Promise<void>,
): Promise<void> {
  const { settings, secrets } = config
  const { databaseUrl, databaseDirectUrl, clickhouseUrl } = secrets.of(storeSettings)
  await using stack = new AsyncDisposableStack()
  const lock = stack.use(await acquireDataDir(settings, secrets, options))
  const connection = await connectionOf(stack, settings.dataDir, databaseDirectUrl ?? databaseUrl, {
    ...options,
    lock,
  })
  await inSession(connection, options.log, async (client) => {
    const history = options.include.clickhouse ? stack.use(await openHistory(settings, clickhouseUrl)) : null
    await work({ client, connection, history })
  })
}

function openHistory({ dataDir, clickhouseCluster: cluster }: Settings, url: string | null): Promise<OpenClickHouse> {
  return openClickHouse(url ? { kind: 'url', url, cluster } : { kind: 'embedded', path: join(dataDir, 'clickhouse') })
}

/** Refuses stores with other data. Returns whether an interrupted restore must start over. */
async function assertFree(
  { settings: { dataDir, hasDatabaseUrl, hasClickhouseUrl } }: Config,
  include: Stores,
  target: Target,
): Promise<boolean> {
  const states = statesOf(target)
  const state = include.postgres ? await states.tables() : null
  if (state === 'used') throw notEmpty(hasDatabaseUrl ? 'DATABASE_URL' : join(dataDir, 'postgres'))
  // PostgreSQL's marker of a restore is removed last.
  if (state === 'begun') return true
  const history = await states.history()
  if (history === 'used') throw notEmpty(hasClickhouseUrl ? 'CLICKHOUSE_URL' : join(dataDir, 'clickhouse'))
  return !include.postgres && history === 'begun'
}

function notEmpty(location: string): SettingsError {
  const is = location.endsWith('_URL') ? `The database of ${location} has tables` : `${location} holds a database`
  const other = location.endsWith('_URL') ? `set ${location} to an empty database` : 'set DATA_DIR to a new folder'
  return new SettingsError(`${is} already, and a restore needs an empty place: ${other}.`)
}

async function finish(
  { settings, secrets }: Config,
  connection: pg.ClientConfig,
  options: RestoreOptions,
): Promise<void> {
  const keyring = createKeyring(secrets.of(mailSettings).keyring ?? sandboxRing(settings.dataDir))
  await using postgres = openPostgres({ connection, log: options.log })
  await assertRing({ postgres, keyring, settings })
  await options.finish(postgres)
}
