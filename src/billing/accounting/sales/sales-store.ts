import { sql } from 'kysely'
import type { Micro } from '#src/contract/money.ts'
import type { Db } from '#src/platform/platform.ts'
import type { Span } from '../accounting-store.ts'

/** A receipt that no credit note cancels: its plan, amounts and service period. Times in ms. */
export type Sale = {
  year: number
  number: number
  planId: string
  soldAt: number
  gross: Micro
  tax: Micro
  from: number
  to: number
}

/**
 * One page of the receipts of sales in a span, in order of number, after the number `after`. Cancelled receipts are
 * left out.
 */
export async function salesPage(
  db: Db,
  { from, to }: Span,
  after: { year: number; number: number },
  size: number,
): Promise<Sale[]> {
  const { rows } = await sql<{
    year: number
    number: number
    plan_id: string
    sold_at: Date
    gross: string
    tax: string
    service_from: Date | null
    service_to: Date | null
  }>`select p.year, p.number, coalesce(o.plan_id, d.plan_id) as plan_id, p.sold_at, p.gross::text as gross,
      p.tax::text as tax, p.service_from, p.service_to
    from receipt p left join billing_order o on o.no = p.order_no left join plan_deal d on d.id = p.deal_id
    where p.kind = 'receipt' and p.voided_at is null and p.sold_at >= ${new Date(from)} and p.sold_at < ${new Date(to)}
      and (p.year, p.number) > (${after.year}, ${after.number})
    order by p.year, p.number limit ${size}`.execute(db)
  return rows.map((row) => ({
    year: row.year,
    number: row.number,
    planId: row.plan_id,
    soldAt: row.sold_at.getTime(),
    gross: BigInt(row.gross),
    tax: BigInt(row.tax),
    from: (row.service_from ?? row.sold_at).getTime(),
    to: (row.service_to ?? row.sold_at).getTime(),
  }))
}

/** Sums of receipts and their credit notes by month of issue, buyer's country and tax treatment. `rate`: percent. */
export type TaxRow = {
  month: string
  country: string
  rate: string | null
  reverseCharge: boolean
  receipts: bigint
  creditNotes: bigint
  gross: Micro
  tax: Micro
}

export async function taxByCountry(db: Db, { from, to }: Span): Promise<TaxRow[]> {
  const { rows } = await sql<Omit<TaxRow, 'gross' | 'tax'> & { gross: string; tax: string }>`
    select to_char(issued_at at time zone 'UTC', 'YYYY-MM') as month, coalesce(tax_country, buyer_country, '') as country,
      trim_scale(tax_rate)::text as rate, reverse_charge as "reverseCharge",
      count(*) filter (where kind = 'receipt') as receipts, count(*) filter (where kind = 'credit_note') as "creditNotes",
      sum(gross)::text as gross, sum(tax)::text as tax
    from receipt where (order_no is not null or deal_id is not null)
      and issued_at >= ${new Date(from)} and issued_at < ${new Date(to)}
    group by 1, 2, tax_rate, reverse_charge order by 1, 2, tax_rate nulls first, reverse_charge`.execute(db)
  return rows.map((row) => ({ ...row, gross: BigInt(row.gross), tax: BigInt(row.tax) }))
}
