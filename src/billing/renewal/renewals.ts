import type { WireRenewal } from '#src/contract/account/renewals.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { formatMicro } from '#src/contract/money.ts'
import { subscriptionsOfAccount } from '#src/keys/integrated-key.ts'
import { allowanceId, freeKeyExpiry, isCustomised, type Key, planOf } from '#src/keys/key/key.ts'
import { type Catalogue, catalogueOf } from '#src/plans/catalogue.ts'
import { planName } from '#src/plans/name.ts'
import { compareTiers, isSold, type Plan } from '#src/plans/plan.ts'
import { purchasePrice } from '#src/plans/price.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { lockBalance } from '../order/ledger-store.ts'
import { hasCompletedOrder } from '../order/order-store.ts'
import type { NextPlan, Renewal } from './renewal.ts'
import { putRenewal, renewalsOf, renewalsOfAccount } from './renewal-store.ts'

export type RenewalChoice = { keyId: string; automatic: boolean; next: NextPlan | null }

/** The paid subscriptions of an account that can be renewed automatically, in the order in which they end. */
export async function listRenewals(ctx: Platform, { accountId }: AccountActor, locale: Locale): Promise<WireRenewal[]> {
  const renewals = new Map((await renewalsOfAccount(ctx.postgres.db, accountId)).map((one) => [one.allowanceId, one]))
  const keys = (await subscriptionsOfAccount(ctx, accountId)).filter((key) => isRenewable(ctx, key))
  const newcomer = !(await hasCompletedOrder(ctx.postgres.db, accountId))
  return keys
    .toSorted((a, b) => a.expiresAt - b.expiresAt)
    .map((key) => present(ctx, key, renewals.get(allowanceId(key)) ?? none(key), { locale, newcomer }))
}

/** Stores the choice for the end of a subscription. A lower plan can follow only at the end of the term. */
export async function chooseRenewal(
  ctx: Platform,
  actor: AccountActor,
  { keyId, automatic, next }: RenewalChoice,
  locale: Locale,
): Promise<WireRenewal> {
  return ctx.postgres.transaction(async (tx) => {
    await lockBalance(tx, actor.accountId)
    const key = (await subscriptionsOfAccount(ctx, actor.accountId, tx)).find(({ id }) => id === keyId)
    if (!key) throw refuse('not_found')
    const catalogue = catalogueOf(ctx)
    if (isCustomised(catalogue, key)) throw refuse('plan_customised')
    if (!isRenewable(ctx, key)) throw refuse('not_found')
    if (next && !lowerPlans(catalogue, key).some(({ id }) => id === next.planId))
      throw refuse('invalid_parameter', { param: 'next' })
    const before = (await renewalsOf(tx, [allowanceId(key)])).get(allowanceId(key)) ?? none(key)
    const renewal = { ...before, automatic, next, announced: null, reportedEnd: null }
    await putRenewal(tx, renewal, ctx.clock.now())
    await ctx.postgres.audit(tx, actor, 'renewal.choose', key.id, { automatic, next })
    const newcomer = !(await hasCompletedOrder(tx, actor.accountId))
    return present(ctx, key, renewal, { locale, newcomer })
  })
}

/** The plan and period that the order at the end of the term buys. */
export function followingPlan(key: Key, { next }: Renewal): NextPlan {
  return next ?? { planId: key.planId, period: key.term.period }
}

function none(key: Key): Renewal {
  const { accountId } = key
  return { allowanceId: allowanceId(key), accountId, automatic: false, next: null, announced: null, reportedEnd: null }
}

function isRenewable(ctx: Platform, key: Key): boolean {
  const catalogue = catalogueOf(ctx)
  const isPaid = key.expiresAt < freeKeyExpiry && isSold(planOf(catalogue, key))
  return isPaid && key.expiresAt > ctx.clock.now() && !isCustomised(catalogue, key)
}

function lowerPlans({ plans }: Catalogue, key: Key): Plan[] {
  const tier = plans.find(({ id }) => id === key.planId)?.tier
  return tier === undefined
    ? []
    : plans.filter((plan) => plan.market === key.market && isSold(plan) && compareTiers(plan.tier, tier) < 0)
}

function present(
  ctx: Platform,
  key: Key,
  renewal: Renewal,
  { locale, newcomer }: { locale: Locale; newcomer: boolean },
): WireRenewal {
  const catalogue = catalogueOf(ctx)
  const { automatic, next } = renewal
  const { planId, period } = followingPlan(key, renewal)
  const following = catalogue.planById(planId)
  const follows = (automatic || next !== null) && following !== null && isSold(following)
  return {
    keyId: key.id,
    planName: planName(planOf(catalogue, key), locale),
    period: key.term.period,
    endsAt: key.expiresAt,
    automatic,
    next: next && { ...next, planName: following ? planName(following, locale) : next.planId },
    price: follows ? formatMicro(purchasePrice(following, period, newcomer, 0n).payable) : null,
    lower: lowerPlans(catalogue, key).map((plan) => ({ planId: plan.id, planName: planName(plan, locale) })),
  }
}
