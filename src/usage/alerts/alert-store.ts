import { sql } from 'kysely'
import type { Tx } from '#src/platform/platform.ts'

type AlertDay = { allowanceId: string; day: string }

/** Records the levels that an allowance reached on a day. Returns the levels that were not recorded before. */
export async function insertAlerts(
  tx: Tx,
  { allowanceId, day }: AlertDay,
  levels: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ level: number }>`insert into usage_alert (allowance_id, day, level)
    select ${allowanceId}, ${day}::date, level from unnest(${[...levels]}::int[]) as level
    on conflict do nothing returning level`.execute(tx)
  return rows.map(({ level }) => level)
}

export async function deleteAlertsBefore(tx: Tx, { allowanceId, day }: AlertDay, keptDays: number): Promise<void> {
  await sql`delete from usage_alert where allowance_id = ${allowanceId} and day < ${day}::date - ${keptDays}::int`.execute(
    tx,
  )
}
