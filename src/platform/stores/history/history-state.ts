import { isRefusal } from '#src/contract/errors.ts'
import type { ClickHouse } from '../../platform.ts'
import { SettingsError } from '../../settings.ts'

const tableMs = 60_000

/** Tables with broken parts that ClickHouse has detached. Rows of these parts are missing in every result. */
export async function setAside(clickhouse: ClickHouse): Promise<string[]> {
  const rows = await clickhouse.query<{ table: string; parts: string | number }>(
    `SELECT table, count() AS parts FROM system.detached_parts
     WHERE database = currentDatabase() AND reason LIKE 'broken%' GROUP BY table ORDER BY table`,
  )
  return rows.map(({ table, parts }) => `${table} (${parts} parts)`)
}

/** `damaged`: tables with a stored block that cannot be read. `unfinished`: a minute did not suffice for the check. */
export async function unreadable(clickhouse: ClickHouse): Promise<{ damaged: string[]; unfinished: string[] }> {
  const tables = await clickhouse.query<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree' ORDER BY name`,
  )
  const found: { damaged: string[]; unfinished: string[] } = { damaged: [], unfinished: [] }
  for (const { name } of tables) {
    try {
      const [answer] = await clickhouse.query<{ result: number }>(
        `CHECK TABLE ${name} SETTINGS check_query_single_value_result = 1`,
        {},
        { lane: 'report', maxMs: tableMs },
      )
      if (answer?.result !== 1) found.damaged.push(name)
    } catch (cause) {
      if (!isRefusal(cause)) throw cause
      found.unfinished.push(name)
    }
  }
  return found
}

/** The time at which the tables were created, ms; 0 for restored tables. */
export async function clickhouseBirth(clickhouse: ClickHouse): Promise<number> {
  const [row] = await clickhouse.query<{ made: string | number }>(
    'SELECT toUnixTimestamp(min(applied_at)) AS made FROM migrations',
  )
  return Number(row?.made ?? 0) * 1_000
}

const historyOfOthers =
  'PostgreSQL is new and empty, but ClickHouse holds the history of another installation: nothing says which instruments its bars belong to. Put back the PostgreSQL data that belongs to it (DATA_DIR/postgres, or the database of DATABASE_URL), or give the new installation an empty ClickHouse (move DATA_DIR/clickhouse away, or set another CLICKHOUSE_URL).'

/** Refuses existing history beside a new PostgreSQL, which does not list the instruments of that history. */
export async function assertNoHistory(clickhouse: ClickHouse): Promise<void> {
  const tables = await clickhouse.query(
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND name = 'migrations'",
  )
  if (tables.length === 0) return
  const [row] = await clickhouse.query<{ count: string }>('SELECT count() AS count FROM migrations')
  if (Number(row?.count ?? 0) > 0) throw new SettingsError(historyOfOthers)
}

export async function isRestoring(clickhouse: ClickHouse): Promise<boolean> {
  const rows = await clickhouse.query(
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND name = 'restoring'",
  )
  return rows.length > 0
}
