import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { formatMicro, type Micro } from '#src/contract/money.ts'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { hourMs } from '#src/contract/time.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Db, Platform, Tx } from '#src/platform/platform.ts'
import { type Network, type NetworkCode, networksOf } from './chains/network.ts'
import { giveAddress } from './deposits/deposit-address.ts'
import { addressOfOrder } from './deposits/deposit-store.ts'
import { orderPayments } from './deposits/order-payments.ts'
import { isUnread, whyClosed } from './networks/network-health.ts'
import { networkState } from './networks/network-store.ts'
import { grantOf, insertEvent } from './order/event-store.ts'
import { lockBalance, post } from './order/ledger-store.ts'
import { openingOf } from './order/opening.ts'
import { type Order, orderTimes, stateName } from './order/order.ts'
import { notifyOrderChange } from './order/order-changes.ts'
import {
  insertOrder,
  lockOrder,
  orderByIdempotencyKey,
  orderByNo,
  ordersOf,
  pendingOrderOf,
} from './order/order-store.ts'
import { type Deal, makeDeal, type QuoteInput } from './order/quote.ts'
import { mailAboutOrder } from './settlement/order-mail.ts'
import { closeOrder, completeOrder } from './settlement/reconcile.ts'

export type OrderInput = QuoteInput & { network: NetworkCode; locale: Locale; idempotencyKey: string | null }

const ordersPerHour = { limit: 30, windowMs: hourMs }
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/**
 * Creates an order at today's price with a separate address; refuses a second unpaid order (712). The same
 * idempotency key returns the same order. Calls of one account are serialised, so a repeated call finds the first
 * one's result. Cases that are decided already are answered without the lock.
 */
export async function createOrder(ctx: Platform, actor: AccountActor, input: OrderInput): Promise<Order> {
  const network = networksOf(ctx.settings).find((candidate) => candidate.code === input.network)
  if (!network) throw refuse('network_unavailable', { param: 'network', values: { network: input.network } })
  const { db } = ctx.postgres
  const answered = await findEarlier(db, actor.accountId, input)
  if (answered) return answered
  // Only for calls without an idempotency key: a retry with a key must get its own order, not a refusal because of
  // it.
  if (input.idempotencyKey === null) await assertNothingUnpaid(db, actor.accountId)
  return ctx.postgres.transaction(async (tx) => {
    await lockBalance(tx, actor.accountId)
    const meanwhile = await findEarlier(tx, actor.accountId, input)
    if (meanwhile) return meanwhile
    await assertNothingUnpaid(tx, actor.accountId)
    const deal = await makeDeal(ctx, actor.accountId, input, tx)
    if (deal.price.payable > 0n) {
      assertLargeEnough(network, deal.price.payable)
      await assertReachable(ctx, tx, network)
    }
    const allowance = await ctx.limiter.take(`order:${actor.accountId}`, ordersPerHour)
    if (!allowance.allowed) throw refuse('too_often', { retryAfter: Math.ceil(allowance.resetMs / 1000) })
    return placeOrder(ctx, tx, actor, network, input, deal)
  })
}

async function placeOrder(
  ctx: Platform,
  tx: Tx,
  actor: AccountActor,
  network: Network,
  input: OrderInput,
  deal: Deal,
): Promise<Order> {
  const order = draft(ctx, actor.accountId, input, deal)
  const idempotency = input.idempotencyKey && { key: input.idempotencyKey, requestHash: requestText(input) }
  if (!(await insertOrder(tx, order, idempotency || null))) throw refuse('order_unpaid')
  await post(ctx, tx, {
    accountId: order.accountId,
    kind: 'order_credit',
    micro: -order.credit,
    orderNo: order.no,
    idem: `order-credit:${order.no}`,
  })
  await insertEvent(tx, order.no, order.createdAt, 'created')
  await ctx.postgres.audit(tx, actor, 'order.create', order.no, { planId: order.planId, payable: `${order.payable}` })
  await notifyOrderChange(ctx, tx, { orderNo: order.no, accountId: order.accountId })
  if (order.payable > 0n) {
    await giveAddress(ctx, tx, network, order)
    await mailAboutOrder(ctx, tx, order, { kind: 'created' })
    return order
  }
  const opening = await openingOf(ctx, tx, order, false)
  if (!opening) throw new Error(`order ${order.no} cannot be opened as it was just priced`)
  return completeOrder(ctx, tx, order, { opening, due: 0n, late: false })
}

/** Refuses once a payment is detected. Transfers after a cancellation become credit. */
export async function cancelOrder(ctx: Platform, actor: AccountActor, orderNo: string): Promise<Order> {
  return ctx.postgres.transaction(async (tx) => {
    await lockBalance(tx, actor.accountId)
    const order = await lockOrder(tx, orderNo)
    if (order?.accountId !== actor.accountId) throw refuse('not_found')
    if (order.status !== orderStatus.pending) {
      throw refuse('order_not_cancellable', { values: { state: stateName(order) }, extra: { status: order.status } })
    }
    const address = await addressOfOrder(tx, order.no)
    const payments = await orderPayments(ctx, tx, order, address)
    const verifying = address !== null && (address.rescanFrom !== null || address.rescans > 0)
    if (payments.length > 0 || verifying) throw refuse('payment_detected')
    const cancelled = await closeOrder(ctx, tx, order, orderStatus.cancelled)
    await ctx.postgres.audit(tx, actor, 'order.cancel', order.no)
    await notifyOrderChange(ctx, tx, { orderNo: order.no, accountId: order.accountId })
    return cancelled
  })
}

export async function ownOrder(ctx: Platform, actor: AccountActor, orderNo: string): Promise<Order> {
  const order = await orderByNo(ctx.postgres.db, orderNo)
  if (order?.accountId !== actor.accountId) throw refuse('not_found')
  return order
}

/** The end of the plan that this order opened, ms; null before the order is completed. */
export async function planEndOf(ctx: Platform, orderNo: string): Promise<number | null> {
  return (await grantOf(ctx.postgres.db, orderNo))?.expiresAt ?? null
}

export async function listOrders(ctx: Platform, actor: AccountActor, page: { page: number; size: number }) {
  return ordersOf(ctx.postgres.db, actor.accountId, page)
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
    createdAt: now,
    expiresAt: now + orderTimes.toPayMs,
    extended: false,
    closedAt: null,
    locale: input.locale,
    version: 1,
  }
}

/** An order number of the day and 40 random bits: easy to read out on the phone, but not guessable. */
function orderNumber(ctx: Platform, now: number): string {
  const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '')
  const letters = Array.from({ length: 8 }, () => alphabet[ctx.random.int(alphabet.length)])
  return `${day}-${letters.join('')}`
}

async function findEarlier(db: Db, accountId: string, input: OrderInput): Promise<Order | null> {
  if (input.idempotencyKey === null) return null
  const found = await orderByIdempotencyKey(db, accountId, input.idempotencyKey)
  if (found && found.requestHash !== requestText(input)) throw refuse('idempotency_mismatch')
  return found?.order ?? null
}

async function assertNothingUnpaid(db: Db, accountId: string): Promise<void> {
  const pending = await pendingOrderOf(db, accountId)
  if (pending) throw refuse('order_unpaid', { extra: { orderNo: pending.no } })
}

function requestText({ planId, period, network, keyId, coupon }: OrderInput): string {
  return JSON.stringify([planId, period, network, keyId, ...(coupon ? [coupon] : [])])
}

/** Sweeping a small amount may cost more than it yields. An order paid fully by credit is never too small. */
function assertLargeEnough({ code, minOrder }: Network, payable: Micro): void {
  if (payable >= minOrder) return
  throw refuse('order_below_minimum', { param: 'network', values: { network: code, minimum: formatMicro(minOrder) } })
}

/** Seconds after which another process, if there is one, watches the network. */
const unreadRetrySeconds = 10

/** Refuses an unwatched network: a customer must not be asked to pay on it. */
async function assertReachable(ctx: Platform, tx: Tx, network: Network): Promise<void> {
  const closed = whyClosed(network, await networkState(tx, network.code), ctx.clock.now())
  if (closed === null) return
  const again = isUnread(closed) ? { retryAfter: unreadRetrySeconds } : {}
  throw refuse('network_unavailable', { param: 'network', values: { network: network.code }, ...again })
}

/** Networks on which customers may pay: they have a fresh head, and neither a fault nor a person has stopped them. */
export async function reachableNetworks(ctx: Platform): Promise<Set<NetworkCode>> {
  const codes = new Set<NetworkCode>()
  for (const network of networksOf(ctx.settings)) {
    const state = await networkState(ctx.postgres.db, network.code)
    if (whyClosed(network, state, ctx.clock.now()) === null) codes.add(network.code)
  }
  return codes
}
