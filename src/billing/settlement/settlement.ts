import type { Micro } from '#src/contract/money.ts'
import { orderStatus } from '#src/contract/order-status.ts'
import { inTime, type Order, orderTimes, type Payment, sum } from '../order/order.ts'

/** What is known beside the order and its payments. */
export type SettlementFacts = {
  now: number
  /** Block time up to which every transfer has been looked for; before it passes the deadline nothing expires. */
  scannedTime: number
  /** A balance audit found money that the logs do not show yet. */
  verifying: boolean
  tolerance: Micro
  /** What the customer's ledger holds at this moment. */
  balance: Micro
  /** The customer has another order that waits for its money. */
  newerPending: boolean
  /** What was quoted can still be opened at the quoted price. */
  sellable: boolean
}

export type Decision =
  | { kind: 'wait' }
  /** Consumes `due` from the ledger and opens the plan. */
  | { kind: 'complete'; late: boolean; due: Micro }
  | { kind: 'extend'; until: number }
  | { kind: 'time_out' }
  /** It was paid, but cannot be opened any more: the money is credit at once, and the order is closed for good. */
  | { kind: 'give_up' }

/**
 * What becomes of an order, from facts alone. Evaluated again whenever one of them may have changed; it never undoes a
 * completion and never completes what its customer cancelled.
 *
 *   0 pending ──final money ≥ due──────────────────────────────► 1 completed
 *      │  ▲ partial at the deadline: extended once                ▲
 *      ├──deadline passed, chain scanned past it, nothing under way──► 3 timed out ──all of it within 24 h──┘
 *      └──paid, and no longer to be opened──► 3 timed out, given up
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

/** The credit of a timed-out order went back to its customer, so a late completion needs it to be there again. */
function complete(order: Order, received: Micro, facts: SettlementFacts, late: boolean): Decision | null {
  if (received === 0n || received + facts.tolerance < order.payable || !facts.sellable) return null
  const owed = received < order.payable ? received : order.payable
  const due = late ? owed + order.credit : owed
  return facts.balance < due ? null : { kind: 'complete', late, due }
}
