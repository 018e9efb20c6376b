import { join } from 'node:path'
import type pg from 'pg'
import type { Log } from '../platform.ts'
import { SettingsError } from '../settings.ts'
import type { OpenClickHouse } from '../stores/clickhouse.ts'
import { migrateClickHouse } from '../stores/history/clickhouse-migrations.ts'
import { migratePostgres, noOthers } from '../stores/migrations.ts'
import { progressBar } from '../text/progress-bar.ts'
import { contentOf, type OpenedBackup, plainFile } from './encrypted-backup.ts'
import type { Manifest } from './places/manifest.ts'
import type { Backup } from './places/place.ts'
import { historyState, loadHistory, markHistoryBegun, markHistoryDone } from './stores/history-load-store.ts'
import { loadTables, markBegun, markDone, tablesState } from './stores/tables-load-store.ts'

/**
 * A store into which a backup is loaded, step by step. A marker table exists from `begin` to `end`: the product refuses
 * to start on such a store, and an interrupted restore starts over.
 */
export type RestoredStore = {
  begin(): Promise<void>
  /** Creates the tables of the backup's version and fills them. */
  fill(): Promise<void>
  /** Migrates the tables to the version of this program. */
  complete(): Promise<void>
  end(): Promise<void>
}

/** The stores to fill. `history` null: ClickHouse stays as it is. */
export type Target = { client: pg.ClientBase; connection: pg.ClientConfig; history: OpenClickHouse | null }

/** The state of each store. `used`: the store has other data. `history` is called only if its state is needed. */
export const statesOf = ({ client, history }: Target) => ({
  tables: () => tablesState(client),
  history: async () => (history ? await historyState(history) : 'empty'),
})

export type RestoreContext = {
  backup: OpenedBackup
  /** A folder for decrypted files. */
  workFolder: string
  /** The folder with the migrations of all stores. */
  migrations: string
  log: Log
  signal: AbortSignal
  progress: (line: string) => void
  /** Whether the rows of history are counted after the load. */
  isCounted?: boolean
}

export function tablesToRestore(
  ctx: RestoreContext,
  part: NonNullable<Manifest['postgres']>,
  { client, connection }: Target,
): RestoredStore {
  const folder = join(ctx.migrations, 'postgres')
  const only = new Set(part.migrations.map(({ name }) => name))
  return {
    begin: () => markBegun(client),
    async fill() {
      await migratePostgres(connection, folder, ctx.log, noOthers, { restoring: { only } })
      const tables = part.tables.map(({ table, columns, file }) => ({
        ...{ table, columns },
        content: () => contentOf(ctx.backup, file),
        rows: file.rows ?? 0,
      }))
      await loadTables(client, tables, part.sequences, (table) => ctx.progress(`PostgreSQL: ${table}`))
    },
    complete: () => migratePostgres(connection, folder, ctx.log, noOthers, { restoring: {} }).then(() => undefined),
    end: () => markDone(client),
  }
}

const ofThisRelease = { isNew: false, isOfNextRelease: false }

export function historyToRestore(
  ctx: RestoreContext,
  part: NonNullable<Manifest['clickhouse']>,
  clickhouse: OpenClickHouse,
): RestoredStore {
  const folder = join(ctx.migrations, 'clickhouse')
  const only = new Set(part.migrations.map(({ name }) => name))
  return {
    begin: () => markHistoryBegun(clickhouse),
    async fill() {
      await migrateClickHouse(clickhouse, folder, ctx.log, ofThisRelease, { only })
      const tables = part.tables.map(({ table, columns, parts }) => ({
        ...{ table, columns },
        rows: parts.flatMap(({ files }) => files).reduce((sum, { rows }) => sum + (rows ?? 0), 0),
        files: parts.flatMap(({ files }) => files.map((file) => () => plainFile(ctx.backup, file, ctx.workFolder))),
      }))
      const said = (done: number, of: number) =>
        ctx.progress(`ClickHouse: ${progressBar(done / of)}, file ${done} of ${of}`)
      await loadHistory(clickhouse, tables, { signal: ctx.signal, said, isCounted: ctx.isCounted ?? false })
    },
    complete: () => migrateClickHouse(clickhouse, folder, ctx.log, ofThisRelease, {}).then(() => undefined),
    end: () => markHistoryDone(clickhouse),
  }
}

/** The manifest of one store. A backup made for a move may have only one store. */
export function partOf<K extends 'postgres' | 'clickhouse'>(
  { manifest, path }: Backup,
  name: K,
): NonNullable<Manifest[K]> {
  const part = manifest[name]
  if (!part) throw new SettingsError(`The backup ${path} does not hold all stores: it was made for a move.`)
  return part
}
