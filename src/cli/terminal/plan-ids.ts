import { catalogueOf } from '#src/plans/catalogue.ts'
import type { Platform } from '#src/platform/platform.ts'
import { SettingsError } from '#src/platform/settings.ts'

/** Refuses an id that is not in the catalogue, and lists the ids. `isPaid`: excludes the free plans. */
export function planIdFrom(ctx: Platform, id: string | undefined, isPaid = false): string {
  const ids = catalogueOf(ctx)
    .plans.filter(({ tier }) => !isPaid || tier !== 'free')
    .map((plan) => plan.id)
  if (id !== undefined && ids.includes(id)) return id
  const said = id === undefined ? 'Say the plan.' : `There is no plan "${id}"${isPaid ? ' to give' : ''}.`
  throw new SettingsError(`${said} The plans are ${ids.join(', ')}.`)
}

/** Splits ids at commas; null if there are none. */
export function planIdsFrom(ctx: Platform, text: string | undefined): string[] | null {
  return text?.split(',').map((id) => planIdFrom(ctx, id.trim())) ?? null
}
