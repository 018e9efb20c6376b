import type { Kysely, Selectable } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { Coupon, CouponValue } from '../coupon.ts'

type CouponTable = {
  code: string
  percent: number | null
  amount: bigint | null
  plans: string[] | null
  valid_from: Date
  valid_until: Date | null
  uses_total: number | null
  uses_per_customer: number | null
  created_at: Date
  ended_at: Date | null
}

const tables = (db: Db): Kysely<{ coupon: CouponTable }> => db

export async function insertCoupon(tx: Tx, coupon: Coupon): Promise<boolean> {
  const { value } = coupon
  const inserted = await tables(tx)
    .insertInto('coupon')
    .values({
      code: coupon.code,
      percent: value.kind === 'percent' ? value.percent : null,
      amount: value.kind === 'amount' ? value.amount : null,
      plans: coupon.plans === null ? null : [...coupon.plans],
      valid_from: new Date(coupon.validFrom),
      valid_until: coupon.validUntil === null ? null : new Date(coupon.validUntil),
      uses_total: coupon.usesTotal,
      uses_per_customer: coupon.usesPerCustomer,
      created_at: new Date(coupon.createdAt),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .executeTakeFirst()
  return inserted !== undefined
}

/** `lock`: locks the coupon until the transaction ends, so that its uses are counted by one transaction at a time. */
export async function couponByCode(db: Db, code: string, lock: boolean): Promise<Coupon | null> {
  const found = tables(db).selectFrom('coupon').selectAll().where('code', '=', code)
  const row = await (lock ? found.forUpdate() : found).executeTakeFirst()
  return row ? toCoupon(row) : null
}

export async function allCoupons(db: Db): Promise<Coupon[]> {
  return (await tables(db).selectFrom('coupon').selectAll().orderBy('created_at').orderBy('code').execute()).map(
    toCoupon,
  )
}

export async function endCoupon(tx: Tx, code: string, now: number): Promise<void> {
  await tables(tx)
    .updateTable('coupon')
    .set({ ended_at: new Date(now) })
    .where('code', '=', code)
    .execute()
}

function toCoupon(row: Selectable<CouponTable>): Coupon {
  return {
    code: row.code,
    value: discountOf(row),
    plans: row.plans,
    validFrom: row.valid_from.getTime(),
    validUntil: row.valid_until?.getTime() ?? null,
    usesTotal: row.uses_total,
    usesPerCustomer: row.uses_per_customer,
    createdAt: row.created_at.getTime(),
    endedAt: row.ended_at?.getTime() ?? null,
  }
}

function discountOf({ percent, amount }: Selectable<CouponTable>): CouponValue {
  return amount === null ? { kind: 'percent', percent: percent ?? 0 } : { kind: 'amount', amount }
}
