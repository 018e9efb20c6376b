import { sql } from 'kysely'
import { dayMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import { postgresRecords } from './records.ts'

/** Small enough for a statement's time limit, however many rows a first run finds. */
const rowsAtOnce = 5_000

/** Deletes expired rows of PostgreSQL. ClickHouse does so itself (TTL). */
export async function deleteOldRows({ postgres, clock }: Platform): Promise<void> {
  for (const { table, retention = [] } of postgresRecords) {
    for (const { column, days, only = 'true' } of retention) {
      const before = new Date(clock.now() - days * dayMs)
      for (let deleted = rowsAtOnce; deleted === rowsAtOnce; ) {
        const { numAffectedRows } = await sql`delete from ${sql.raw(table)} where ctid = any(array(
          select ctid from ${sql.raw(table)} where ${sql.raw(column)} < ${before} and (${sql.raw(only)})
          limit ${rowsAtOnce}))`.execute(postgres.db)
        deleted = Number(numAffectedRows ?? 0)
      }
    }
  }
}
