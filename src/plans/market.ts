import type { AssetClass } from '#src/contract/market.ts'

export const europe = ['DE', 'FR', 'GB', 'GR', 'IT', 'BE', 'PL', 'SE', 'CH', 'FI', 'NL', 'PT', 'ES', 'TR'] as const
export const asiaPacific = ['HK', 'CN', 'TW', 'IN', 'SG', 'JP', 'TH', 'PH', 'VN', 'KR', 'MY', 'ID'] as const

const stockMarkets = [
  'stock-us',
  'stock-hk',
  'stock-cn',
  'stock-jp',
  'stock-tw',
  'stock-kr',
  'stock-in',
  'stock-sg',
  'stock-au',
  'stock-nz',
  'stock-my',
  'stock-th',
  'stock-id',
  'stock-ph',
  'stock-vn',
  'stock-gb',
  'stock-de',
  'stock-fr',
  'stock-it',
  'stock-es',
  'stock-nl',
  'stock-tr',
  'stock-ru',
  'stock-sa',
  'stock-ca',
  'stock-mx',
  'stock-br',
  'stock-as',
  'stock-eu',
  'stock-global',
] as const
const fundMarkets = ['fund-us', 'fund-hk', 'fund-cn'] as const
const futureMarkets = ['future-us', 'future-hk', 'future-cn'] as const

/** Every market with plans, in the order of the pricing page. */
export const marketIds = ['integrated', ...stockMarkets, ...fundMarkets, ...futureMarkets] as const
export type MarketId = (typeof marketIds)[number]

/** The four kinds of plan; the dashboard calls `region` "stock". */
export type PlanType = 'integrated' | 'region' | 'future' | 'fund'

/** One asset class and its regions. `all` includes regions that are added later. */
export type Coverage = { class: AssetClass; regions: 'all' | readonly string[] }

/** The coverage of a market. The free tier of the integrated market excludes funds (`catalogue.ts`). */
export function coverageOf(market: MarketId): readonly Coverage[] {
  if (market === 'integrated') {
    return [
      { class: 'stock', regions: 'all' },
      { class: 'forex', regions: 'all' },
      { class: 'indices', regions: 'all' },
      { class: 'crypto', regions: 'all' },
      { class: 'future', regions: 'all' },
      { class: 'fund', regions: 'all' },
    ]
  }
  const [kind, region = ''] = market.split('-')
  const assetClass: AssetClass = kind === 'fund' || kind === 'future' ? kind : 'stock'
  return [{ class: assetClass, regions: regionsOf(region) }]
}

function regionsOf(region: string): Coverage['regions'] {
  if (region === 'global') return 'all'
  if (region === 'eu') return europe
  if (region === 'as') return asiaPacific
  return [region.toUpperCase()]
}

export function planTypeOf(market: MarketId): PlanType {
  if (market === 'integrated') return 'integrated'
  if (market.startsWith('fund-')) return 'fund'
  return market.startsWith('future-') ? 'future' : 'region'
}
