import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { Collection } from 'postman-collection'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { dataRoutes, gatewayNames, gatewayRoutes } from '#src/contract/data/data.ts'
import { pushMessages } from '#src/contract/data/ingest.ts'
import { udfRoutes } from '#src/contract/data/udf.ts'
import { dataEnvelope, errorEnvelope } from '#src/contract/envelope.ts'
import { indicatorNames, indicators } from '#src/contract/indicators/catalogue.ts'
import { assetClasses } from '#src/contract/market.ts'
import type { Route } from '#src/contract/route.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { demoMarket, demoSamples } from '#test/fixtures/demo-market.ts'
import { exampleRequests } from '#test/fixtures/example-requests.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'
import { openApi } from './openapi.ts'

let ctx: TestPlatform
let rest: TestRest
let secret = ''
/** A secret of a key whose plan has a limit. */
let limited = ''

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: '2026-01-05T15:10:00Z' })
  await installCatalogue(ctx)
  rest = await testRest(ctx)
  await demoMarket(ctx, rest.board)
  secret = (await keyOnPlan(ctx, 'integrated-enterprise')).secret
  limited = (await keyOnPlan(ctx, 'integrated-base')).secret
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
  if (path === '/market/status') return 'market=US'
  if (path === '/coverage') return 'type=stock'
  if (path === '/files') return 'type=stock&region=US&interval=1d'
  if (path === '/convert') return 'from=EUR&to=USD'
  if (path.startsWith('/calendar/')) return 'region=US'
  if (path === '/symbol/list') return `region=HK&type=stock`
  if (path === '/stock/ipo' || path === '/account/limits') return ''
  return `region=${region}&code=${code}&codes=${code}&kType=8&limit=20${extra}`
}

const calls = Object.values<Route>({ ...dataRoutes, ...udfRoutes }).flatMap((route) =>
  route.path.includes('{class}')
    ? assetClasses.map((assetClass) => ({
        route,
        path: route.path.replace('{class}', assetClass),
        sample: demoSamples[assetClass],
      }))
    : [{ route, path: route.path, sample: demoSamples.stock }],
)

test.each(calls.map((call) => [call.path, call] as const))(
  'the call %s answers as the contract states, and HEAD gives the same status and type',
  async (path, { route, sample }) => {
    const [region, code] = sample
    const address = `${path}?${queryFor(route.path, region, code)}`
    const { status, text, headers } = await rest.get(address, { token: secret })
    expect(status, text).toBe(200)
    const head = await fetch(`${rest.url}${address}`, { method: 'HEAD', headers: { token: secret } })
    expect([head.status, head.headers.get('content-type')]).toEqual([200, headers.get('content-type')])
    const answer = JSON.parse(text)
    const isBare = path.startsWith('/udf/')
    const data = isBare ? answer : answer.data
    const read = (isBare ? route.data : dataEnvelope(route.data)).safeParse(answer)
    expect(read.error?.issues ?? []).toEqual([])
    if (!path.includes('/stock/') || path.startsWith('/stock/k')) expect(JSON.stringify(data).length).toBeGreaterThan(2)
  },
)

type Parameter = { name: string; deprecated?: true; schema: { minimum?: number; maximum?: number; enum?: unknown[] } }
type Content = { schema: Parameters<typeof z.fromJSONSchema>[0]; examples?: Record<string, { value: unknown }> }
type Operation = { tags: string[]; parameters: Parameter[]; responses: { 200: { content: Record<string, Content> } } }

const { paths } = openApi([], '') as { paths: Record<string, { get: Operation }> }

/** The gateway's response. A file is decompressed to text, and a long list is shortened. */
async function recorded(request: string): Promise<unknown> {
  const token = request === '/account/limits' ? limited : secret
  const response = await fetch(`${rest.url}${request}`, { headers: { token } })
  const body = Buffer.from(await response.arrayBuffer())
  expect(response.status, `${request}: ${body}`).toBe(200)
  if (response.headers.get('content-type') === 'application/gzip') return gunzipSync(body).toString()
  return JSON.parse(`${body}`, (_, value) => (Array.isArray(value) && value.length > 10 ? value.slice(0, 3) : value))
}

test('the recorded examples of the API documents equal the responses of the gateway', async () => {
  const examples: Record<string, unknown> = {}
  for (const name of gatewayNames) {
    const found = exampleRequests[name].map(async (request) => ({ request, answer: await recorded(request) }))
    examples[name] = await Promise.all(found)
  }
  await expect(`${JSON.stringify(examples, null, 2)}\n`).toMatchFileSnapshot('../../contract/data/examples.json')
})

test('the Postman collection has every call, and each of its requests works without a change', async () => {
  const { text } = await rest.get('/postman.json', {})
  const collection = new Collection(JSON.parse(text))
  const requests: string[] = []
  collection.forEachItem(({ request }) => {
    expect(request.auth ?? collection.auth).toMatchObject({ type: 'apikey' })
    const variables = collection.variables.toObject()
    requests.push(request.url.toString().replace('{{baseUrl}}', '').replace('{{token}}', variables.token))
  })
  expect(requests.toSorted()).toEqual(gatewayNames.map((name) => exampleRequests[name][0]).toSorted())
  for (const request of requests) await recorded(request)
})

test('every call in the OpenAPI document has an example that matches the schema of that call', () => {
  for (const [path, { get }] of Object.entries(paths)) {
    const [content] = Object.values(get.responses[200].content)
    const shown = Object.values(content?.examples ?? {})
    expect(shown.length, path).toBeGreaterThan(0)
    const schema = z.fromJSONSchema(content?.schema ?? false)
    for (const { value } of shown) expect(schema.safeParse(value).error?.issues ?? [], path).toEqual([])
  }
})

test.each(['typescript', 'python'])(
  'the gateway accepts the request for bars in the README of the %s client',
  async (language) => {
    const [input = ''] =
      /\{[^{}]*"?format"?: .arrow.[^{}]*\}/.exec(readFileSync(`sdk/${language}/README.md`, 'utf8')) ?? []
    const query = [...input.matchAll(/(\w+)\W*: ['"]?(\w+)/g)].map(([, name, value]) => `${name}=${value}`)
    expect(query.length).toBeGreaterThan(1)
    expect(await rest.get(`/stock/kline?${query.join('&')}`, { token: secret })).toMatchObject({ status: 200 })
  },
)

test.each(['/{class}/kline', '/{class}/klines', '/{class}/indicator'])(
  'the OpenAPI document says when the interval of %s is required',
  (path) => {
    expect(paths[path]?.get.parameters.find(({ name }) => name === 'interval')).toMatchObject({
      description: expect.stringContaining('required, unless `kType` is sent'),
    })
  },
)

test.each([
  ['quotes', '/stock/quotes?codes='],
  ['depths', '/stock/depths?codes='],
  ['tick', '/stock/tick?region=US&code=AAPL&format=parquet'],
  ['quote', '/stock/quote?region=US&code=AAPL&format=csv&tz=Nowhere'],
  ['ticks', '/stock/ticks?region=US&codes=AAPL&format=arrow'],
  ['klines', `/stock/klines?interval=1d&codes=${Array.from({ length: 101 }, (_, n) => `X${n}`)}`],
] as const)('the API documents list the refusal of a faulty call to %s', async (name, path) => {
  const { error } = (await rest.get(path, { token: secret })).json()
  expect(error).toBeDefined()
  expect(dataRoutes[name].errors).toContain(error)
})

test('times and prices of bars in the OpenAPI document are 64-bit numbers', () => {
  const [content] = Object.values(paths['/{class}/kline']?.get.responses[200].content ?? {})
  expect(JSON.stringify(content?.schema)).toMatch(/"c":\{"type":"number",[^}]*"format":"double"\}/)
  expect(JSON.stringify(content?.schema)).toMatch(/"t":\{"type":"integer",[^}]*"format":"int64"\}/)
})

test('the push API has its own OpenAPI document, and no OpenAPI document has a tuple schema', async () => {
  const document = JSON.parse((await rest.get('/openapi-ingest.json', {})).text)
  expect(Object.keys(document.paths)).toEqual([
    ...Object.keys(pushMessages).map((kind) => `/ingest/${kind}`),
    '/ingest',
  ])
  expect(JSON.stringify([document, paths])).not.toContain('"items":false')
})

test('the OpenAPI document describes every tag, marks kType and et as deprecated, and states a licence', () => {
  const { tags, info } = openApi([], '') as { tags: { name: string; description: string }[]; info: object }
  const used = new Set(Object.values(paths).flatMap(({ get }) => get.tags))
  expect([...used].toSorted()).toEqual(tags.map(({ name }) => name).toSorted())
  expect(tags.every(({ description }) => description !== '')).toBe(true)
  const parameters = Object.values(paths).flatMap(({ get }) => get.parameters)
  const old = parameters.filter(({ name }) => name === 'kType' || name === 'et')
  expect(old.length).toBeGreaterThan(0)
  expect(old.filter(({ deprecated }) => !deprecated)).toEqual([])
  expect(info).toMatchObject({ license: { identifier: 'Apache-2.0' } })
})

test('the OpenAPI document lists every call, and can be read without a key', async () => {
  const { status, text, headers } = await rest.get('/openapi.json', {})
  expect(status).toBe(200)
  const document = JSON.parse(text)
  expect(document.openapi).toBe('3.1.0')
  const read = Object.keys(document.paths)
  expect(read).toEqual(gatewayNames.map((name) => gatewayRoutes[name].path))
  const ids = read.map((path) => document.paths[path].get.operationId)
  expect(ids).toEqual(gatewayNames)
  expect(document.paths['/{class}/kline'].get.parameters.map((parameter: { name: string }) => parameter.name)).toEqual(
    expect.arrayContaining(['class', 'code', 'region', 'kType', 'limit', 'et', 'adjust', 'format']),
  )
  const name = document.paths['/{class}/indicator'].get.parameters.find((one: { name: string }) => one.name === 'name')
  expect(name).toMatchObject({ required: true, schema: { type: 'string', enum: indicatorNames } })
  const again = await rest.get('/openapi.json', { 'if-none-match': headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
})

/**
 * Parameters whose wrong value is not refused under their name: `class` is part of the path, `kType` overrides
 * `interval`, and any unknown `csv` means the plain form.
 */
const yielding = ['class', 'interval', 'csv']
const own = new Set(Object.values(indicators).flatMap(({ params }) => params.map(({ name }) => name)))
const bounded = calls
  .filter(({ path }) => path.startsWith('/stock/') || !assetClasses.some((one) => path.startsWith(`/${one}/`)))
  .flatMap((call) => (paths[call.route.path]?.get.parameters ?? []).map((parameter) => ({ ...call, parameter })))
  .filter(
    ({ parameter: { name, schema } }) => !yielding.includes(name) && (schema.enum ?? schema.maximum) !== undefined,
  )
  .filter(({ path, parameter }) => !path.endsWith('/indicator') || !own.has(parameter.name))

test.each(
  bounded.flatMap((one) => {
    const { minimum, maximum, enum: values } = one.parameter.schema
    const wrong = values ? ['no-such-value'] : [Number(minimum) - 1, Number(maximum) + 1, '1.5', 'x']
    return wrong.map((value) => [one.path, one.parameter.name, value, one] as const)
  }),
)(
  'the call %s refuses the parameter %s=%s, as the OpenAPI document states',
  async (path, name, value, { route, sample: [region, code] }) => {
    const query = new URLSearchParams(queryFor(route.path, region, code))
    query.set(name, String(value))
    const { status, text } = await rest.get(`${path}?${query}`, { token: secret })
    expect(status, text).toBe(400)
    if (!path.startsWith('/udf/')) expect(JSON.parse(text)).toMatchObject({ param: name })
    expect(errorEnvelope.safeParse(JSON.parse(text)).error?.issues ?? []).toEqual([])
  },
)

test('every call accepts the largest value of each of its bounded parameters', async () => {
  const largest = bounded.filter(({ parameter }) => parameter.schema.maximum !== undefined)
  const answers = await Promise.all(
    largest.map(async ({ route, path, parameter, sample: [region, code] }) => {
      const query = new URLSearchParams(queryFor(route.path, region, code))
      query.set(parameter.name, String(parameter.schema.maximum))
      return [path, parameter.name, (await rest.get(`${path}?${query}`, { token: secret })).status]
    }),
  )
  expect(answers).toEqual(largest.map(({ path, parameter }) => [path, parameter.name, 200]))
})
