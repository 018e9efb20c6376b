import type { Locale } from '#src/contract/locale.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { planName } from '#src/plans/name.ts'
import type { Platform } from '#src/platform/platform.ts'

/** The name of the plan that a visitor chose before the login, if the return path leads to the order of that plan. */
export function chosenPlan(ctx: Platform, returnPath: string, locale: Locale): string | null {
  const { pathname, searchParams } = new URL(returnPath, 'https://site.invalid')
  if (!/^(\/[a-z]{2}-[A-Z]{2})?\/payment$/.test(pathname)) return null
  const plan = catalogueOf(ctx).planById(searchParams.get('plan') ?? '')
  return plan && planName(plan, locale)
}
