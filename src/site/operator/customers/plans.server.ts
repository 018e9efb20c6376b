import type { Locale } from '#src/contract/locale.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { planName } from '#src/plans/name.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { GrantablePlan } from './forms/money-acts.tsx'

export function grantablePlans(ctx: Platform, locale: Locale): GrantablePlan[] {
  const plans = catalogueOf(ctx).plans.filter(({ tier }) => tier !== 'free')
  return plans.map((plan) => ({ id: plan.id, name: planName(plan, locale) }))
}
