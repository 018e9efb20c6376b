import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordBars } from '#src/market/bars.ts'
import { findInstrument, installCatalogue } from '#src/market/instruments.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'

/*
 * Calls as clients of the old protocol send them, and what such a client reads in the answer. The clients know no `reason`,
 * no `delay` and no cursor, and some of them are typed: a list where they expect an object is a failure.
 */

let ctx: TestPlatform
let rest: TestRest
let secret = ''
const day = 86_400_000
const first = Date.parse('1998-01-01')

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: Date.parse('2026-01-05T15:10:00Z') })
  await installCatalogue(ctx)
  rest = await testRest(ctx)
  secret = (await keyOnPlan(ctx, 'integrated-enterprise')).secret
  const price = { open: 10, high: 12, low: 9, close: 11, volume: 5, turnover: 50, source: 'import' as const }
  for (const [assetClass, code] of series) {
    const instrument = await findInstrument(ctx, { class: assetClass, code })
    if (!instrument) throw new Error(code)
    const kept = { ...price, instrumentId: instrument.id, interval: '1d' as const }
    await recordBars(
      ctx,
      [first, first + day, Date.parse('2021-03-30'), Date.parse('2021-03-31')].map((time) => ({ ...kept, time })),
    )
  }
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
})

const series = [
  ['crypto', 'BTCUSD'],
  ['forex', 'EURUSD'],
  ['indices', 'SPX'],
] as const

const get = async (path: string) => {
  const { status, text } = await rest.get(path, { token: secret })
  return { status, ...(JSON.parse(text) as { code: number; data: never; reason?: string; error?: string }) }
}
const times = async (path: string) => ((await get(path)).data as { t: number }[]).map(({ t }) => t)

test.each([
  ['/crypto/kline?region=BT&code=BTCUSD&kType=8&limit=10'],
  ['/crypto/kline?region=crypto&code=BTCUSD&kType=8&limit=10'],
  ['/forex/kline?region=forex&code=EURUSD&kType=8&limit=10'],
  ['/forex/kline?region=gb&code=EURUSD&kType=8&limit=10'],
  ['/indices/kline?region=us&code=SPX&kType=8&limit=10'],
  ['/indices/kline?region=US&code=SPX$US&kType=8&limit=10'],
])('%s answers although the class has no such region', async (path) => {
  expect(await times(path)).toHaveLength(4)
})

test.each([
  ['/indices/indicator?region=us&code=SPX&kType=8&name=sma&period=2'],
  ['/symbol/info?type=crypto&region=crypto&code=BTCUSD'],
])('%s answers as well', async (path) => {
  expect((await get(path)).status).toBe(200)
})

test('a batch of a class without countries ignores the region', async () => {
  const { data } = await get('/forex/klines?region=forex&codes=EURUSD&kType=8&limit=1')
  expect(Object.keys(data)).toEqual(['EURUSD'])
})

test('the chart protocol ignores the region that is written into such a symbol', async () => {
  const { text } = await rest.get('/udf/history?symbol=BTCUSD$BT&resolution=1D&from=0&to=1767600000', { token: secret })
  expect(JSON.parse(text)).toMatchObject({ s: 'ok' })
})

test.each([
  [`et=${first}`, 1],
  ['et=883612800', 1],
  [`et=${first + day}`, 2],
  ['et=20210330', 3],
  ['et=2021-03-31', 4],
  ['from=20210331&et=20210331', 1],
  ['from=-883612800000&et=883612800000', 1],
])('bars with %s are %i', async (range, count) => {
  expect(await times(`/crypto/kline?region=BA&code=BTCUSD&kType=8&limit=5000&${range}`)).toHaveLength(count)
})

test.each(['tick', 'quote', 'depth'])(
  'a typed client that asks for a %s that is not there gets null, not a list',
  async (call) => {
    const answer = await get(`/stock/${call}?region=US&code=TSLA`)
    expect(answer).toMatchObject({ status: 200, code: 0, data: null })
    expect(answer.reason).toMatch(/^(no_data|closed)$/)
  },
)
