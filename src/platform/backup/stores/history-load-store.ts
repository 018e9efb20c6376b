import type { ClickHouse } from '../../platform.ts'
import { isRestoring } from '../../stores/history-state.ts'

export type StoredHistory = { table: string; columns: string[]; paths: string[] }

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
  const count = tables.reduce((sum, { paths }) => sum + paths.length, 0)
  let done = 0
  for (const { table, columns, paths } of tables) {
    await clickhouse.command(`TRUNCATE TABLE ${table}`)
    for (const path of paths) {
      signal.throwIfAborted()
      await clickhouse.load({ table, columns }, path)
      done += 1
      said(done, count)
    }
  }
}
