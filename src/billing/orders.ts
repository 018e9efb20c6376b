import { refuse } from '#src/contract/errors.ts'
import { formatMicro, type Micro } from '#src/contract/money.ts'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { hourMs, minuteMs } from '#src/contract/time.ts'
import { renewCatalogue } from '#src/plans/editions/follow.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Db, Platform, Tx } from '#src/platform/platform.ts'
import { type Network, type NetworkCode, networkNamed, networksOf } from './chains/network.ts'
import { addressOfOrder } from './deposits/deposit-store.ts'
import { orderPayments } from './deposits/order-payments.ts'
import { isUnread, whyClosed } from './networks/network-health.ts'
import { networkState } from './networks/network-store.ts'
import { lockBalance } from './order/ledger-store.ts'
import { type Order, stateName } from './order/order.ts'
import { notifyOrderChange } from './order/order-changes.ts'
import {
  coveredOrderSince,
  lockOrder,
  type OrderFilter,
  orderByIdempotencyKey,
  orderByNo,
  ordersOf,
  pendingOrderOf,
} from './order/order-store.ts'
import { makeDeal } from './order/quote.ts'
import { type OrderInput, placeOrder, requestText } from './settlement/place-order.ts'
import { closeOrder } from './settlement/reconcile.ts'

const ordersPerHour = { limit: 30, windowMs: hourMs }

/**
 * Creates an order at today's price with a separate address; refuses a second unpaid order (`order_unpaid`). A repeated
 * call returns the first order: with the same idempotency key, or within a minute without a key if credit covered it.
 * Calls of one account wait for each other, except a repeated call that finds the first order at once.
 */
export async function createOrder(ctx: Platform, actor: AccountActor, input: OrderInput): Promise<Order> {
  const network = networkNamed(ctx.settings, input.network)
  const { db } = ctx.postgres
  const answered = await findEarlier(db, actor.accountId, ctx.clock.now(), input)
  if (answered) return answered
  // A call with an idempotency key is not checked here, because a retry must get its first order, not a refusal because
  // of that order.
  if (input.idempotencyKey === null) await assertNothingUnpaid(db, actor.accountId)
  return ctx.postgres.transaction(async (tx) => {
    await lockBalance(tx, actor.accountId)
    const meanwhile = await findEarlier(tx, actor.accountId, ctx.clock.now(), input)
    if (meanwhile) return meanwhile
    await assertNothingUnpaid(tx, actor.accountId)
    await renewCatalogue(ctx, tx)
    const deal = await makeDeal(ctx, actor.accountId, input, tx)
    if (deal.price.payable > 0n) {
      assertLargeEnough(network, deal.price.payable)
      await assertReachable(ctx, tx, network)
    }
    const allowance = await ctx.limiter.take(`order:${actor.accountId}`, ordersPerHour)
    if (!allowance.allowed) throw refuse('too_often', { retryAfter: Math.ceil(allowance.resetMs / 1000) })
    return placeOrder(ctx, tx, { by: actor, accountId: actor.accountId, network, input, deal })
  })
}

/** Cancels an order; refuses once a payment is detected. Transfers after a cancellation become credit. */
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

export async function listOrders(
  ctx: Platform,
  actor: AccountActor,
  page: { page: number; size: number },
  filter: OrderFilter = {},
) {
  return ordersOf(ctx.postgres.db, actor.accountId, page, filter)
}

/** Within this time, ms, an equal call without an idempotency key returns the same order, if credit covered it. */
const repeatMs = minuteMs

async function findEarlier(db: Db, accountId: string, now: number, input: OrderInput): Promise<Order | null> {
  if (input.idempotencyKey === null) return findRepeated(db, accountId, now, input)
  const found = await orderByIdempotencyKey(db, accountId, input.idempotencyKey)
  if (found && found.requestHash !== requestText(input)) throw refuse('idempotency_mismatch')
  return found?.order ?? null
}

/** The order that this call repeats. Calls that each make a new key are separate orders. */
async function findRepeated(db: Db, accountId: string, now: number, input: OrderInput): Promise<Order | null> {
  if (input.keyId === null && !input.planId.startsWith('integrated-')) return null
  return coveredOrderSince(db, accountId, requestText(input), now - repeatMs)
}

async function assertNothingUnpaid(db: Db, accountId: string): Promise<void> {
  const pending = await pendingOrderOf(db, accountId)
  if (pending) throw refuse('order_unpaid', { extra: { orderNo: pending.no } })
}

/** Sweeping a small amount may cost more than the amount. An order paid fully by credit is never too small. */
function assertLargeEnough({ code, minOrder }: Network, payable: Micro): void {
  if (payable >= minOrder) return
  throw refuse('order_below_minimum', { param: 'network', values: { network: code, minimum: formatMicro(minOrder) } })
}

/** The time, in seconds, within which another process takes over the networks of a process that has ended. */
const unreadRetrySeconds = 10

/** Refuses a closed network. If its scans fail, the refusal has a time to retry: another process may take over. */
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
