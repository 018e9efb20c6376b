import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import type { Network, NetworkCode } from '../chains/network.ts'
import { giveAddress } from '../deposits/deposit-address.ts'
import { insertEvent } from '../order/event-store.ts'
import { post } from '../order/ledger-store.ts'
import { openingOf } from '../order/opening.ts'
import { type Order, orderTimes } from '../order/order.ts'
import { notifyOrderChange } from '../order/order-changes.ts'
import { insertOrder } from '../order/order-store.ts'
import type { Deal, QuoteInput } from '../order/quote.ts'
import { mailAboutOrder } from './order-mail.ts'
import { completeOrder } from './reconcile.ts'

export type OrderInput = QuoteInput & { network: NetworkCode; locale: Locale; idempotencyKey: string | null }

const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** `automatic`: whether the product makes the order instead of a person. */
type Placing = {
  by: Actor
  accountId: string
  network: Network
  input: OrderInput
  deal: Deal
  automatic?: boolean
}

/** Creates an order within the caller's transaction, which holds the lock of the account's balance. */
export async function placeOrder(ctx: Platform, tx: Tx, placing: Placing): Promise<Order> {
  const { by, accountId, network, input, deal, automatic = false } = placing
  const order = draft(ctx, accountId, input, deal)
  const call = { idempotencyKey: input.idempotencyKey, requestText: requestText(input) }
  if (!(await insertOrder(tx, order, call))) throw refuse('order_unpaid')
  await post(ctx, tx, {
    accountId: order.accountId,
    kind: 'order_credit',
    micro: -order.credit,
    orderNo: order.no,
    idem: `order-credit:${order.no}`,
  })
  await insertEvent(tx, order.no, order.createdAt, 'created')
  await ctx.postgres.audit(tx, by, 'order.create', order.no, { planId: order.planId, payable: `${order.payable}` })
  await notifyOrderChange(ctx, tx, { orderNo: order.no, accountId: order.accountId })
  if (order.payable > 0n) {
    await giveAddress(ctx, tx, network, order)
    await mailAboutOrder(ctx, tx, order, { kind: 'created' })
    return order
  }
  const opening = await openingOf(ctx, tx, order)
  if (!opening) throw new Error(`order ${order.no} cannot be opened as it was just priced`)
  const completion = { opening, due: 0n, late: false, received: 0n, automatic }
  return completeOrder(ctx, tx, { order, reasons: [] }, completion)
}

/** The request as a text; equal texts mean the same order. */
export function requestText({ planId, period, network, keyId, coupon }: OrderInput): string {
  return JSON.stringify([planId, period, network, keyId, ...(coupon ? [coupon] : [])])
}

function draft(
  ctx: Platform,
  accountId: string,
  input: OrderInput,
  { plan, target, price, couponCode, period }: Deal,
): Order {
  const now = ctx.clock.now()
  return {
    no: orderNumber(ctx, now),
    accountId,
    kind: target.kind,
    planId: plan.id,
    planEdition: plan.edition,
    period,
    months: target.kind === 'upgrade' ? 0 : plan.periods[period].months,
    keyId: target.key?.id ?? null,
    fromPlanId: target.kind === 'upgrade' ? target.key.planId : null,
    keyExpiresAt: target.kind === 'upgrade' ? target.key.expiresAt : null,
    network: input.network,
    ...price,
    couponCode,
    status: orderStatus.pending,
    late: false,
    notApplied: false,
    lateReasons: [],
    lateDue: null,
    createdAt: now,
    expiresAt: now + orderTimes.toPayMs,
    extended: false,
    closedAt: null,
    locale: input.locale,
    version: 1,
  }
}

/** An order number: the day and 40 random bits, easy to read out on the phone but not guessable. */
function orderNumber(ctx: Platform, now: number): string {
  const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '')
  const letters = Array.from({ length: 8 }, () => alphabet[ctx.random.int(alphabet.length)])
  return `${day}-${letters.join('')}`
}
