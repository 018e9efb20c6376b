import { assertVersion } from '../../engines/engine-versions.ts'
import type { ClickHouse, Log } from '../../platform.ts'
import { SettingsError } from '../../settings.ts'
import {
  isSelected,
  pendingMigrations,
  type Restoring,
  readMigrations,
  type SchemaState,
  unfinishedRestore,
} from '../migrations.ts'
import { isRestoring } from './history-state.ts'

/** Migrates the tables. Statements are separated by `;` at the end of a line and must be safe to run twice. */
export async function migrateClickHouse(
  clickhouse: ClickHouse & { readonly cluster?: string | null },
  folder: string,
  log: Log,
  { isNew: isNewDatabase, isOfNextRelease }: SchemaState = { isNew: false, isOfNextRelease: false },
  restoring: Restoring | null = null,
): Promise<string[]> {
  const [server] = await clickhouse.query<{ version: string }>('SELECT version() AS version')
  assertVersion('ClickHouse', server?.version ?? '')
  await assertLayout(clickhouse)
  if (!restoring && (await isRestoring(clickhouse))) throw unfinishedRestore('ClickHouse')
  await clickhouse.command(
    'CREATE TABLE IF NOT EXISTS migrations (name String, checksum String, applied_at DateTime DEFAULT now()) ENGINE = MergeTree ORDER BY name',
  )
  const rows = await clickhouse.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migrations')
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  if (!isNewDatabase && !restoring && applied.size === 0) log.warn(historyIsNew)
  const ours = await readMigrations(folder)
  const pending = pendingMigrations(ours, applied, { store: 'ClickHouse', isOfNextRelease }).filter(
    isSelected(restoring),
  )
  for (const { name, checksum, sql } of pending) {
    for (const statement of splitStatements(sql)) await clickhouse.command(statement)
    // A restored migration counts as applied at time 0, because the data that follows is older than the tables.
    await clickhouse.insert('migrations', [{ name, checksum, ...(restoring && { applied_at: 0 }) }])
  }
  if (pending.length > 0) log.debug('ClickHouse migrated', { count: pending.length })
  return pending.map(({ name }) => name)
}

export function splitStatements(sql: string): string[] {
  return sql
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.replaceAll(/^\s*--.*$/gm, '').trim())
    .filter((statement) => statement !== '')
}

/** Refuses a change between one server and a cluster: the tables are not converted. */
async function assertLayout(clickhouse: ClickHouse & { readonly cluster?: string | null }): Promise<void> {
  const [table] = await clickhouse.query<{ engine: string }>(
    "SELECT engine FROM system.tables WHERE database = currentDatabase() AND name = 'migrations'",
  )
  if (!table || (table.engine === 'Distributed') === Boolean(clickhouse.cluster)) return
  throw new SettingsError(
    clickhouse.cluster
      ? 'CLICKHOUSE_CLUSTER is set, and the tables at CLICKHOUSE_URL are those of one server. Leave CLICKHOUSE_CLUSTER out, or give the cluster an empty database and fill it from a backup.'
      : 'The tables at CLICKHOUSE_URL are those of a cluster. Set CLICKHOUSE_CLUSTER to its name.',
  )
}

const historyIsNew =
  'history is new and empty, and PostgreSQL is not: if DATA_DIR/clickhouse was deleted, stop, and put it back from a copy'
