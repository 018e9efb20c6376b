import { expect, test } from 'vitest'
import type { AssetClass } from '#src/contract/market.ts'
import { buildCatalogue, firstCatalogue } from './catalogue.ts'
import { cheapestFor, type DataCall, entitles } from './entitlement.ts'
import { firstEdition } from './first-edition.ts'
import { marketIds } from './market.ts'
import { planName } from './name.ts'
import { planOffers } from './offer.ts'
import type { Plan } from './plan.ts'

const { plans, planById } = firstCatalogue

test('every market has four paid plans, and only the integrated market also has a free plan', () => {
  expect(plans).toHaveLength(marketIds.length * 4 + 1)
  for (const id of marketIds)
    expect(plans.filter(({ market, tier }) => market === id && tier !== 'free')).toHaveLength(4)
  expect(plans.filter((plan) => plan.tier === 'free')).toEqual([planById('integrated-free')])
})

test('the plan offers include the free plan and omit plans that only staff grant', () => {
  const offers = planOffers(firstCatalogue, 'en-US')
  expect(offers.some((offer) => offer.tier === 'enterprise')).toBe(false)
  expect(offers[0]).toMatchObject({ id: 'integrated-free', price: '0.00', periods: [] })
  expect(offers.find((offer) => offer.id === 'integrated-base')).toMatchObject({
    price: '99.00',
    periods: [
      { period: 'month', months: 1, saving: 0, total: '99.00' },
      { period: 'quarter', months: 3, saving: 5, total: '282.15' },
      { period: 'half-year', months: 6, saving: 10, total: '534.60' },
      { period: 'year', months: 12, saving: 20, total: '950.40' },
    ],
  })
})

test.each([
  ['integrated-free', 30, 1, 3],
  ['stock-us-base', 120, 3, 200],
  ['fund-cn-professional', 600, 6, 500],
  ['future-hk-premium', 1200, 12, 2000],
  ['integrated-enterprise', null, null, null],
])(
  'the plan %s allows %s requests a minute, %s sockets, %s subscriptions (null: unlimited)',
  (id, perMinute, sockets, subscriptions) => {
    const plan = planById(id)
    expect(plan?.limits).toEqual({ perMinute, sockets, subscriptions })
  },
)

test.each<[string, AssetClass, string | null, DataCall, true | string]>([
  ['integrated-free', 'stock', 'US', 'kline', true],
  ['integrated-free', 'fund', 'US', 'kline', 'class → integrated-base'],
  ['integrated-free', 'stock', null, 'search-more', 'search → integrated-base'],
  ['integrated-base', 'fund', 'US', 'stream', true],
  ['stock-us-base', 'stock', 'us', 'quote', true],
  ['stock-us-base', 'stock', 'HK', 'quote', 'region → stock-hk-base'],
  ['stock-us-base', 'crypto', 'BA', 'quote', 'class → integrated-base'],
  ['stock-cn-base', 'stock', 'SZ', 'tick', true],
  ['stock-eu-base', 'stock', 'DE', 'kline', true],
  ['stock-eu-base', 'stock', 'US', 'kline', 'region → stock-us-base'],
  ['stock-as-premium', 'stock', 'JP', 'kline', true],
  ['stock-global-base', 'stock', 'NZ', 'kline', true],
  ['future-cn-base', 'future', 'US', 'kline', 'region → future-us-base'],
])('the plan %s covers class %s, region %s and call %s: %s', (id, assetClass, region, call, expected) => {
  const plan = planById(id)
  if (!plan) throw new Error(id)
  const answer = entitles(plan, assetClass, region, call)
  if (expected === true) expect(answer).toEqual({ allowed: true, delaySeconds: 0, historyDays: null })
  else
    expect(answer.allowed || `${answer.reason} → ${cheapestFor(plans, plan, assetClass, region, call)?.id}`).toBe(
      expected,
    )
})

test('a new edition of the plans changes the offers, and older subscriptions keep their limits and price', () => {
  const dearer = {
    ...firstEdition,
    plans: firstEdition.plans.map((entry) =>
      entry.id.endsWith('-base') ? { ...entry, price: '199.00', perMinute: 60 } : entry,
    ),
  }
  const editions = [firstEdition, dearer].map((document, at) => ({ number: at + 1, document }))
  const { plans: sold, planById: find } = buildCatalogue(editions, 2)
  expect(find('integrated-base')).toMatchObject({ edition: 2, price: 199_000_000n, limits: { perMinute: 60 } })
  expect(find('integrated-base', 1)).toEqual(planById('integrated-base', 1))
  expect(new Set(sold.map((plan) => plan.edition))).toEqual(new Set([2]))
})

test('a look-up of an unknown plan or edition returns null', () => {
  expect(planById('stock-xx-base')).toBeNull()
  expect(planById('stock-us-free')).toBeNull()
  expect(planById('integrated-base', 99)).toBeNull()
})

test.each([
  ['en-US', 'Stocks US · Premium'],
  ['zh-CN', '美国股票 · 旗舰版'],
  ['zh-HK', '美國股票 · 尊尚版'],
] as const)('plans have a name in %s', (locale, name) => {
  expect(planName({ market: 'stock-us', tier: 'premium' }, locale)).toBe(name)
})

test.each([
  ['en-US', 'Stocks HK · Base'],
  ['zh-CN', '中国香港股票 · 基础版'],
  ['zh-HK', '香港股票 · 基本版'],
] as const)('a plan of Hong Kong has its short name in %s', (locale, name) => {
  expect(planName({ market: 'stock-hk', tier: 'base' }, locale)).toBe(name)
})

test('the operator’s names for tiers and plans replace the standard names in the same language, even for plans of earlier editions', () => {
  const own = {
    ...firstEdition,
    tierNames: { base: { 'en-US': 'Starter', 'zh-CN': '入门版', 'zh-HK': '入門版' } },
    plans: firstEdition.plans.map((entry) =>
      entry.id === 'stock-us-premium' ? { ...entry, names: { 'en-US': 'Wall Street' } } : entry,
    ),
  }
  const { planById, tierNames } = buildCatalogue(
    [
      { number: 1, document: firstEdition },
      { number: 2, document: own },
    ],
    2,
  )
  const nameOf = (id: string, locale: 'en-US' | 'zh-HK', edition?: number) => {
    const plan = planById(id, edition)
    return plan && planName(plan, locale)
  }
  expect(nameOf('stock-us-base', 'en-US')).toBe('Stocks US · Starter')
  expect(nameOf('stock-us-base', 'en-US', 1)).toBe('Stocks US · Starter')
  expect(nameOf('integrated-base', 'zh-HK')).toContain('入門版')
  expect(nameOf('stock-us-premium', 'en-US')).toBe('Wall Street')
  expect(nameOf('stock-us-premium', 'zh-HK')).not.toBe('Wall Street')
  expect(tierNames.base?.['en-US']).toBe('Starter')
})

test('a plan that is no longer sold keeps the name of its last edition', () => {
  const without = { ...firstEdition, plans: firstEdition.plans.filter(({ id }) => id !== 'stock-us-base') }
  const editions = [firstEdition, without].map((document, index) => ({ number: index + 1, document }))
  const catalogue = buildCatalogue(editions, 2)
  expect(catalogue.planById('stock-us-base')).toBeNull()
  const nameOf = (plan: Plan | null) => plan && planName(plan, 'en-US')
  expect(nameOf(catalogue.lastSold('stock-us-base'))).toBe(nameOf(planById('stock-us-base')))
  expect(catalogue.lastSold('unknown')).toBeNull()
})
