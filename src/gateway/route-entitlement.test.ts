import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatewayRoutes } from '#src/contract/data/data.ts'
import { type AssetClass, assetClasses, type MarketEvent } from '#src/contract/market.ts'
import { issueKey, revealKey } from '#src/keys/keys.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { firstCatalogue } from '#src/plans/catalogue.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'

const now = Date.parse('2026-01-06T15:10:00Z')
let ctx: TestPlatform
let rest: TestRest
/** A key whose plan covers none of the instruments below. */
let elsewhere = ''
let american = ''

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now })
  await installCatalogue(ctx)
  rest = await testRest(ctx)
  elsewhere = await keyOn('fund-cn-base')
  american = await keyOn('stock-us-base')
  await Promise.all(assetClasses.map(storeData))
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
})

async function keyOn(planId: string): Promise<string> {
  const { actor } = await testAccount(ctx, `${planId}@example.com`)
  const plan = firstCatalogue.planById(planId)
  if (!plan) throw new Error(planId)
  const terms = { accountId: actor.accountId, plan, expiresAt: now + 86_400_000 }
  const key = await ctx.postgres.transaction((tx) => issueKey(ctx, tx, actor, terms))
  return (await revealKey(ctx, actor, key?.id ?? '', 'en-US')).key
}

const samples: Record<AssetClass, [region: string, code: string]> = {
  stock: ['US', 'AAPL'],
  forex: ['GB', 'EURUSD'],
  indices: ['GB', 'SPX'],
  crypto: ['BA', 'BTCUSD'],
  future: ['US', 'ES'],
  fund: ['US', 'SPY'],
}

/** A day's bar, from which ticks and quotes are made, too, and a depth. */
async function storeData(assetClass: AssetClass): Promise<void> {
  const [region, code] = samples[assetClass]
  const instrument = await findInstrument(ctx, { class: assetClass, code, region })
  const bar = { open: 10, high: 12, low: 9, close: 11, volume: 5, turnover: 50, source: 'simulated' } as const
  const time = Date.parse('2026-01-05')
  await recordBars(ctx, [{ ...bar, time, instrumentId: instrument?.id ?? 0, interval: '1d' }])
  const key = `${assetClass}:${code}$${region}`
  const event: MarketEvent = { type: 'depth', key, time: now, asks: [], bids: [], source: 'simulated' }
  rest.board.apply({ offset: '1-1', at: now, lane: key, seq: 1, event })
}

/** Calls without instrument data, which every key may make. */
const withoutInstruments = [
  ...['/symbol/v2/holidays', '/symbol/exchanges', '/market/status', '/coverage'],
  ...['/account/limits', '/udf/config', '/udf/time'],
]
/** Batch calls leave out instruments outside the plan and give a reason for each. */
const batches = ['/{class}/klines', '/{class}/ticks', '/{class}/quotes', '/{class}/depths']

const routes = Object.values(gatewayRoutes)
const calls = routes
  .filter(({ path }) => !withoutInstruments.includes(path))
  .flatMap(({ path }) =>
    (path.includes('{class}') ? assetClasses : (['stock'] as const)).map((name) => [path, name] as const),
  )

function urlOf(path: string, assetClass: AssetClass): string {
  const [region, code] = samples[assetClass]
  if (path === '/convert') return '/convert?from=EUR&to=USD'
  const filled = path
    .replace('{class}', assetClass)
    .replace('{region}', region)
    .replace('{date}', '2026-01-02')
    .replace('{form}', 'parquet')
  const range = 'kType=8&resolution=1D&from=1767139200&to=1767571200&countback=3&name=SMA&period=2'
  return `${filled}?type=${path === '/stock/ipo' ? 'recent' : assetClass}&region=${region}&code=${code}&codes=${code}&symbol=${code}&query=${code}&${range}`
}

test.each(calls)(
  'the call %s returns no data to a key whose plan does not cover the requested instrument of the class %s',
  async (path, assetClass) => {
    const got = await rest.get(urlOf(path, assetClass), { token: elsewhere })
    const body = got.json()
    if (batches.includes(path)) {
      const reasons = { [samples[assetClass][1]]: { reason: 'not_in_plan' } }
      expect([got.status, body.data, body.reasons]).toEqual([200, {}, reasons])
    } else expect([got.status, body.error]).toEqual([403, 'not_in_plan'])
  },
)

test.each(batches)('the batch call %s returns data to a key whose plan covers the instrument', async (path) => {
  const { data } = (await rest.get(urlOf(path, 'stock'), { token: american })).json()
  expect(Object.keys(data)).toEqual(['AAPL'])
})

test('the list of calls without instruments names only calls of the contract', () => {
  const paths: readonly string[] = routes.map(({ path }) => path)
  expect(withoutInstruments.filter((path) => !paths.includes(path))).toEqual([])
})

test('the list of IPOs shows only regions of the plan, and the refusal of another region names a plan that covers it', async () => {
  for (const [region, code] of [
    ['US', 'NEWUS'],
    ['HK', '9999'],
  ])
    await sql`insert into ipos (region, code, name, exchange, list_date, currency, source)
      values (${region}, ${code}, ${code}, '', '2026-02-01', 'USD', 'import')`.execute(ctx.postgres.db)
  const listed = async (token: string, query = '') => (await rest.get(`/stock/ipo${query}`, { token })).json()
  const codes = (body: { data: never }) => (body.data as { content: { sc: string }[] }).content.map(({ sc }) => sc)
  expect(codes(await listed(american))).toEqual(['NEWUS'])
  expect(await listed(american, '?region=HK')).toMatchObject({ error: 'not_in_plan', plan: 'stock-hk-base' })
  expect(await listed(elsewhere)).toMatchObject({ error: 'not_in_plan' })
})

test('searches and lists of a plan for one country contain only instruments of that country', async () => {
  const get = (path: string) => rest.get(path, { token: american })
  const found = (await get('/symbol/web/page?code=A')).json().data as { content: { country: string }[] }
  expect(found.content.length).toBeGreaterThan(5)
  expect(new Set(found.content.map(({ country }) => country))).toEqual(new Set(['US']))
  const listed = (await get('/symbol/list')).json().data as { r: string; t: string }[]
  expect(new Set(listed.map(({ r, t }) => `${t} ${r}`))).toEqual(new Set(['stock US']))
  expect((await get('/symbol/list?code=700.HK')).json()).toMatchObject({ data: [], reason: 'unknown_symbol' })
  const udf = JSON.parse((await get('/udf/search?query=700&limit=30')).text) as { symbol: string }[]
  expect(udf.map(({ symbol }) => symbol)).not.toContain('700')
  const abroad = await get('/symbol/web/page?type=stock&region=HK')
  expect([abroad.status, abroad.json().error]).toEqual([403, 'not_in_plan'])
})
