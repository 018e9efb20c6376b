import { dayMs } from '#src/contract/time.ts'
import { each } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { deleteExpired } from './record-store.ts'
import { postgresRecords } from './records.ts'

/** Rows per statement: few enough for its time limit, even if the first run finds many rows. */
const rowsAtOnce = 5_000

export async function deleteOldRows(ctx: Platform): Promise<void> {
  const { postgres, clock } = ctx
  const rules = postgresRecords.flatMap(({ table, retention = [] }) => retention.map((rule) => ({ table, rule })))
  const failed = 'old rows of a table could not be deleted; tried again in an hour'
  await each(ctx, rules, { failed, fieldsOf: ({ table }) => ({ table }) }, async ({ table, rule }) => {
    const before = clock.now() - rule.days * dayMs
    while ((await deleteExpired(postgres.db, table, rule, { before, limit: rowsAtOnce })) === rowsAtOnce);
    return true
  })
}
