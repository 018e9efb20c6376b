import type { PausedBy } from '#src/contract/account/alerts.ts'
import { type Refusal, refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { livePlans } from '#src/keys/check/live-plans.ts'
import { parseInstrumentKey } from '#src/market/instruments/symbol.ts'
import { type Catalogue, catalogueOf } from '#src/plans/catalogue.ts'
import { cheapestFor, entitles } from '#src/plans/entitlement.ts'
import { planName } from '#src/plans/name.ts'
import { notInPlan } from '#src/plans/not-in-plan.ts'
import type { Plan } from '#src/plans/plan.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import type { StoredAlert } from './alert.ts'
import { notifyAlertChange } from './alert-changes.ts'
import { ownersOf, pauseAlerts } from './alert-store.ts'

type Watched = Pick<StoredAlert, 'key' | 'condition'>

/**
 * The reason why none of these plans allows the alert; null if a plan does. A firing reports a current price, so a plan
 * with delayed data allows no alert.
 */
export function pausedBy(plans: readonly Plan[], watched: Watched): Exclude<PausedBy, 'earlier'> | null {
  const required = requirementOf(watched)
  if (!required) return 'plan'
  const verdicts = plans.map((plan) => entitles(plan, ...required))
  const allowed = verdicts.filter((verdict) => verdict.allowed)
  if (allowed.some(({ delaySeconds }) => delaySeconds === 0)) return null
  return allowed.length > 0 ? 'delay' : 'plan'
}

/** If none of the plans allows the alert, throws a refusal with the cheapest plan that would allow the alert. */
export function assertAllowed(ctx: Platform, plans: readonly Plan[], watched: Watched, locale: Locale): void {
  const reason = pausedBy(plans, watched)
  if (reason === null) return
  const catalogue = catalogueOf(ctx)
  const wouldAllow = cheapestLive(catalogue, plans, watched)
  throw reason === 'plan' ? notInPlan(wouldAllow, locale) : needsLive(wouldAllow, locale)
}

/**
 * Call it in the transaction that writes firings, before writing them. Pauses the alerts that their owners' plans do
 * not allow. A paused alert gets a new version, so that a firing of the earlier version is not written.
 */
export async function pauseRefused(
  ctx: Platform,
  tx: Tx,
  alerts: readonly (Watched & Pick<StoredAlert, 'id' | 'version'>)[],
): Promise<void> {
  if (alerts.length === 0) return
  const owners = await ownersOf(
    tx,
    alerts.map(({ id }) => id),
  )
  const plans = await livePlans(ctx, tx, [...new Set(owners.values())])
  const refused = alerts.filter((alert) => pausedBy(plans.get(owners.get(alert.id) ?? '') ?? [], alert) !== null)
  for (const id of await pauseAlerts(tx, refused)) await notifyAlertChange(ctx, tx, id)
}

function needsLive(plan: Plan | null, locale: Locale): Refusal {
  return refuse('alerts_need_live', { values: { plan: plan ? planName(plan, locale) : 'none' } })
}

function cheapestLive({ plans: offers, planById }: Catalogue, plans: readonly Plan[], watched: Watched): Plan | null {
  const own = plans[0] ?? planById('integrated-free')
  const required = requirementOf(watched)
  if (!own || !required) return null
  const live = offers.filter(({ delaySeconds }) => delaySeconds === 0)
  return cheapestFor(live, own, ...required)
}

function requirementOf({ key, condition }: Watched) {
  const id = parseInstrumentKey(key)
  return id && ([id.class, id.region, condition.kind === 'indicator' ? 'indicator' : 'tick'] as const)
}
