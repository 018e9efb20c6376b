import type { Micro } from '#src/contract/money.ts'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { inTime, type Order, orderTimes, type Payment, sum } from '../order/order.ts'

export type SettlementFacts = {
  now: number
  /** Block time up to which all transfers are known. Nothing expires before it passes the deadline. */
  scannedTime: number
  /** True when a balance audit found money that the logs do not show yet. */
  verifying: boolean
  tolerance: Micro
  balance: Micro
  /** True when the customer has another order that waits for its money. */
  newerPending: boolean
  /** Whether the ordered plan can still be opened at the order's price. */
  sellable: boolean
}

export type Decision =
  | { kind: 'wait' }
  | { kind: 'complete'; late: boolean; due: Micro }
  | { kind: 'extend'; until: number }
  | { kind: 'time_out' }
  /** Paid, but it cannot be opened any more: the money is credit at once, and the order is closed permanently. */
  | { kind: 'give_up' }

/**
 * Decides the next state of an order from facts only. Call it again whenever a fact may have changed. It never undoes
 * a completion and never completes an order that its customer cancelled.
 *
 *   0 pending ──final money ≥ due──────────────────────────────► 1 completed
 *      │  ▲ partial at the deadline: extended once                ▲
 *      ├──deadline passed, chain scanned past it, nothing under way──► 3 timed out ──all of it within 24 h──┘
 *      └──paid, but the plan cannot be opened──► 3 timed out, given up
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
  const short = payments.length > 0 && sum(payments) + facts.tolerance < order.payable
  if (short && !order.extended) return { kind: 'extend', until: facts.now + orderTimes.extensionMs }
  return { kind: 'time_out' }
}

function settleLate(order: Order, payments: readonly Payment[], facts: SettlementFacts): Decision {
  if (facts.newerPending) return { kind: 'wait' }
  const graceEnd = order.expiresAt + orderTimes.lateGraceMs
  const counted = payments.filter(
    (payment) => payment.final && (payment.blockTime <= graceEnd || payment.firstSeenAt <= graceEnd),
  )
  return complete(order, sum(counted), facts, true) ?? { kind: 'wait' }
}

/** Completes an order if its money suffices, else null. A late one needs its returned credit in the balance again. */
function complete(order: Order, received: Micro, facts: SettlementFacts, late: boolean): Decision | null {
  if (received === 0n || received + facts.tolerance < order.payable || !facts.sellable) return null
  const owed = received < order.payable ? received : order.payable
  const due = late ? owed + order.credit : owed
  return facts.balance < due ? null : { kind: 'complete', late, due }
}
