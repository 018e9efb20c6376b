import { sql } from 'kysely'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import type { CouponUses } from '#src/plans/coupon.ts'
import type { Db } from '#src/platform/platform.ts'

/** An open or completed order with a coupon is one use of the coupon. A cancelled or timed-out order is not a use. */
const isUse = sql`coupon_code is not null and status in (${sql.lit(orderStatus.pending)}, ${sql.lit(orderStatus.completed)})`

/** The numbers of uses of a coupon, by all accounts and by one account. */
export async function couponUses(db: Db, code: string, accountId: string): Promise<CouponUses> {
  const rows = await sql<{ total: bigint; own: bigint }>`select count(*) as total,
    count(*) filter (where account_id = ${accountId}) as own from billing_order
    where coupon_code = ${code} and ${isUse}`.execute(db)
  const [row] = rows.rows
  return { total: Number(row?.total ?? 0), own: Number(row?.own ?? 0) }
}

export async function usesOfCoupons(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ code: string; uses: bigint }>`select coupon_code as code, count(*) as uses
    from billing_order where ${isUse} group by coupon_code`.execute(db)
  return Object.fromEntries(rows.map(({ code, uses }) => [code, Number(uses)]))
}
