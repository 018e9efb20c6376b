import { sql } from 'kysely'
import type { ClickHouse, Db } from '../platform.ts'

export async function postgresVersion(db: Db): Promise<{ version: string; migrations: number }> {
  const { rows } = await sql<{ version: string; migrations: bigint }>`
    select current_setting('server_version') as version, (select count(*) from migrations) as migrations`.execute(db)
  return { version: rows[0]?.version ?? '', migrations: Number(rows[0]?.migrations ?? 0) }
}

export async function clickhouseVersion(clickhouse: ClickHouse): Promise<string> {
  const [row] = await clickhouse.query<{ version: string }>('SELECT version() AS version')
  return row?.version ?? ''
}

/** The newest migration of each store; null before the first. */
export async function lastMigrations(
  db: Db,
  clickhouse: ClickHouse,
): Promise<{ postgres: string | null; clickhouse: string | null }> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name desc limit 1`.execute(db)
  const [last] = await clickhouse.query<{ name: string }>('SELECT name FROM migrations ORDER BY name DESC LIMIT 1')
  return { postgres: rows[0]?.name ?? null, clickhouse: last?.name ?? null }
}
