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

/** The newest migration of each store; null before the first migration. */
export async function lastMigrations(
  db: Db,
  clickhouse: ClickHouse,
): Promise<{ postgres: string | null; clickhouse: string | null }> {
  return { postgres: await lastPostgresMigration(db), clickhouse: await lastClickhouseMigration(clickhouse) }
}

export async function lastPostgresMigration(db: Db): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name desc limit 1`.execute(db)
  return rows[0]?.name ?? null
}

export async function lastClickhouseMigration(clickhouse: ClickHouse): Promise<string | null> {
  const [last] = await clickhouse.query<{ name: string }>('SELECT name FROM migrations ORDER BY name DESC LIMIT 1')
  return last?.name ?? null
}

export type TableSize = { table: string; bytes: number; rows: number }

const tablesMax = 8

/** The size of the database in bytes, and its largest tables. `rows`: PostgreSQL's estimate. */
export async function postgresSize(db: Db): Promise<{ bytes: number; tables: TableSize[] }> {
  const whole = await sql<{ bytes: bigint }>`select pg_database_size(current_database()) as bytes`.execute(db)
  const { rows } = await sql<{ table: string; bytes: bigint; rows: number }>`
    select relname as "table", pg_total_relation_size(oid) as bytes, greatest(reltuples, pg_stat_get_live_tuples(oid))::float8 as rows
    from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc limit ${tablesMax}`.execute(db)
  return {
    bytes: Number(whole.rows[0]?.bytes ?? 0),
    tables: rows.map(({ table, bytes, rows }) => ({ table, bytes: Number(bytes), rows })),
  }
}

export async function clickhouseSize(clickhouse: ClickHouse): Promise<{ bytes: number; tables: TableSize[] }> {
  const rows = await clickhouse.query<{ table: string; bytes: string | number; rows: string | number }>(
    `SELECT table, sum(bytes_on_disk) AS bytes, sum(rows) AS rows FROM system.parts
     WHERE active AND database = currentDatabase() GROUP BY table ORDER BY bytes DESC`,
  )
  const tables = rows.map((row) => ({ table: row.table, bytes: Number(row.bytes), rows: Number(row.rows) }))
  return { bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0), tables: tables.slice(0, tablesMax) }
}

/** The Unix time of PostgreSQL, in ms. */
export async function storeTime(db: Db): Promise<number> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  return rows[0]?.at.getTime() ?? Number.NaN
}
