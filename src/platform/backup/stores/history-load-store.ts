import type { ClickHouse } from '../../platform.ts'
import { isRestoring } from '../../stores/history/history-state.ts'
import type { LocalFile } from '../places/place.ts'

export type StoredHistory = { table: string; columns: string[]; rows: number; files: (() => Promise<LocalFile>)[] }

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

type Loading = {
  signal: AbortSignal
  said: (done: number, of: number) => void
  /** Whether the rows are counted. If so, the engine merges nothing meanwhile, because merges remove rows. */
  isCounted: boolean
}

export async function loadHistory(
  clickhouse: ClickHouse,
  tables: readonly StoredHistory[],
  { signal, said, isCounted }: Loading,
): Promise<void> {
  const count = tables.reduce((sum, { files }) => sum + files.length, 0)
  let done = 0
  if (isCounted) await clickhouse.command('SYSTEM STOP MERGES')
  for (const { table, columns, rows, files } of tables) {
    await clickhouse.command(`TRUNCATE TABLE ${table}`)
    for (const open of files) {
      signal.throwIfAborted()
      await using file = await open()
      await clickhouse.load({ table, columns }, file.path)
      done += 1
      said(done, count)
    }
    const loaded = isCounted ? await rowsIn(clickhouse, table) : rows
    if (loaded !== rows) throw new Error(`${table} has ${loaded} rows instead of ${rows}`)
  }
}

async function rowsIn(clickhouse: ClickHouse, table: string): Promise<number> {
  const [row] = await clickhouse.query<{ n: string }>(
    `SELECT count() AS n FROM ${table}`,
    {},
    { lane: 'report', maxMs: 120_000 },
  )
  return Number(row?.n ?? 0)
}
