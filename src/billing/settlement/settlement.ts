import type { Micro } from '#src/contract/money.ts'
import type { LateReason } from '#src/contract/sales/late-reason.ts'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { inTime, type Order, orderTimes, type Payment, sum } from '../order/order.ts'

export type SettlementFacts = {
  now: number
  /** Block time up to which all transfers are known. An order expires only after this time has passed its deadline. */
  scannedTime: number
  /** True when a balance audit found money that the logs do not show yet. */
  verifying: boolean
  balance: Micro
  /** True when the customer has another order that waits for its money. */
  otherPending: boolean
  /** Whether the ordered plan can be opened. */
  sellable: boolean
  /** The changes since a timed-out order was made. */
  changes: readonly LateReason[]
}

/** `why`: the reasons why the payment of a timed-out order became credit. */
export type Decision =
  | { kind: 'wait'; why?: readonly LateReason[] }
  | { kind: 'complete'; late: boolean; due: Micro }
  | { kind: 'extend'; until: number }
  | { kind: 'time_out' }
  /** A payment came, but the plan can no longer be opened: the money is credit, and the order is closed permanently. */
  | { kind: 'give_up' }

/**
 * Decides the next state of an order from facts only. Call it again whenever a fact may have changed. It never undoes
 * a completion and never completes an order that its customer cancelled. The caller passes a timed-out order at its
 * current price.
 *
 *   0 pending   ── final payments cover the price ──────────────────► 1 completed
 *   0 pending   ── payments cover a part at the deadline ───────────► 0 pending, extended once
 *   0 pending   ── deadline scanned, no payment left to confirm ────► 3 timed out
 *   0 pending   ── a payment came, but the plan cannot be opened ───► 3 timed out, not applied
 *   3 timed out ── payments within 24 h cover the current price ────► 1 completed
 */
export function settle(order: Order, payments: readonly Payment[], facts: SettlementFacts): Decision {
  if (order.status === orderStatus.pending) return settlePending(order, payments, facts)
  if (order.status === orderStatus.timedOut && !order.notApplied) return settleLate(order, payments, facts)
  return { kind: 'wait' }
}

function settlePending(order: Order, payments: readonly Payment[], facts: SettlementFacts): Decision {
  const done = complete(order, sum(payments.filter((payment) => payment.final)), facts, false)
  if (done) return done
  const seenIsFinal = payments.every((payment) => payment.final)
  if (!facts.sellable && payments.length > 0 && seenIsFinal) return { kind: 'give_up' }
  if (facts.now < order.expiresAt) return { kind: 'wait' }
  if (facts.scannedTime < order.expiresAt + orderTimes.slackMs || facts.verifying) return { kind: 'wait' }
  if (payments.some((payment) => !payment.final && inTime(payment, order.expiresAt))) return { kind: 'wait' }
  if (!facts.sellable && payments.length > 0) return { kind: 'give_up' }
  const short = payments.length > 0 && sum(payments) < order.payable
  if (short && !order.extended) return { kind: 'extend', until: facts.now + orderTimes.extensionMs }
  return { kind: 'time_out' }
}

function settleLate(order: Order, payments: readonly Payment[], facts: SettlementFacts): Decision {
  const graceEnd = order.expiresAt + orderTimes.lateGraceMs
  const counted = payments.filter(
    (payment) => payment.final && (payment.blockTime <= graceEnd || payment.firstSeenAt <= graceEnd),
  )
  const received = sum(counted)
  const done = facts.otherPending ? null : complete(order, received, facts, true)
  return done ?? { kind: 'wait', why: whyCredit(order, received, facts) }
}

function whyCredit(order: Order, received: Micro, facts: SettlementFacts): readonly LateReason[] {
  if (received === 0n) return ['too_late']
  if (facts.otherPending) return ['order_open']
  if (!facts.sellable) return facts.changes
  if (received >= order.payable) return ['credit_used']
  return facts.changes.length > 0 ? facts.changes : ['too_little']
}

/**
 * Completes an order if its money suffices; otherwise null. A late order also needs its credit, which was returned at
 * the deadline, in the balance again.
 */
function complete(order: Order, received: Micro, facts: SettlementFacts, late: boolean): Decision | null {
  if (received === 0n || received < order.payable || !facts.sellable) return null
  const due = late ? order.payable + order.credit : order.payable
  return facts.balance < due ? null : { kind: 'complete', late, due }
}
