import { addressesOf } from '#src/accounts/sessions/profile.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { formatMicro, type Micro, parseMicro } from '#src/contract/money.ts'
import { couponUsesRoute } from '#src/contract/operator/plans/coupons.ts'
import { grantDealRoute, listDealsRoute, plansReachRoute } from '#src/contract/operator/plans/editions.ts'
import { countSubscriptions, listCustomised } from '#src/keys/subscriptions/subscription-counts.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { planName } from '#src/plans/name.ts'
import type { Api } from '#src/platform/http/api.ts'
import type { Platform } from '#src/platform/platform.ts'
import { countCouponUses } from '../operator/coupon-counts.ts'
import { grantSubscription } from '../operator/grant.ts'

export function mountPlanReach(api: Api): void {
  api.handle(plansReachRoute, async (ctx, { actor, locale }) =>
    (await countSubscriptions(ctx, actor)).map((counted) => ({
      ...counted,
      ...factsOf(ctx, counted.planId, counted.edition, locale),
    })),
  )
  api.handle(listDealsRoute, async (ctx, { actor, locale }) => {
    const deals = await listCustomised(ctx, actor)
    const known = await addressesOf(ctx.postgres.db, [...new Set(deals.map(({ accountId }) => accountId))])
    const emails = new Map(known.map(({ accountId, email }) => [accountId, email]))
    return deals.map(({ keyId, accountId, planId, edition, createdAt, expiresAt }) => ({
      keyId,
      email: emails.get(accountId) ?? null,
      planId,
      planName: factsOf(ctx, planId, edition, locale).planName,
      since: createdAt,
      expiresAt,
    }))
  })
  api.handle(grantDealRoute, async (ctx, { actor, body: { price, reference, ...body } }) => {
    const paid = price === undefined ? null : { micro: readPrice(price), reference }
    const { expiresAt } = await grantSubscription(ctx, actor, { ...body, paid })
    return { expiresAt }
  })
  api.handle(couponUsesRoute, (ctx, { actor }) => countCouponUses(ctx, actor))
}

function readPrice(text: string): Micro {
  const micro = parseMicro(text.trim())
  if (micro === null) throw refuse('invalid_parameter', { param: 'price' })
  return micro
}

function factsOf(ctx: Platform, planId: string, edition: number, locale: Locale) {
  const plan = catalogueOf(ctx).planById(planId, edition)
  return {
    planName: plan ? planName(plan, locale) : planId,
    price: plan?.price == null ? null : formatMicro(plan.price),
  }
}
