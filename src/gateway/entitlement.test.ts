import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AssetClass, assetClasses } from '#src/contract/market.ts'
import { demoKey } from '#src/contract/site.ts'
import { createSearchToken } from '#src/keys/check/search-token.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { firstCatalogue } from '#src/plans/catalogue.ts'
import type { DataCall } from '#src/plans/entitlement.ts'
import { type MarketId, marketIds } from '#src/plans/market.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'
import { entitle } from './entitlement.ts'
import { openAdmission } from './stream/access/admission.ts'

const now = Date.parse('2026-01-05T15:10:00Z')

/**
 * The markets (`class:region`) of the test: every market that a plan names, and some regions without a plan of their
 * own.
 */
const markets = [
  ...'US HK CN JP TW KR IN SG AU NZ MY TH ID PH VN GB DE FR IT ES NL TR RU SA CA MX BR GR PL'
    .split(' ')
    .map((at) => `stock:${at}`),
  ...['forex:GB', 'indices:GB', 'crypto:BA'],
  ...['US', 'HK', 'CN'].flatMap((at) => [`future:${at}`, `fund:${at}`]),
]

const calls: readonly DataCall[] = [
  'symbols',
  'search',
  'search-more',
  'tick',
  'quote',
  'depth',
  'kline',
  'indicator',
  'reference',
  'fundamentals',
  'corporate-actions',
  'stream',
  'files',
]

/**
 * The classes and regions (`class:region`) to which a plan for each market gives access, written independently of the
 * catalogue.
 */
// biome-ignore format: a table
const opens: Record<MarketId, string> = {
  integrated: markets.join(' '),
  'stock-us': 'stock:US', 'stock-hk': 'stock:HK', 'stock-cn': 'stock:CN', 'stock-jp': 'stock:JP', 'stock-tw': 'stock:TW',
  'stock-kr': 'stock:KR', 'stock-in': 'stock:IN', 'stock-sg': 'stock:SG', 'stock-au': 'stock:AU', 'stock-nz': 'stock:NZ',
  'stock-my': 'stock:MY', 'stock-th': 'stock:TH', 'stock-id': 'stock:ID', 'stock-ph': 'stock:PH', 'stock-vn': 'stock:VN',
  'stock-gb': 'stock:GB', 'stock-de': 'stock:DE', 'stock-fr': 'stock:FR', 'stock-it': 'stock:IT', 'stock-es': 'stock:ES',
  'stock-nl': 'stock:NL', 'stock-tr': 'stock:TR', 'stock-ru': 'stock:RU', 'stock-sa': 'stock:SA', 'stock-ca': 'stock:CA',
  'stock-mx': 'stock:MX', 'stock-br': 'stock:BR',
  'stock-as': 'stock:HK stock:CN stock:JP stock:TW stock:KR stock:IN stock:SG stock:MY stock:TH stock:ID stock:PH stock:VN',
  'stock-eu': 'stock:GB stock:DE stock:FR stock:IT stock:ES stock:NL stock:TR stock:GR stock:PL',
  'stock-global': markets.filter((market) => market.startsWith('stock:')).join(' '),
  'fund-us': 'fund:US', 'fund-hk': 'fund:HK', 'fund-cn': 'fund:CN',
  'future-us': 'future:US', 'future-hk': 'future:HK', 'future-cn': 'future:CN',
}

function entitlementOf(planId: string, market: string, call: DataCall, kind: 'key' | 'search' = 'key') {
  const [name, region = ''] = market.split(':')
  const assetClass = assetClasses.find((one) => one === name) ?? 'stock'
  const key = { kind, plan: firstCatalogue.planById(planId), scope: null }
  return entitle({ key, catalogue: firstCatalogue, now }, { class: assetClass, region, code: 'X', call })
}

function opened(planId: string, call: DataCall): string[] {
  return markets.filter((market) => entitlementOf(planId, market, call).allowed).sort()
}

test.each(marketIds.map((market) => [market, opens[market]] as const))(
  'every paid tier of the market %s covers %s in every call',
  (market, expected) => {
    const sold = firstCatalogue.plans.filter((plan) => plan.market === market && plan.tier !== 'free')
    expect(sold.map(({ tier }) => tier)).toEqual(['base', 'professional', 'premium', 'enterprise'])
    for (const { id } of sold) {
      for (const call of calls) expect(opened(id, call), `${id} ${call}`).toEqual(expected.split(' ').sort())
    }
  },
)

test.each(calls.map((call) => [call]))(
  'in the call %s the free plan covers all markets except funds; it covers no market in search-more and files',
  (call) => {
    const expected =
      call === 'search-more' || call === 'files' ? [] : markets.filter((market) => !market.startsWith('fund:')).sort()
    expect(opened('integrated-free', call)).toEqual(expected)
  },
)

test.each<[string, string, DataCall, string | null]>([
  ['integrated-free', 'fund:US', 'kline', 'integrated-base'],
  ['integrated-free', 'stock:US', 'search-more', 'integrated-base'],
  ['integrated-free', 'stock:US', 'files', 'integrated-base'],
  ['stock-us-base', 'stock:HK', 'quote', 'stock-hk-base'],
  ['stock-us-premium', 'crypto:BA', 'stream', 'integrated-base'],
  ['stock-eu-base', 'stock:GR', 'kline', null],
  ['fund-hk-base', 'fund:US', 'kline', 'fund-us-base'],
  ['future-cn-base', 'stock:US', 'depth', 'stock-us-base'],
])(
  'on the plan %s, in the market %s, the call %s requires the plan %s (null: the call is allowed)',
  (planId, market, call, wouldAllow) => {
    const entitlement = entitlementOf(planId, market, call)
    if (wouldAllow === null) expect(entitlement).toEqual({ allowed: true, delayMs: 0, earliest: null })
    else expect(entitlement).toMatchObject({ allowed: false, wouldAllow: { id: wouldAllow } })
  },
)

test.each<[DataCall, boolean]>([
  ['search', true],
  ['symbols', true],
  ['kline', true],
  ['quote', true],
  ['trades', true],
  ['stream', true],
  ['fundamentals', false],
  ['corporate-actions', false],
  ['reference', false],
  ['files', false],
])('a search token may make the call %s: %s', (call, allowed) => {
  expect(entitlementOf('integrated-premium', 'stock:US', call, 'search').allowed).toBe(allowed)
})

test.each<[string, AssetClass, string | null, string | undefined, DataCall, boolean]>([
  ['one of its instruments', 'stock', 'US', 'AAPL', 'kline', true],
  ['another instrument', 'stock', 'US', 'MSFT', 'kline', false],
  ['its code in another region', 'stock', 'MX', 'AAPL', 'kline', false],
  ['the stream of one', 'crypto', 'BA', 'BTCUSD', 'stream', true],
  ['search', 'fund', null, undefined, 'search', true],
  ['pages of search', 'fund', null, undefined, 'search-more', false],
])(
  'the demo key reads its own instruments and the first page of a search, and nothing else: %s',
  (_what, assetClass, region, code, call, allowed) => {
    const request = { class: assetClass, region, call, ...(code === undefined ? {} : { code }) }
    const demo = { kind: 'demo', plan: null, scope: null } as const
    expect(entitle({ key: demo, catalogue: firstCatalogue, now }, request).allowed).toBe(allowed)
  },
)

test('a search token reads the instruments of the demo key, even if the plan excludes them', () => {
  const allowed = (kind: 'key' | 'search', code: string) => {
    const key = { kind, plan: firstCatalogue.planById('integrated-free'), scope: null }
    return entitle({ key, catalogue: firstCatalogue, now }, { class: 'fund', region: 'US', code, call: 'quote' })
      .allowed
  }
  expect([allowed('key', 'SPY'), allowed('search', 'SPY'), allowed('search', 'QQQ')]).toEqual([false, true, false])
})

test.each([
  ['the public key', 'MSFT', 'Integrated · Free'],
  ['the public key', 'AAPL', undefined],
  ['a page of a free account', 'fund:QQQ', 'Integrated · Base'],
  ['a page of a free account', 'fund:SPY', undefined],
])(
  'for %s, the information about %s names the plan that is needed for its prices: %s (undefined: none)',
  async (who, code, plan) => {
    const token = who === 'the public key' ? demoKey : (await createSearchToken(ctx, (await free()).actor)).token
    const answer = await rest.get(`/symbol/info?code=${code}`, { token })
    expect(answer.status).toBe(200)
    expect((answer.json().data as { locked?: string }).locked).toBe(plan)
  },
)

test('a customer’s key gets no information about an instrument outside the plan of the key', async () => {
  const answer = await rest.get('/symbol/info?code=fund:QQQ', { token: (await free()).secret })
  expect([answer.status, answer.json().error]).toEqual([403, 'not_in_plan'])
})

test('a key on a plan that is missing from the catalogue has access to no market', () => {
  expect(opened('stock-xx-base', 'quote')).toEqual([])
})

let ctx: TestPlatform
const free = () => keyOnPlan(ctx, 'integrated-free')
let rest: TestRest
let admission: Awaited<ReturnType<typeof openAdmission>>

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now })
  await installCatalogue(ctx)
  rest = await testRest(ctx)
  admission = await openAdmission(ctx, rest.meter)
})
afterAll(async () => {
  await admission[Symbol.asyncDispose]()
  await rest[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
})

const samples = [
  ['stock', 'US', 'AAPL'],
  ['stock', 'HK', '700'],
  ['crypto', 'BA', 'BTCUSD'],
  ['fund', 'US', 'SPY'],
] as const

test.each([
  ['integrated-professional', ['AAPL', '700', 'BTCUSD', 'SPY']],
  ['stock-us-enterprise', ['AAPL']],
  ['stock-as-professional', ['700']],
  ['fund-us-professional', ['SPY']],
] as const)('the plan %s gives access to %s by REST, stream and search alike', async (planId, expected) => {
  const token = (await keyOnPlan(ctx, planId)).secret
  const verdict = await admission.verify(token, { address: '127.0.0.1', caller: '127.0.0.1', class: null })
  if (verdict.kind !== 'ok') throw new Error(verdict.error)
  const seen: Record<string, string[]> = { kline: [], quote: [], csv: [], stream: [], search: [] }
  for (const [assetClass, region, code] of samples) {
    const at = `region=${region}&code=${code}`
    const paths = {
      kline: `/${assetClass}/kline?${at}&kType=8`,
      quote: `/${assetClass}/quote?${at}`,
      csv: `/${assetClass}/kline?${at}&kType=8&format=csv`,
      search: `/symbol/web/page?${at}&type=${assetClass}`,
    }
    for (const [name, path] of Object.entries(paths)) {
      const { status, text } = await rest.get(path, { token })
      if (status === 200) seen[name]?.push(code)
      else expect([status, JSON.parse(text).error], path).toEqual([403, 'not_in_plan'])
    }
    const admitted = await admission.admit(verdict.key, `${code}$${region}`, assetClass)
    if (admitted.kind === 'ok') seen.stream?.push(code)
    else expect(admitted).toEqual({ kind: 'refused', reason: 'not_in_plan' })
  }
  expect(seen).toEqual({ kline: expected, quote: expected, csv: expected, stream: expected, search: expected })
})
