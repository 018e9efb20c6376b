import type { Locale } from '#src/contract/locale.ts'
import type { Micro } from '#src/contract/money.ts'
import type { LateReason } from '#src/contract/sales/late-reason.ts'
import { type OrderStatus, orderStatus } from '#src/contract/sales/order-status.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import type { Period } from '#src/plans/plan.ts'
import type { NetworkCode } from '../chains/network.ts'

export function stateName({ status }: { status: OrderStatus }): 'pending' | 'completed' | 'cancelled' | 'timed_out' {
  switch (status) {
    case orderStatus.pending:
      return 'pending'
    case orderStatus.completed:
      return 'completed'
    case orderStatus.cancelled:
      return 'cancelled'
    case orderStatus.timedOut:
      return 'timed_out'
  }
}

export type OrderKind = 'purchase' | 'renewal' | 'upgrade'

/** The agreement of an order, and its outcome. Times in ms, money in micro-USDT. */
export type Order = {
  no: string
  accountId: string
  kind: OrderKind
  planId: string
  planEdition: number
  period: Period
  months: number
  /** The key that the order renews or upgrades, or the new key once it is created. */
  keyId: string | null
  fromPlanId: string | null
  /** The expiry, at the time of the quote, of the key to be upgraded. */
  keyExpiresAt: number | null
  network: NetworkCode
  list: Micro
  discount: Micro
  couponCode: string | null
  couponDiscount: Micro
  upgradeDifference: Micro
  credit: Micro
  payable: Micro
  status: OrderStatus
  late: boolean
  /**
   * True when a payment came, but the order was closed because its plan could not be opened. The money stays credit
   * permanently.
   */
  notApplied: boolean
  /** The reasons why a payment after the deadline did not buy at the agreed price. */
  lateReasons: readonly LateReason[]
  /** The amount that would have bought the plan when the late payment came. */
  lateDue: Micro | null
  createdAt: number
  expiresAt: number
  extended: boolean
  closedAt: number | null
  locale: Locale
  version: number
}

/** A transfer on a block believed to be canonical. */
export type Payment = {
  value: Micro
  final: boolean
  blockNumber: number
  blockTime: number
  firstSeenAt: number
}

/** The state of an order's payment; derived, never stored. */
export type PaymentState = 'waiting' | 'partial' | 'confirming' | 'paid'

export type PaymentView = {
  payment: PaymentState
  flags: ('over' | 'late' | 'not_applied')[]
  received: Micro
  final: Micro
  /** A payment was detected, so the countdown stops. */
  detected: boolean
}

export const orderTimes = {
  toPayMs: 30 * minuteMs,
  extensionMs: 30 * minuteMs,
  /** Block clocks differ from ours: a transfer up to this long after the deadline is in time. */
  slackMs: minuteMs,
  lateGraceMs: dayMs,
  watchMs: 90 * dayMs,
} as const

/** The amount that completing an order by hand consumes; null when the order is neither pending nor timed out. */
export function dueByHand({ status, payable, credit }: Order): Micro | null {
  if (status === orderStatus.pending) return payable
  // The order's credit was returned when it timed out.
  return status === orderStatus.timedOut ? payable + credit : null
}

/** The payments that count for an order. Dust does not count, unless it completes the order. */
export function countedPayments<P extends Payment>(order: Order, payments: readonly P[], dust: Micro): P[] {
  const from = dust < order.payable ? dust : order.payable
  const counted = payments.filter((payment) => payment.value >= from)
  if (sum(counted) >= order.payable) return counted
  return sum(payments) >= order.payable ? [...payments] : counted
}

export function viewPayments(order: Order, payments: readonly Payment[]): PaymentView {
  const received = sum(payments)
  const final = sum(payments.filter((payment) => payment.final))
  const flags: PaymentView['flags'] = []
  if (received > order.payable) flags.push('over')
  if (order.late || payments.some((payment) => isLate(order, payment))) flags.push('late')
  if (order.notApplied) flags.push('not_applied')
  return {
    payment: state(order, received, final),
    flags,
    received,
    final,
    detected: final < received,
  }
}

export function sum(payments: readonly Payment[]): Micro {
  return payments.reduce((total, payment) => total + payment.value, 0n)
}

/** Whether a payment came too late: after the cancellation of a cancelled order, otherwise after the order's expiry. */
function isLate(order: Order, payment: Payment): boolean {
  const deadline = order.status === orderStatus.cancelled ? (order.closedAt ?? order.expiresAt) : order.expiresAt
  return !inTime(payment, deadline)
}

export function inTime(payment: Payment, deadline: number): boolean {
  return payment.blockTime <= deadline + orderTimes.slackMs || payment.firstSeenAt <= deadline
}

function state(order: Order, received: Micro, final: Micro): PaymentState {
  if (order.status === orderStatus.completed || (final > 0n && final >= order.payable)) return 'paid'
  if (received === 0n) return 'waiting'
  return received >= order.payable ? 'confirming' : 'partial'
}
