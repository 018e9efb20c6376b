import type { Party } from '#src/contract/account/papers.ts'
import type { Micro } from '#src/contract/money.ts'
import { type BrandHolder, brandOf } from '#src/platform/brand/brand.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import type { Order } from '../order/order.ts'
import { sellerSettings } from '../settings.ts'
import type { PlanDeal } from './deal-store.ts'
import { billingDetailsOf } from './details-store.ts'
import type { NewPaper, PaperPayment } from './paper.ts'
import { insertPaper, orderMoney } from './paper-store.ts'
import { taxOf } from './tax.ts'

type Service = { from: number; to: number }

/** Issues the receipt of an order, inside the transaction that completes it. Call it last. */
export async function issueReceipt(ctx: Platform, tx: Tx, order: Order, service: Service): Promise<void> {
  const { consumed, waived, promotional, payments } = await orderMoney(tx, order.no)
  const gross = consumed - waived - promotional
  const sale = { orderNo: order.no, dealId: null, gross, promotional, service, payments }
  await issueSale(ctx, tx, order.accountId, sale)
}

/** Issues the receipt of a plan that staff opened for money. Call it last. */
export async function issueDealReceipt(ctx: Platform, tx: Tx, deal: PlanDeal): Promise<void> {
  const sale = { orderNo: null, dealId: deal.id, gross: deal.micro, promotional: 0n, payments: [] }
  await issueSale(ctx, tx, deal.accountId, { ...sale, service: { from: deal.startsAt, to: deal.expiresAt } })
}

type Sale = Pick<NewPaper, 'orderNo' | 'dealId' | 'gross' | 'promotional' | 'service' | 'payments'>

async function issueSale(ctx: Platform, tx: Tx, accountId: string, sale: Sale): Promise<void> {
  const details = await billingDetailsOf(tx, accountId)
  const now = ctx.clock.now()
  await insertPaper(tx, {
    ...sale,
    ...partiesAndTax(ctx, sale.gross, details),
    kind: 'receipt',
    accountId,
    refundId: null,
    issuedAt: now,
    soldAt: now,
    voids: null,
  })
}

export type SentRefund = { accountId: string; refundId: string | null; micro: Micro; payment: PaperPayment }

/** Issues the credit note of a refund. It has no tax: credit is taxed when an order uses it. Call it last. */
export async function issueRefundNote(ctx: Platform, tx: Tx, refund: SentRefund): Promise<void> {
  const details = await billingDetailsOf(tx, refund.accountId)
  const now = ctx.clock.now()
  await insertPaper(tx, {
    ...partiesAndTax(ctx, 0n, details),
    kind: 'credit_note',
    accountId: refund.accountId,
    orderNo: null,
    dealId: null,
    refundId: refund.refundId,
    issuedAt: now,
    soldAt: now,
    gross: -refund.micro,
    tax: { country: null, rate: null, tax: 0n, reverseCharge: false },
    promotional: 0n,
    service: null,
    payments: [refund.payment],
    voids: null,
  })
}

type Details = { name: string; address: string; country: string; taxId: string }

/** Both parties as they are now, and the tax by the buyer's details. */
export function partiesAndTax(
  ctx: BrandHolder,
  gross: Micro,
  details: Details,
): Pick<NewPaper, 'seller' | 'buyer' | 'tax'> {
  const { taxRates, legalCountry } = ctx.settings.of(sellerSettings)
  const facts = { rates: taxRates ?? new Map<string, number>(), sellerCountry: legalCountry, buyer: details }
  return { seller: sellerOf(ctx), buyer: buyerOf(details), tax: taxOf(gross, facts) }
}

export function sellerOf(ctx: BrandHolder): Party {
  const { legalCountry, legalTaxId } = ctx.settings.of(sellerSettings)
  const { name, legalName, legalAddress } = brandOf(ctx)
  return { name: legalName ?? name, address: legalAddress, country: legalCountry, taxId: legalTaxId }
}

function buyerOf({ name, address, country, taxId }: Details): Party {
  return { name: name || null, address: address || null, country: country || null, taxId: taxId || null }
}
