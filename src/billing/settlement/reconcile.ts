import { contactOf } from '#src/accounts/sessions/profile.ts'
import type { Micro } from '#src/contract/money.ts'
import type { LateReason } from '#src/contract/sales/late-reason.ts'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { addressOfOrder } from '../deposits/deposit-store.ts'
import { openIncident } from '../deposits/incident-store.ts'
import { orderPayments } from '../deposits/order-payments.ts'
import { networkState } from '../networks/network-store.ts'
import { insertEvent, insertGrant } from '../order/event-store.ts'
import { type LateOffer, lateOffer } from '../order/late-offer.ts'
import { lockBalance, post } from '../order/ledger-store.ts'
import { type Opening, open, openingOf } from '../order/opening.ts'
import { type Order, sum } from '../order/order.ts'
import { notifyOrderChange } from '../order/order-changes.ts'
import { hasOtherPending, lockOrder, raiseVersion, repriceOrder, updateOrder } from '../order/order-store.ts'
import { issueReceipt } from '../papers/papers.ts'
import { dustSettings } from '../settings.ts'
import { dropCreditNotices, noteCredit } from './notice-store.ts'
import { mailAboutOrder } from './order-mail.ts'
import { settle } from './settlement.ts'

const actor = { kind: 'system', name: 'payments' } as const

export type Reconciliation = {
  accountId: string
  orderNo: string
  /** True when the caller has just posted or rejected a deposit, so that readers of the order must be notified. */
  moneyMoved: boolean
  /** The posted amount, micro-USDT. */
  credited?: Micro
}

/**
 * Evaluates an order and its money again, inside the caller's transaction. Status, ledger, subscription, mail and
 * notifications change together or not at all. Locks the customer's balance before the order, as other transactions
 * about money do.
 */
export async function reconcileOrder(ctx: Platform, tx: Tx, input: Reconciliation): Promise<void> {
  const balance = await lockBalance(tx, input.accountId)
  const order = await lockOrder(tx, input.orderNo)
  if (!order) return
  const address = await addressOfOrder(tx, order.no)
  const state = await networkState(tx, order.network)
  const offer = await offerOf(ctx, tx, order)
  const { opening } = offer
  const payments = await orderPayments(ctx, tx, offer.order, address)
  const received = sum(payments.filter(({ final }) => final))
  const decision = settle(offer.order, payments, {
    now: ctx.clock.now(),
    // Time 0 while a person has paused the network, so that nothing expires.
    scannedTime: state && state.pausedAt === null ? state.scannedTime : 0,
    verifying: address !== null && (address.rescanFrom !== null || address.rescans > 0),
    balance,
    otherPending: await hasOtherPending(tx, order),
    sellable: opening !== null,
    changes: offer.reasons,
  })
  switch (decision.kind) {
    case 'complete':
      if (opening) {
        const { due, late } = decision
        await completeOrder(ctx, tx, offer, { opening, due, late, received })
      }
      break
    case 'extend':
      await extendOrder(ctx, tx, order, decision.until, order.payable - sum(payments))
      break
    case 'time_out':
      await timeOutOrder(ctx, tx, order, received)
      break
    case 'give_up':
      await giveUpOrder(ctx, tx, order, received)
      break
    case 'wait':
      if (input.moneyMoved) await noteMoney(ctx, tx, offer.order, input.credited ?? 0n, decision.why ?? [])
  }
  if (input.moneyMoved || decision.kind !== 'wait')
    await notifyOrderChange(ctx, tx, { orderNo: order.no, accountId: order.accountId })
}

/**
 * The offer for the order's money: at the current price for a timed-out order, otherwise at the agreed price. For a
 * deleted account nothing can be opened.
 */
export async function offerOf(ctx: Platform, tx: Tx, order: Order): Promise<LateOffer> {
  if (!(await contactOf(tx, order.accountId))) return { order, opening: null, reasons: [] }
  if (order.status === orderStatus.timedOut) return lateOffer(ctx, order, tx)
  return { order, opening: await openingOf(ctx, tx, order), reasons: [] }
}

/**
 * `received`: the sum of the final payments; the part above the order's price is credit. `automatic`: credit renewed
 * the plan.
 */
type Completion = { opening: Opening; due: Micro; late: boolean; received: Micro; automatic?: boolean }

/** Consumes the money and opens the plan. Unique keys of ledger and grant prevent a second completion. */
export async function completeOrder(
  ctx: Platform,
  tx: Tx,
  { order, reasons }: Pick<LateOffer, 'order' | 'reasons'>,
  { opening, due, late, received, automatic = false }: Completion,
): Promise<Order> {
  const now = ctx.clock.now()
  await post(ctx, tx, {
    accountId: order.accountId,
    kind: 'order',
    micro: -due,
    orderNo: order.no,
    idem: `order:${order.no}`,
  })
  const keyId = await open(ctx, tx, actor, order.accountId, opening)
  await insertGrant(tx, { orderNo: order.no, keyId, planId: opening.plan.id, expiresAt: opening.expiresAt, at: now })
  if (late) await repriceOrder(tx, order)
  const change = { status: orderStatus.completed, late, lateReasons: reasons, lateDue: null, closedAt: now, keyId }
  const completed = await updateOrder(tx, order, change)
  await dropCreditNotices(tx, order.no)
  await insertEvent(tx, order.no, now, 'completed', { due: due.toString(), late })
  await ctx.postgres.audit(tx, actor, 'order.complete', order.no, { due: due.toString(), late, keyId })
  const surplus = received > order.payable ? received - order.payable : 0n
  await mailAboutOrder(ctx, tx, completed, {
    kind: 'completed',
    planExpiresAt: opening.expiresAt,
    surplus,
    automatic,
  })
  await issueReceipt(ctx, tx, completed, { from: serviceStart(order, opening, now), to: opening.expiresAt })
  return completed
}

/** A renewal begins where the running term ends; every other order begins at once. */
function serviceStart(order: Order, { key }: Opening, now: number): number {
  return order.kind === 'renewal' && key ? Math.max(now, key.expiresAt) : now
}

export async function closeOrder(
  ctx: Platform,
  tx: Tx,
  order: Order,
  status: typeof orderStatus.cancelled | typeof orderStatus.timedOut,
  notApplied = false,
): Promise<Order> {
  const now = ctx.clock.now()
  await post(ctx, tx, {
    accountId: order.accountId,
    kind: 'credit_return',
    micro: order.credit,
    orderNo: order.no,
    idem: `credit-return:${order.no}`,
  })
  const closed = await updateOrder(tx, order, { status, closedAt: now, notApplied })
  const event = status === orderStatus.cancelled ? 'cancelled' : notApplied ? 'not_applied' : 'timed_out'
  await insertEvent(tx, order.no, now, event)
  return closed
}

async function timeOutOrder(ctx: Platform, tx: Tx, order: Order, received: Micro): Promise<void> {
  const closed = await closeOrder(ctx, tx, order, orderStatus.timedOut)
  await ctx.postgres.audit(tx, actor, 'order.time_out', order.no, { received: received.toString() })
  await mailAboutOrder(ctx, tx, closed, { kind: received > 0n ? 'timed_out_partial' : 'timed_out', received })
}

/**
 * Closes an order whose plan can no longer be opened, for example because its key changed. The customer gets a mail and
 * may order again.
 */
async function giveUpOrder(ctx: Platform, tx: Tx, order: Order, received: Micro): Promise<void> {
  const closed = await closeOrder(ctx, tx, order, orderStatus.timedOut, true)
  await ctx.postgres.audit(tx, actor, 'order.give_up', order.no, { received: received.toString() })
  if (received >= order.payable) {
    await openIncident(tx, { network: order.network, kind: 'not_openable', subject: order.no, at: ctx.clock.now() })
  }
  await mailAboutOrder(ctx, tx, closed, { kind: 'not_applied', received })
}

async function extendOrder(ctx: Platform, tx: Tx, order: Order, until: number, missing: bigint): Promise<void> {
  const extended = await updateOrder(tx, order, { expiresAt: until, extended: true })
  await insertEvent(tx, order.no, ctx.clock.now(), 'extended', { missing: missing.toString() })
  await ctx.postgres.audit(tx, actor, 'order.extend', order.no, { until })
  await mailAboutOrder(ctx, tx, extended, { kind: 'partial', missing })
}

/**
 * Notes booked money that did not complete the order. The customer of a closed order gets a mail about the credit,
 * unless it is dust; a pending order only gets a new version.
 */
async function noteMoney(
  ctx: Platform,
  tx: Tx,
  order: Order,
  credited: Micro,
  why: readonly LateReason[],
): Promise<void> {
  if (order.status === orderStatus.pending) {
    await raiseVersion(tx, order)
    return
  }
  if (credited < ctx.settings.of(dustSettings).dust || credited === 0n) return
  const lateReasons = why.length > 0 ? why : order.lateReasons
  await updateOrder(tx, order, { lateReasons, lateDue: why.length > 0 ? order.payable : order.lateDue })
  await insertEvent(tx, order.no, ctx.clock.now(), 'credited', { received: credited.toString(), why })
  await noteCredit(tx, { accountId: order.accountId, orderNo: order.no, micro: credited, at: ctx.clock.now() })
}
