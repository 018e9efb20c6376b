import { type Refusal, type RefusalDetail, refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { planName } from './name.ts'
import type { Plan } from './plan.ts'

/** Returns 403 `not_in_plan`, with the plan that would allow the request. */
export function notInPlan(plan: Plan | null, locale: Locale, extra: Record<string, unknown> = {}): Refusal {
  const detail: RefusalDetail = {
    values: { plan: plan ? planName(plan, locale) : 'none' },
    extra: { reason: 'not_in_plan', ...(plan ? { plan: plan.id } : {}), ...extra },
  }
  return refuse('not_in_plan', detail)
}
