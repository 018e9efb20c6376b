import { join } from 'node:path'
import type pg from 'pg'
import { assertRing } from '#src/keys/key/ring.ts'
import type { Backup } from '#src/platform/backup/folder.ts'
import { assertFilesFree, restoreFiles } from '#src/platform/backup/restore-files.ts'
import {
  historyToRestore,
  partOf,
  type RestoreContext,
  type RestoredStore,
  tablesToRestore,
} from '#src/platform/backup/restored-stores.ts'
import { assertSchemas } from '#src/platform/backup/schema.ts'
import { createKeyring, sandboxRing } from '#src/platform/data-dir/keyring.ts'
import type { Log, Postgres } from '#src/platform/platform.ts'
import { type Config, mailSettings, SettingsError, storeSettings } from '#src/platform/settings.ts'
import { openClickHouse } from '#src/platform/stores/clickhouse.ts'
import { inSession, openPostgres } from '#src/platform/stores/postgres.ts'
import { connectionOf, projectRoot } from '../open-platform.ts'
import { takeDataDir } from '../own-engines.ts'
import type { Stores } from './make-backup.ts'

export type RestoreOptions = {
  log: Log
  signal: AbortSignal
  progress: (line: string) => void
  /** What is filled; `files`: those of DATA_DIR with the key ring. */
  parts: Stores & { files: boolean }
  /** When all is there. */
  finish: (postgres: Postgres) => Promise<void>
}

/** Loads a backup into the empty stores and the empty DATA_DIR of a configuration. Its files have been verified. */
export async function restoreBackup(config: Config, backup: Backup, options: RestoreOptions): Promise<void> {
  const { settings, secrets } = config
  const { log, signal, progress, parts } = options
  const { dataDir } = settings
  const { databaseUrl, clickhouseUrl } = secrets.of(storeSettings)
  const migrations = join(projectRoot, 'migrations')
  await assertSchemas(backup.manifest, migrations)
  await using stack = new AsyncDisposableStack()
  stack.use(await takeDataDir(settings, secrets))
  const connection = await connectionOf(stack, dataDir, databaseUrl, { log, signal, progress })
  await inSession(connection, async (client) => {
    const ctx: RestoreContext = { backup, migrations, log, signal, progress }
    const tables = parts.postgres ? tablesToRestore(ctx, partOf(backup, 'postgres'), { client, connection }) : null
    const history = parts.clickhouse
      ? await openHistory(stack, ctx, { dataDir, clickhouseUrl, cluster: settings.clickhouseCluster })
      : null
    const isBegun = await assertFree(config, tables, history)
    const place = { dataDir, ring: secrets.of(mailSettings).keyring }
    if (parts.files) await assertFilesFree(backup, place, isBegun)
    await tables?.begin()
    await history?.begin()
    await history?.fill()
    await tables?.fill()
    await tables?.complete()
    await history?.complete()
    if (parts.files) await restoreFiles(backup, place)
    if (tables) await finish(config, connection, options)
    await history?.end()
    await tables?.end()
  })
}

type HistoryPlace = { dataDir: string; clickhouseUrl: string | null; cluster: string | null }

async function openHistory(
  stack: AsyncDisposableStack,
  ctx: RestoreContext,
  { dataDir, clickhouseUrl, cluster }: HistoryPlace,
): Promise<RestoredStore> {
  const clickhouse = await openClickHouse(
    clickhouseUrl
      ? { kind: 'url', url: clickhouseUrl, cluster }
      : { kind: 'embedded', path: join(dataDir, 'clickhouse') },
  )
  return historyToRestore(ctx, partOf(ctx.backup, 'clickhouse'), stack.use(clickhouse))
}

/** Refuses stores that hold something else; whether a restore that was interrupted is to be begun again. */
async function assertFree(
  { settings: { dataDir, hasDatabaseUrl, hasClickhouseUrl } }: Config,
  tables: RestoredStore | null,
  history: RestoredStore | null,
): Promise<boolean> {
  const place = await tables?.place()
  if (place === 'used') throw notEmpty(hasDatabaseUrl ? 'DATABASE_URL' : join(dataDir, 'postgres'))
  // PostgreSQL is the last to forget a restore.
  if (place !== 'begun' && (await history?.place()) === 'used')
    throw notEmpty(hasClickhouseUrl ? 'CLICKHOUSE_URL' : join(dataDir, 'clickhouse'))
  return place === 'begun'
}

function notEmpty(place: string): SettingsError {
  const is = place.endsWith('_URL') ? `The database of ${place} has tables` : `${place} holds a database`
  const other = place.endsWith('_URL') ? `set ${place} to an empty database` : 'set DATA_DIR to a new folder'
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
