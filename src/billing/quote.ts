import type { Quote } from '#src/contract/billing.ts'
import { refuse } from '#src/contract/errors.ts'
import { currency, formatMicro } from '#src/contract/money.ts'
import { subscriptionsOfAccount } from '#src/keys/integrated-key.ts'
import { isSold, periodTerms, planById } from '#src/plans/catalogue.ts'
import type { Period, Plan } from '#src/plans/plan.ts'
import { addMonths, daysLeft, type Price, purchasePrice, upgradePrice } from '#src/plans/price.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { balanceOf } from './ledger.ts'
import { hasCompletedOrder } from './order-store.ts'
import { chooseTarget, type Target } from './target.ts'

export type QuoteInput = { planId: string; period: Period; keyId: string | null }

/** A price and what it buys, from the state of the account at this moment. */
export type Deal = {
  plan: Plan & { price: bigint }
  target: Target
  price: Price
  days: number | null
  planExpiresAt: number
}

/** Refuses 713, 727, 728, an unknown plan, and a key that is not there. Pass `tx` to price under the account's lock. */
export async function makeDeal(ctx: Platform, accountId: string, input: QuoteInput, tx?: Tx): Promise<Deal> {
  const db = tx ?? ctx.postgres.db
  const plan = planById(input.planId)
  if (!plan) throw refuse('invalid_parameter', { param: 'planId' })
  const now = ctx.clock.now()
  const target = chooseTarget(plan, await subscriptionsOfAccount(ctx, accountId, tx), input.keyId, now)
  if ('problem' in target) throw refuse(target.problem, target.param ? { param: target.param } : {})
  if (!isSold(plan)) throw refuse('plan_customised')
  const balance = await balanceOf(db, accountId)
  if (target.kind === 'upgrade') {
    const from = planById(target.key.planId, target.key.planEdition)
    if (!from) throw new Error(`plan ${target.key.planId} is not in the catalogue`)
    const days = daysLeft(target.key.expiresAt, now)
    return { plan, target, days, price: upgradePrice(from, plan, days, balance), planExpiresAt: target.key.expiresAt }
  }
  const newcomer = !(await hasCompletedOrder(db, accountId))
  const start = target.kind === 'renewal' ? Math.max(now, target.key.expiresAt) : now
  return {
    plan,
    target,
    days: null,
    price: purchasePrice(plan, input.period, newcomer, balance),
    planExpiresAt: addMonths(start, periodTerms(input.period).months),
  }
}

export function presentQuote({ target, price, days, planExpiresAt }: Deal): Quote {
  return {
    kind: target.kind,
    list: formatMicro(price.list),
    discount: formatMicro(price.discount),
    upgradeDifference: formatMicro(price.upgradeDifference),
    credit: formatMicro(price.credit),
    payable: formatMicro(price.payable),
    currency,
    daysLeft: days,
    planExpiresAt,
  }
}
