import { sql } from 'kysely'
import type { Party, Receipt } from '#src/contract/account/billing.ts'
import type { Db, Platform, Tx } from '#src/platform/platform.ts'
import type { Settings } from '#src/platform/settings.ts'
import type { Order } from '../order/order.ts'
import { sellerSettings } from '../settings.ts'
import { billingDetailsOf } from './billing-details.ts'

/** The proof of a completed order, as issued. */
export type IssuedReceipt = Omit<Receipt, 'planExpiresAt'>

/**
 * Issues the receipt of an order, inside the transaction that completes it. The lock on the year's last number lasts until that
 * transaction ends, so only a completed order takes a number: there are no gaps. Call it last.
 */
export async function issueReceipt(ctx: Platform, tx: Tx, order: Order): Promise<void> {
  const at = new Date(ctx.clock.now())
  const seller = sellerOf(ctx.settings)
  const buyer = await billingDetailsOf(tx, order.accountId)
  await sql`
    with taken as (
      insert into receipt_year (year, last) values (${at.getUTCFullYear()}, 1)
      on conflict (year) do update set last = receipt_year.last + 1 returning year, last
    )
    insert into receipt (year, number, order_no, issued_at, seller_name, seller_address, seller_tax_id,
      buyer_name, buyer_address, buyer_tax_id)
    select year, last, ${order.no}, ${at}, ${seller.name}, ${seller.address}, ${seller.taxId},
      ${buyer.name || null}, ${buyer.address || null}, ${buyer.taxId || null} from taken`.execute(tx)
}

type ReceiptRow = {
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

/** Null before the order is completed. */
export async function receiptOf({ settings }: Platform, db: Db, orderNo: string): Promise<IssuedReceipt | null> {
  const rows = await sql<ReceiptRow>`select year, number, issued_at, seller_name, seller_address, seller_tax_id,
    buyer_name, buyer_address, buyer_tax_id from receipt where order_no = ${orderNo}`.execute(db)
  const row = rows.rows[0]
  if (!row) return null
  const frozen = { name: row.seller_name, address: row.seller_address, taxId: row.seller_tax_id }
  return {
    number: receiptNumber(row.year, row.number),
    issuedAt: row.issued_at.getTime(),
    seller: frozen.name === null ? sellerOf(settings) : frozen,
    buyer: { name: row.buyer_name, address: row.buyer_address, taxId: row.buyer_tax_id },
  }
}

/** `2026-000123` */
export function receiptNumber(year: number, number: number): string {
  return `${year}-${String(number).padStart(6, '0')}`
}

function sellerOf(settings: Settings): Party {
  const { legalEntity, legalAddress, legalTaxId } = settings.of(sellerSettings)
  return { name: legalEntity ?? settings.brandName, address: legalAddress, taxId: legalTaxId }
}
