import type { ClickHouse } from '#src/platform/platform.ts'

const tables = ['bars', 'ticks', 'best_quotes']

/** Rows and bytes on disk of the tables with market data. On a cluster, only one replica of each shard counts. */
export async function historySize(clickhouse: ClickHouse): Promise<{ rows: number; bytes: number }> {
  const [row] = await clickhouse.query<{ rows: string | number; bytes: string | number }>(
    `SELECT sum(rows) AS rows, sum(bytes_on_disk) AS bytes FROM system.parts
     WHERE active AND database = currentDatabase() AND replaceRegexpOne(table, '_local$', '') IN {tables:Array(String)}`,
    { tables },
  )
  return { rows: Number(row?.rows ?? 0), bytes: Number(row?.bytes ?? 0) }
}
