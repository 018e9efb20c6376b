import { sql } from 'kysely'
import type { Party } from '#src/contract/account/billing.ts'
import type { BillingDetails } from '#src/contract/account/credit.ts'
import type { Db, Tx } from '#src/platform/platform.ts'

export async function billingDetailsOf(db: Db, accountId: string): Promise<BillingDetails> {
  const rows = await sql<{ name: string; address: string; tax_id: string }>`
    select name, address, tax_id from billing_details where account_id = ${accountId}`.execute(db)
  const row = rows.rows[0]
  return { name: row?.name ?? '', address: row?.address ?? '', taxId: row?.tax_id ?? '' }
}

export async function writeBillingDetails(
  tx: Tx,
  accountId: string,
  { name, address, taxId }: BillingDetails,
  now: number,
): Promise<void> {
  await sql`insert into billing_details (account_id, name, address, tax_id, changed_at)
    values (${accountId}, ${name}, ${address}, ${taxId}, ${new Date(now)})
    on conflict (account_id) do update set name = excluded.name, address = excluded.address,
      tax_id = excluded.tax_id, changed_at = excluded.changed_at`.execute(tx)
}

/** Inserts a receipt under the next number of its year (UTC). */
export async function insertReceipt(
  tx: Tx,
  { orderNo, seller, buyer, issuedAt }: { orderNo: string; seller: Party; buyer: BillingDetails; issuedAt: number },
): Promise<void> {
  const at = new Date(issuedAt)
  await sql`
    with taken as (
      insert into receipt_year (year, last) values (${at.getUTCFullYear()}, 1)
      on conflict (year) do update set last = receipt_year.last + 1 returning year, last
    )
    insert into receipt (year, number, order_no, issued_at, seller_name, seller_address, seller_tax_id,
      buyer_name, buyer_address, buyer_tax_id)
    select year, last, ${orderNo}, ${at}, ${seller.name}, ${seller.address}, ${seller.taxId},
      ${buyer.name || null}, ${buyer.address || null}, ${buyer.taxId || null} from taken`.execute(tx)
}

export type ReceiptRow = {
  year: number
  number: number
  issued_at: Date
  seller_name: string | null
  seller_address: string | null
  seller_tax_id: string | null
  buyer_name: string | null
  buyer_address: string | null
  buyer_tax_id: string | null
}

export async function readReceipt(db: Db, orderNo: string): Promise<ReceiptRow | undefined> {
  const { rows } = await sql<ReceiptRow>`select year, number, issued_at, seller_name, seller_address, seller_tax_id,
    buyer_name, buyer_address, buyer_tax_id from receipt where order_no = ${orderNo}`.execute(db)
  return rows[0]
}
