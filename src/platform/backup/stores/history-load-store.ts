import type { ClickHouse } from '../../platform.ts'
import { isRestoring } from '../../stores/history-state.ts'

/** A file that the engine can read, until it is disposed. */
export type EngineFile = AsyncDisposable & { path: string }
export type StoredHistory = { table: string; columns: string[]; files: (() => Promise<EngineFile>)[] }

/** `used`: the database has tables, whether of the product or others. */
export async function historyState(clickhouse: ClickHouse): Promise<'empty' | 'begun' | 'used'> {
  if (await isRestoring(clickhouse)) return 'begun'
  const rows = await clickhouse.query('SELECT name FROM system.tables WHERE database = currentDatabase() LIMIT 1')
  return rows.length === 0 ? 'empty' : 'used'
}

export async function markHistoryBegun(clickhouse: ClickHouse): Promise<void> {
  await clickhouse.command('CREATE TABLE IF NOT EXISTS restoring (begun UInt8) ENGINE = MergeTree ORDER BY begun')
}

export async function markHistoryDone(clickhouse: ClickHouse): Promise<void> {
  await clickhouse.command('DROP TABLE IF EXISTS restoring')
}

export async function loadHistory(
  clickhouse: ClickHouse,
  tables: readonly StoredHistory[],
  signal: AbortSignal,
  said: (done: number, of: number) => void,
): Promise<void> {
  const count = tables.reduce((sum, { files }) => sum + files.length, 0)
  let done = 0
  for (const { table, columns, files } of tables) {
    await clickhouse.command(`TRUNCATE TABLE ${table}`)
    for (const open of files) {
      signal.throwIfAborted()
      await using file = await open()
      await clickhouse.load({ table, columns }, file.path)
      done += 1
      said(done, count)
    }
  }
}
