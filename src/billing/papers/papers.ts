import type { Party, Receipt } from '#src/contract/account/billing.ts'
import type { Db, Platform, Tx } from '#src/platform/platform.ts'
import type { Settings } from '#src/platform/settings.ts'
import type { Order } from '../order/order.ts'
import { sellerSettings } from '../settings.ts'
import { billingDetailsOf, insertReceipt, readReceipt } from './receipt-store.ts'

export type IssuedReceipt = Omit<Receipt, 'planExpiresAt'>

/**
 * Issues the receipt of an order, inside the transaction that completes it. The lock on the year's last number lasts
 * until that transaction ends, so only completed orders use a number and there are no gaps. Call it last.
 */
export async function issueReceipt(ctx: Platform, tx: Tx, order: Order): Promise<void> {
  await insertReceipt(tx, {
    orderNo: order.no,
    seller: sellerOf(ctx.settings),
    buyer: await billingDetailsOf(tx, order.accountId),
    issuedAt: ctx.clock.now(),
  })
}

export async function receiptOf({ settings }: Platform, db: Db, orderNo: string): Promise<IssuedReceipt | null> {
  const row = await readReceipt(db, orderNo)
  if (!row) return null
  const frozen = { name: row.seller_name, address: row.seller_address, taxId: row.seller_tax_id }
  return {
    number: receiptNumber(row.year, row.number),
    issuedAt: row.issued_at.getTime(),
    seller: frozen.name === null ? sellerOf(settings) : frozen,
    buyer: { name: row.buyer_name, address: row.buyer_address, taxId: row.buyer_tax_id },
  }
}

export function receiptNumber(year: number, number: number): string {
  return `${year}-${String(number).padStart(6, '0')}`
}

function sellerOf(settings: Settings): Party {
  const { legalEntity, legalAddress, legalTaxId } = settings.of(sellerSettings)
  return { name: legalEntity ?? settings.brandName, address: legalAddress, taxId: legalTaxId }
}
