import type { Micro } from '#src/contract/money.ts'
import { dayMs, hourMs } from '#src/contract/time.ts'
import type { Period } from '#src/plans/plan.ts'

/** The plan that follows when a subscription ends. */
export type NextPlan = { planId: string; period: Period }

/**
 * A customer's choice for the end of a subscription. `automatic`: credit renews the subscription. `announced`: the
 * end and price in the last mail before a renewal, and the time of that mail. `reportedEnd`: the end for which a mail
 * reported that nothing was bought. Times in ms.
 */
export type Renewal = {
  allowanceId: string
  accountId: string
  automatic: boolean
  next: NextPlan | null
  announced: { end: number; at: number; price: Micro } | null
  reportedEnd: number | null
}

export const renewalTimes = { announceMs: 7 * dayMs, renewMs: 3 * dayMs, noticeMs: dayMs, lastMs: hourMs } as const

/** Whether a mail has announced this term at this price or a higher price. */
export function isAnnounced({ announced }: Renewal, end: number, price: Micro): boolean {
  return announced !== null && announced.end === end && announced.price >= price
}

/**
 * The time of the order for an announced term. A lower plan is ordered at the end of the term. A renewal is ordered
 * three days before the end but at least one day after the mail, and one hour before the end at the latest.
 */
export function orderFrom({ next, announced }: Renewal, end: number): number {
  if (next) return end
  const noticed = (announced?.at ?? 0) + renewalTimes.noticeMs
  return Math.min(Math.max(end - renewalTimes.renewMs, noticed), end - renewalTimes.lastMs)
}
