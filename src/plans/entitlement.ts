import type { AssetClass } from '#src/contract/market.ts'
import type { Coverage } from './market.ts'
import { compareTiers, type Feature, isSold, type Plan } from './plan.ts'

export type DataCall =
  | 'symbols'
  | 'search'
  | 'search-more'
  | 'tick'
  | 'quote'
  | 'depth'
  | 'kline'
  | 'trades'
  | 'bbo'
  | 'indicator'
  | 'reference'
  | 'fundamentals'
  | 'corporate-actions'
  | 'stream'
  | 'files'

const featureOf: Partial<Record<DataCall, Feature>> = {
  kline: 'historical',
  trades: 'historical',
  bbo: 'historical',
  indicator: 'indicators',
  reference: 'reference',
  fundamentals: 'fundamentals',
  'corporate-actions': 'corporate-actions',
  stream: 'websocket',
}

export type Entitlement =
  | { allowed: true; delaySeconds: number; historyDays: number | null }
  | { allowed: false; reason: 'class' | 'region' | 'feature' | 'search' }

/**
 * Whether `plan` covers a call for a class and a region. `region` null: only the class is checked (lists without a
 * region). Search pages beyond the first and searches by country count as `search-more`.
 */
export function entitles(plan: Plan, assetClass: AssetClass, region: string | null, call: DataCall): Entitlement {
  const reason = refusalReason(plan, assetClass, region, call)
  if (reason === null) return { allowed: true, delaySeconds: plan.delaySeconds, historyDays: plan.historyDays }
  return { allowed: false, reason }
}

/** The classes of a plan, as `symbolType` lists them in `limitHttp`. */
export function symbolTypesOf(plan: Plan): AssetClass[] {
  return plan.coverage.map((entry) => entry.class)
}

function refusalReason(plan: Plan, assetClass: AssetClass, region: string | null, call: DataCall) {
  const coverage = plan.coverage.find((entry) => entry.class === assetClass)
  if (!coverage) return 'class'
  if (region !== null && !coversRegion(coverage, region)) return 'region'
  if (call === 'search-more' && plan.search === 'first-page') return 'search'
  if (call === 'files' && !plan.files) return 'feature'
  const feature = featureOf[call]
  return feature && !plan.features.includes(feature) ? 'feature' : null
}

/** `SH` (Shanghai) and `SZ` (Shenzhen) are treated as `CN`. */
function coversRegion(coverage: Coverage, region: string): boolean {
  if (coverage.regions === 'all') return true
  const upper = region.toUpperCase()
  return coverage.regions.includes(upper === 'SH' || upper === 'SZ' ? 'CN' : upper)
}

/** The cheapest of `offers` for a call outside `plan`, preferably of the plan's own market; null if there is none. */
export function cheapestFor(
  offers: readonly Plan[],
  plan: Plan,
  assetClass: AssetClass,
  region: string | null,
  call: DataCall,
): Plan | null {
  const fitting = offers
    .filter((offer) => isSold(offer) && refusalReason(offer, assetClass, region, call) === null)
    .sort((a, b) => Number((a.price ?? 0n) - (b.price ?? 0n)))
  const sameMarket = fitting.find((offer) => offer.market === plan.market && compareTiers(offer.tier, plan.tier) > 0)
  return sameMarket ?? fitting[0] ?? null
}
