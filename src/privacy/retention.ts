import { dayMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import { deleteExpired } from './record-store.ts'
import { postgresRecords } from './records.ts'

/** Rows per statement: few enough for its time limit, even if the first run finds many rows. */
const rowsAtOnce = 5_000

export async function deleteOldRows({ postgres, clock }: Platform): Promise<void> {
  for (const { table, retention = [] } of postgresRecords) {
    for (const rule of retention) {
      const before = clock.now() - rule.days * dayMs
      while ((await deleteExpired(postgres.db, table, rule, { before, limit: rowsAtOnce })) === rowsAtOnce);
    }
  }
}
