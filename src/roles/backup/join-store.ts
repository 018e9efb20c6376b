import { sql } from 'kysely'
import type { Sequence } from '#src/platform/backup/stores/tables-dump-store.ts'
import type { ClickHouse, Db, Tx } from '#src/platform/platform.ts'

/** The time of the newest audit row or recorded tape place, ms. A later change in this PostgreSQL is possible. */
export async function lastChange(db: Db): Promise<number> {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest((select max(at) from audit), (select max(noted_at) from tape_places)) as at`.execute(db)
  return rows[0]?.at?.getTime() ?? 0
}

/** Raises the counters of identity columns to the values in a backup that are higher. */
export async function raiseSequences(tx: Tx, sequences: readonly Sequence[]): Promise<void> {
  for (const { table, column, value } of sequences)
    await sql`select setval(name, greatest(${value}::bigint, coalesce(pg_sequence_last_value(name::regclass), 1)))
      from (select pg_get_serial_sequence(quote_ident(${table}), ${column}) as name) known where name is not null`.execute(
      tx,
    )
}

/** The highest number of an instrument in history. */
export async function highestInstrument(clickhouse: ClickHouse): Promise<number> {
  const [row] = await clickhouse.query<{ n: string }>(
    'SELECT max(n) AS n FROM (SELECT max(instrument) AS n FROM bars UNION ALL SELECT max(instrument) FROM ticks)',
    {},
    { lane: 'report', maxMs: 120_000 },
  )
  return Number(row?.n ?? 0)
}

/** Forgets archive files that were made after `since`, ms, because the store still has their rows. */
export async function forgetFiles(tx: Tx, names: readonly string[], since: number): Promise<number> {
  const { rows } = await sql`delete from archived_file
    where name = any(${names}) and changed_at > ${new Date(since)} returning id`.execute(tx)
  return rows.length
}
