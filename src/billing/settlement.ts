import type { Micro } from '#src/contract/money.ts'
import { inTime, type Order, orderStatus, orderTimes, type Payment, sum } from './order.ts'

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

/**
 * What becomes of an order, from facts alone. Evaluated again whenever one of them may have changed; it never undoes a
 * completion and never completes what its customer cancelled.
 *
 *   0 pending ──final money ≥ due──────────────────────────────► 1 completed
 *      │  ▲ partial at the deadline: extended once                ▲
 *      └──deadline passed, chain scanned past it, nothing under way──► 3 timed out ──all of it within 24 h──┘
 */
export function settle(order: Order, payments: readonly Payment[], facts: SettlementFacts): Decision {
  if (order.status === orderStatus.pending) return settlePending(order, payments, facts)
  if (order.status === orderStatus.timedOut) return settleLate(order, payments, facts)
  return { kind: 'wait' }
}

function settlePending(order: Order, payments: readonly Payment[], facts: SettlementFacts): Decision {
  const final = payments.filter((payment) => payment.final)
  const inOrder = sum(final)
  if (inOrder > 0n && inOrder + facts.tolerance >= order.payable) return complete(order, inOrder, facts, false)
  if (facts.now < order.expiresAt) return { kind: 'wait' }
  if (facts.scannedTime < order.expiresAt + orderTimes.slackMs || facts.verifying) return { kind: 'wait' }
  if (payments.some((payment) => !payment.final && inTime(payment, order.expiresAt))) return { kind: 'wait' }
  if (payments.length > 0 && !order.extended) return { kind: 'extend', until: facts.now + orderTimes.extensionMs }
  return { kind: 'time_out' }
}

/** The credit went back to the customer when the order timed out, so all of it has to be there again. */
function settleLate(order: Order, payments: readonly Payment[], facts: SettlementFacts): Decision {
  const final = payments.filter((payment) => payment.final)
  const graceEnd = order.firstExpiresAt + orderTimes.lateGraceMs
  const counted = final.filter((payment) => payment.blockTime <= graceEnd || payment.firstSeenAt <= graceEnd)
  const inOrder = sum(counted)
  if (inOrder === 0n || inOrder + facts.tolerance < order.payable) return { kind: 'wait' }
  if (facts.newerPending || !facts.sellable) return { kind: 'wait' }
  return complete(order, inOrder, facts, true)
}

function complete(order: Order, inOrder: Micro, facts: SettlementFacts, late: boolean): Decision {
  const owed = inOrder < order.payable ? inOrder : order.payable
  const due = late ? owed + order.credit : owed
  if (facts.balance < due || (!late && !facts.sellable)) return { kind: 'wait' }
  return { kind: 'complete', late, due }
}
