import type { Kysely, Selectable } from 'kysely'
import type { Period } from '#src/plans/plan.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { Renewal } from './renewal.ts'

type RenewalTable = {
  allowance_id: string
  account_id: string
  automatic: boolean
  next_plan_id: string | null
  next_period: Period | null
  changed_at: Date
  announced_end: Date | null
  announced_at: Date | null
  announced_price: bigint | null
  reported_end: Date | null
}

const tables = (db: Db): Kysely<{ renewal: RenewalTable }> => db

export async function renewalsOfAccount(db: Db, accountId: string): Promise<Renewal[]> {
  const rows = await tables(db).selectFrom('renewal').selectAll().where('account_id', '=', accountId).execute()
  return rows.map(toRenewal)
}

export async function renewalsOf(db: Db, allowanceIds: readonly string[]): Promise<Map<string, Renewal>> {
  if (allowanceIds.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('renewal')
    .selectAll()
    .where('allowance_id', 'in', [...allowanceIds])
    .execute()
  return new Map(rows.map((row) => [row.allowance_id, toRenewal(row)]))
}

export async function putRenewal(tx: Tx, renewal: Renewal, now: number): Promise<void> {
  const { allowanceId, accountId, automatic, next, announced, reportedEnd } = renewal
  const row = {
    automatic,
    next_plan_id: next?.planId ?? null,
    next_period: next?.period ?? null,
    changed_at: new Date(now),
    announced_end: announced && new Date(announced.end),
    announced_at: announced && new Date(announced.at),
    announced_price: announced?.price ?? null,
    reported_end: reportedEnd === null ? null : new Date(reportedEnd),
  }
  await tables(tx)
    .insertInto('renewal')
    .values({ allowance_id: allowanceId, account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('allowance_id').doUpdateSet(row))
    .execute()
}

function toRenewal(row: Selectable<RenewalTable>): Renewal {
  const { announced_end, announced_at, announced_price } = row
  return {
    allowanceId: row.allowance_id,
    accountId: row.account_id,
    automatic: row.automatic,
    next: row.next_plan_id && row.next_period ? { planId: row.next_plan_id, period: row.next_period } : null,
    announced:
      announced_end && announced_at && announced_price !== null
        ? { end: announced_end.getTime(), at: announced_at.getTime(), price: announced_price }
        : null,
    reportedEnd: row.reported_end?.getTime() ?? null,
  }
}
