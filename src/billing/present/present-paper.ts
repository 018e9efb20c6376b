import type { PaperLine, Paper as WirePaper } from '#src/contract/account/papers.ts'
import type { Locale } from '#src/contract/locale.ts'
import { formatMicro, type Micro } from '#src/contract/money.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { planName } from '#src/plans/name.ts'
import type { Platform } from '#src/platform/platform.ts'
import { networksOf } from '../chains/network.ts'
import type { Order } from '../order/order.ts'
import { orderByNo } from '../order/order-store.ts'
import { dealById, type PlanDeal } from '../papers/deal-store.ts'
import { type Paper, type PaperPayment, paperNumber } from '../papers/paper.ts'
import { sellerOf } from '../papers/papers.ts'
import { reissueEnd } from '../papers/reissue.ts'
import { presentTransaction } from './present-transaction.ts'

export async function presentPaper(ctx: Platform, paper: Paper, locale: Locale): Promise<WirePaper> {
  const { db } = ctx.postgres
  const order = paper.orderNo === null ? null : await orderByNo(db, paper.orderNo)
  const deal = paper.dealId === null ? null : await dealById(db, paper.dealId)
  const sign = paper.kind === 'receipt' ? 1n : -1n
  const money = (micro: Micro) => formatMicro(sign * micro)
  const gross = sign * paper.gross
  const { creditUsed, becameCredit } = settled(gross, order, paper.payments)
  return {
    number: paperNumber(paper),
    kind: paper.kind,
    issuedAt: paper.issuedAt,
    soldAt: paper.soldAt,
    // Receipts of the first releases have no stored seller.
    seller: paper.seller.name === null ? sellerOf(ctx) : paper.seller,
    buyer: paper.buyer,
    orderNo: paper.orderNo,
    refundId: paper.refundId,
    reference: deal?.reference ?? null,
    planName: nameOfPlan(ctx, order ?? deal, locale),
    period: order && order.kind !== 'upgrade' ? order.period : null,
    service: paper.service,
    lines: linesOf(order, deal, gross, sign * paper.promotional)
      .filter(({ micro }) => micro !== 0n)
      .map(({ micro, ...line }) => ({ ...line, amount: money(micro) })),
    gross: money(gross),
    net: formatMicro(paper.gross - paper.tax.tax),
    tax: presentTax(paper),
    payments: paper.payments.map((payment) => presentPayment(ctx, payment)),
    creditUsed: money(creditUsed),
    becameCredit: money(becameCredit),
    voids: paper.voids && paperNumber(paper.voids),
    voidedBy: paper.voidedBy && paperNumber(paper.voidedBy),
    reissueUntil: ofSale(paper) ? reissueEnd(paper) : null,
  }
}

const ofSale = ({ orderNo, dealId }: Paper) => orderNo !== null || dealId !== null

type Line = Omit<PaperLine, 'amount'> & { micro: Micro }

/** The lines that add up to the gross amount. The unpaid part of the order's price was waived. */
function linesOf(order: Order | null, deal: PlanDeal | null, gross: Micro, promotional: Micro): Line[] {
  const line = (kind: PaperLine['kind'], micro: Micro, coupon: string | null = null) => ({ kind, micro, coupon })
  if (deal) return [line('deal', gross)]
  if (!order) return [line('refund', gross)]
  const price = order.list - order.discount + order.upgradeDifference
  return [
    line('list', order.list),
    line('discount', order.couponDiscount - order.discount),
    line('coupon', -order.couponDiscount, order.couponCode),
    line('upgrade', order.upgradeDifference),
    line('promotional', -promotional),
    line('waived', gross + promotional - price),
  ]
}

/** How an order was paid: `payments + creditUsed − becameCredit = gross`. */
function settled(gross: Micro, order: Order | null, payments: readonly PaperPayment[]) {
  if (!order) return { creditUsed: 0n, becameCredit: 0n }
  const arrived = payments.reduce((sum, { micro }) => sum + micro, 0n)
  const due = gross < order.payable ? gross : order.payable
  const isShort = arrived < due
  const transferred = isShort ? arrived : due
  return { creditUsed: gross - transferred, becameCredit: arrived - transferred }
}

function presentTax({ tax: { country, rate, tax, reverseCharge } }: Paper): WirePaper['tax'] {
  if (country === null || rate === null) return null
  return { country, rate: String(rate / 100), amount: formatMicro(tax), reverseCharge }
}

function presentPayment({ settings }: Platform, { network: code, hash, micro }: PaperPayment) {
  const network = networksOf(settings).find((one) => one.code === code) ?? null
  return {
    network: code,
    chainName: network?.chainName ?? code,
    ...presentTransaction(network, code, hash),
    amount: formatMicro(micro),
  }
}

function nameOfPlan(ctx: Platform, sold: Pick<Order, 'planId' | 'planEdition'> | null, locale: Locale): string | null {
  if (!sold) return null
  const plan = catalogueOf(ctx).planById(sold.planId, sold.planEdition)
  return plan ? planName(plan, locale) : sold.planId
}
