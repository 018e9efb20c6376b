import { refuse } from '#src/contract/errors.ts'
import { type AssetClass, assetClasses, isWorldwide } from '#src/contract/market.ts'
import { exchanges } from '#src/market/calendar/exchange.ts'
import { canonicalRegion } from '#src/market/instruments/symbol.ts'
import type { Scope } from '#src/market/search/search-table.ts'
import type { DataCall } from '#src/plans/entitlement.ts'
import { notInPlan } from '#src/plans/not-in-plan.ts'
import { entitle, notEntitled } from '../../entitlement.ts'
import type { DataRequest } from '../wire/call.ts'

export const stockRegions = [...new Set([...exchanges.values()].map(({ country }) => country))]
  .filter((one) => one !== '')
  .sort()

export function classOf(type: string): AssetClass {
  const found = assetClasses.find((name) => name === type.trim().toLowerCase())
  if (!found) throw refuse('invalid_parameter', { param: 'type', extra: { allowed: assetClasses } })
  return found
}

/** The requested region. Refuses an unknown region; ignores the region for a class without countries. */
export function regionOf(
  request: DataRequest,
  assetClass: AssetClass | null,
): { region: string | null; ignored: boolean } {
  const requested = request.query.get('region')
  if (requested === undefined) return { region: null, ignored: false }
  if (assetClass !== null && isWorldwide(assetClass)) return { region: null, ignored: true }
  const region = canonicalRegion(requested)
  if (stockRegions.includes(region) || (assetClass === null && region === 'BA')) return { region, ignored: false }
  throw refuse('invalid_parameter', { param: 'region', extra: { allowed: stockRegions } })
}

/**
 * The requested classes that the plan includes. Refuses a class outside the plan and names the plan that includes it.
 */
export function allowedClasses(
  request: DataRequest,
  assetClass: AssetClass | null,
  call: 'search' | 'symbols',
): AssetClass[] {
  const classes = assetClasses.filter(
    (name) => request.key.symbolTypes.includes(name) && (assetClass === null || name === assetClass),
  )
  if (classes.length > 0) return classes
  const accessRequest = { class: assetClass ?? 'stock', region: null, call } as const
  const verdict = entitle(request, accessRequest)
  if (!verdict.allowed) throw notEntitled(verdict, request.locale)
  throw notInPlan(null, request.locale)
}

/** The plan's markets by class and country, narrowed to the request. */
export function scopeOf(request: DataRequest, classes: readonly AssetClass[], region: string | null): Scope {
  const known = new Map<string, boolean>()
  return (market) => {
    if (!classes.includes(market.class) || (region !== null && market.region !== region)) return false
    const name = `${market.class} ${market.region}`
    const allowed = known.get(name) ?? entitle(request, { ...market, call: 'symbols' }).allowed
    known.set(name, allowed)
    return allowed
  }
}

/**
 * Returns a function that tests whether the plan includes a region of the class. Refuses the requested `region` if it
 * is outside the plan; null: no region is requested.
 */
export function regionsSeen(
  request: DataRequest,
  assetClass: AssetClass,
  region: string | null,
  call: DataCall,
): (region: string) => boolean {
  const judge = (candidate: string | null) => entitle(request, { class: assetClass, region: candidate, call })
  const verdict = judge(region)
  if (!verdict.allowed) throw notEntitled(verdict, request.locale)
  const known = new Map<string, boolean>()
  return (candidate) => {
    const allowed = known.get(candidate) ?? judge(candidate).allowed
    known.set(candidate, allowed)
    return allowed
  }
}
