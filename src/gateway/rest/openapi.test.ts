import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataRoutes, gatewayNames, gatewayRoutes } from '#src/contract/data/data.ts'
import { udfRoutes } from '#src/contract/data/udf.ts'
import { dataEnvelope, errorEnvelope } from '#src/contract/envelope.ts'
import { indicatorNames, indicators } from '#src/contract/indicators/catalogue.ts'
import { assetClasses, type MarketEvent } from '#src/contract/market.ts'
import type { Route } from '#src/contract/route.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'
import { openApi } from './openapi.ts'

let ctx: TestPlatform
let rest: TestRest
let secret = ''
const samples = {
  stock: ['US', 'AAPL'],
  forex: ['GB', 'EURUSD'],
  indices: ['GB', 'SPX'],
  crypto: ['BA', 'BTCUSD'],
  future: ['US', 'ES'],
  fund: ['US', 'SPY'],
} as const

beforeAll(async () => {
  const now = Date.parse('2026-01-05T15:10:00Z')
  ctx = await testPlatform({ clickhouse: true, now })
  await installCatalogue(ctx)
  rest = await testRest(ctx)
  secret = (await keyOnPlan(ctx, 'integrated-enterprise')).secret
  let seq = 1
  const place = (event: MarketEvent) => {
    seq += 1
    rest.board.apply({ offset: `1-${seq}`, at: now, lane: 'x', seq, event })
  }
  for (const assetClass of assetClasses) {
    const [region, code] = samples[assetClass]
    const instrument = await findInstrument(ctx, { class: assetClass, code, region })
    if (!instrument) throw new Error(code)
    const bars = Array.from({ length: 40 }, (_, at) => ({
      open: 10 + at,
      high: 12 + at,
      low: 9 + at,
      close: 11 + at,
      volume: 5,
      turnover: 50,
      source: 'simulated' as const,
    }))
    await recordBars(
      ctx,
      bars.map((bar, at) => ({
        ...bar,
        time: Date.parse('2025-11-01') + at * 86_400_000,
        instrumentId: instrument.id,
        interval: '1d' as const,
      })),
    )
    const key = `${assetClass}:${code}$${region}`
    place({ type: 'tick', key, time: now, price: 10, volume: 1, side: 1, session: 0, source: 'simulated' })
    place({
      type: 'quote',
      key,
      time: now,
      previousClose: 9,
      open: 9,
      high: 11,
      low: 8,
      last: 10,
      volume: 3,
      turnover: 30,
      tradingStatus: 0,
      change: 1,
      changePercent: 11.1111,
      source: 'simulated',
    })
    place({
      type: 'depth',
      key,
      time: now,
      asks: [{ price: 11, volume: 1, orders: 1 }],
      bids: [{ price: 9, volume: 2, orders: 1 }],
      source: 'simulated',
    })
    place({
      type: 'bar',
      key,
      interval: '1m',
      time: now,
      open: 9,
      high: 10,
      low: 9,
      close: 10,
      volume: 1,
      turnover: 10,
      final: false,
      source: 'simulated',
    })
  }
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
})

function queryFor(path: string, region: string, code: string): string {
  const extra = path.endsWith('indicator') ? '&name=macd' : ''
  if (path.startsWith('/udf/'))
    return `symbol=${code}&query=${code}&resolution=1D&from=0&to=${Math.floor(Date.parse('2026-01-06') / 1000)}`
  if (path === '/symbol/v2/holidays') return 'code=US'
  if (path === '/symbol/list') return `region=HK&type=stock`
  if (path === '/stock/ipo' || path === '/account/limits') return ''
  return `region=${region}&code=${code}&codes=${code}&kType=8&limit=20${extra}`
}

const calls = Object.values<Route>({ ...dataRoutes, ...udfRoutes }).flatMap((route) =>
  route.path.includes('{class}')
    ? assetClasses.map((assetClass) => ({
        route,
        path: route.path.replace('{class}', assetClass),
        sample: samples[assetClass],
      }))
    : [{ route, path: route.path, sample: samples.stock }],
)

test.each(calls.map((call) => [call.path, call] as const))(
  '%s answers as the contract states',
  async (path, { route, sample }) => {
    const [region, code] = sample
    const { status, text } = await rest.get(`${path}?${queryFor(route.path, region, code)}`, { token: secret })
    expect(status, text).toBe(200)
    const answer = JSON.parse(text)
    const isBare = path.startsWith('/udf/')
    const data = isBare ? answer : answer.data
    const read = (isBare ? route.data : dataEnvelope(route.data)).safeParse(answer)
    expect(read.error?.issues ?? []).toEqual([])
    if (!path.includes('/stock/') || path.startsWith('/stock/k')) expect(JSON.stringify(data).length).toBeGreaterThan(2)
  },
)

test('the document lists every call with its parameters, and is public', async () => {
  const { status, text, headers } = await rest.get('/openapi.json', {})
  expect(status).toBe(200)
  const document = JSON.parse(text)
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths)).toEqual(gatewayNames.map((name) => gatewayRoutes[name].path))
  const ids = Object.values<{ get: { operationId: string } }>(document.paths).map(({ get }) => get.operationId)
  expect(ids).toEqual(gatewayNames)
  expect(document.paths['/{class}/kline'].get.parameters.map((parameter: { name: string }) => parameter.name)).toEqual(
    expect.arrayContaining(['class', 'code', 'region', 'kType', 'limit', 'et', 'adjust', 'format']),
  )
  const name = document.paths['/{class}/indicator'].get.parameters.find((one: { name: string }) => one.name === 'name')
  expect(name).toMatchObject({ required: true, schema: { type: 'string', enum: indicatorNames } })
  const again = await rest.get('/openapi.json', { 'if-none-match': headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
})

type Parameter = { name: string; schema: { minimum?: number; maximum?: number; enum?: unknown[] } }

const { paths } = openApi([], '') as { paths: Record<string, { get: { parameters: Parameter[] } }> }
/** These parameters depend on others: `kType` overrides `interval`, and any other `csv` means the plain form. */
const yielding = ['class', 'interval', 'csv']
const own = new Set(Object.values(indicators).flatMap(({ params }) => params.map(({ name }) => name)))
const limited = calls
  .filter(({ path }) => path.startsWith('/stock/') || !assetClasses.some((one) => path.startsWith(`/${one}/`)))
  .flatMap((call) => (paths[call.route.path]?.get.parameters ?? []).map((parameter) => ({ ...call, parameter })))
  .filter(
    ({ parameter: { name, schema } }) => !yielding.includes(name) && (schema.enum ?? schema.maximum) !== undefined,
  )
  .filter(({ path, parameter }) => !path.endsWith('/indicator') || !own.has(parameter.name))

test.each(
  limited.flatMap((one) => {
    const { minimum, maximum, enum: values } = one.parameter.schema
    const wrong = values ? ['no-such-value'] : [Number(minimum) - 1, Number(maximum) + 1, '1.5', 'x']
    return wrong.map((value) => [one.path, one.parameter.name, value, one] as const)
  }),
)('%s refuses %s=%s, as the document states', async (path, name, value, { route, sample: [region, code] }) => {
  const query = new URLSearchParams(queryFor(route.path, region, code))
  query.set(name, String(value))
  const { status, text } = await rest.get(`${path}?${query}`, { token: secret })
  expect(status, text).toBe(400)
  if (!path.startsWith('/udf/')) expect(JSON.parse(text)).toMatchObject({ param: name })
  expect(errorEnvelope.safeParse(JSON.parse(text)).error?.issues ?? []).toEqual([])
})

test('a parameter at its largest value is accepted', async () => {
  const largest = limited.filter(({ parameter }) => parameter.schema.maximum !== undefined)
  const answers = await Promise.all(
    largest.map(async ({ route, path, parameter, sample: [region, code] }) => {
      const query = new URLSearchParams(queryFor(route.path, region, code))
      query.set(parameter.name, String(parameter.schema.maximum))
      return [path, parameter.name, (await rest.get(`${path}?${query}`, { token: secret })).status]
    }),
  )
  expect(answers).toEqual(largest.map(({ path, parameter }) => [path, parameter.name, 200]))
})
