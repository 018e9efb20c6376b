import { type ApiError, marketData } from '@alpacahq/alpaca-trade-api'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompatibleGateway, compatibleGateway } from '#test/fixtures/compatible-gateway.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { testRest } from '#test/fixtures/rest.ts'

let at: CompatibleGateway
let key = ''
beforeAll(async () => {
  at = await compatibleGateway('alpaca')
  key = at.key
})
afterAll(() => at[Symbol.asyncDispose]())

async function plain(path: string, headers: Record<string, string> = { 'APCA-API-SECRET-KEY': key }) {
  const response = await fetch(`${at.rest.url}/alpaca${path}`, { headers })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

test.each([
  ['/v2/stocks/AAPL/bars?timeframe=7Min', 400],
  ['/v2/stocks/AAPL/bars', 400],
  ['/v2/stocks/bars?timeframe=1Day', 400],
  ['/v2/stocks/AAPL/bars?timeframe=1Day&start=yesterday', 400],
  ['/v2/stocks/AAPL/bars?timeframe=1Day&start=2025-01-02T00:00:00', 400],
  ['/v2/stocks/AAPL/bars?timeframe=1Day&start=2025-02-01&end=2025-01-01', 400],
  ['/v2/stocks/AAPL/bars?timeframe=1Day&limit=10001', 400],
  ['/v2/stocks/AAPL/bars?timeframe=1Day&feed=other', 400],
  ['/v2/stocks/AAPL/bars?timeframe=1Day&currency=EUR', 400],
  ['/v2/stocks/AAPL/bars?timeframe=1Day&page_token=x', 400],
  ['/v2/stocks/NOPE/trades/latest', 404],
  ['/v2/assets/NOPE', 404],
  ['/v2/calendar?start=soon', 422],
  ['/v2/orders', 404],
  ['/v2/stocks/%zz/bars?timeframe=1Day', 400],
])('the refusal of %s has the form of Alpaca and the status %i', async (path, status) => {
  const got = await plain(path)
  expect(got.status).toBe(status)
  expect(got.body).toEqual({
    code: status === 422 ? 42210000 : status * 100_000 + 10_000,
    message: expect.any(String),
  })
})

test('an Alpaca call of more than 500 symbols is refused with the limit', async () => {
  const symbols = Array.from({ length: 501 }, (_, at) => `S${at}`).join()
  const got = await plain(`/v2/stocks/bars?timeframe=1Day&symbols=${symbols}`)
  expect(got).toMatchObject({ status: 400, body: { code: 40010000, message: expect.stringContaining('500') } })
})

test('an Alpaca call gets the status 500 while the store of instruments fails', async () => {
  const rename = (from: string, to: string) =>
    sql.raw(`alter table ${from} rename to ${to}`).execute(at.ctx.postgres.db)
  await rename('instruments', 'not_there')
  const got = await plain('/v2/stocks/NEVERASKED/trades/latest').finally(() => rename('not_there', 'instruments'))
  expect(got).toMatchObject({ status: 500, body: { code: 50010000 } })
})

test('the list of Alpaca assets of an unknown class is empty', async () => {
  expect(await plain('/v2/assets?asset_class=constructor')).toMatchObject({ status: 200, body: [] })
})

test('a program in a browser may send the headers of Alpaca', async () => {
  const asked = await fetch(`${at.rest.url}/alpaca/v2/clock`, { method: 'OPTIONS' })
  expect(asked.status).toBe(204)
  expect(asked.headers.get('access-control-allow-headers')?.split(', ')).toEqual(
    expect.arrayContaining(['authorization', 'apca-api-key-id', 'apca-api-secret-key']),
  )
})

test('an Alpaca client sends a gateway key as its secret, and is refused if it sends a second, different key', async () => {
  const path = '/v2/stocks/AAPL/trades/latest'
  const status = async (headers: Record<string, string>) => (await plain(path, headers)).status
  const other = (await keyOnPlan(at.ctx, 'stock-us-base')).secret
  expect(await status({})).toBe(401)
  expect(await status({ 'APCA-API-KEY-ID': key })).toBe(401)
  expect(await status({ 'APCA-API-KEY-ID': 'any', 'APCA-API-SECRET-KEY': 'nonsense' })).toBe(401)
  expect(await status({ 'APCA-API-KEY-ID': key, 'APCA-API-SECRET-KEY': key })).toBe(200)
  expect(await status({ 'APCA-API-KEY-ID': other, 'APCA-API-SECRET-KEY': key })).toBe(400)
  expect(await status({ authorization: `Bearer ${other}`, 'APCA-API-SECRET-KEY': key })).toBe(400)
  expect(await status({ authorization: `Bearer ${key}` })).toBe(200)
  const secret = (await keyOnPlan(at.ctx, 'stock-hk-base')).secret
  const configuration = new marketData.Configuration({ basePath: `${at.rest.url}/alpaca`, keyId: 'any', secret })
  const refused = await new marketData.StockApi(configuration)
    .stockLatestTrades({ symbols: 'AAPL' })
    .catch((error: ApiError) => error)
  expect(refused).toMatchObject({ status: 403, code: 40310000 })
})

test('a snapshot counts as four calls in the rate-limit headers of Alpaca, and calls over the limit are refused', async () => {
  const { secret } = await keyOnPlan(at.ctx, 'integrated-free')
  const call = (path: string) => plain(path, { 'APCA-API-SECRET-KEY': secret })
  const left = async (path: string) => Number((await call(path)).headers.get('x-ratelimit-remaining'))
  const before = await left('/v2/stocks/AAPL/trades/latest')
  expect(before - (await left('/v2/stocks/AAPL/snapshot'))).toBe(4)
  let got = await call('/v2/stocks/AAPL/trades/latest')
  while (got.status === 200) got = await call('/v2/stocks/AAPL/trades/latest')
  expect([got.status, got.body.code]).toEqual([429, 42910000])
  const reset = Number(got.headers.get('x-ratelimit-reset')) - at.ctx.clock.now() / 1_000
  expect(reset).toBeGreaterThan(0)
  expect(reset).toBeLessThanOrEqual(61)
  expect(at.rest.accessLog.at(-1)).toMatchObject({ route: '/alpaca/stock/ticks', status: 429 })
  expect((await call('/v2/stocks/AAPL/snapshot')).status).toBe(429)
})

test('/alpaca answers 404 to calls of the gateway’s own API, and to all calls if COMPATIBLE_APIS does not name alpaca', async () => {
  expect((await plain('/stock/tick?region=US&code=AAPL')).status).toBe(404)
  await using other = await testPlatform()
  await using elsewhere = await testRest(other)
  const headers = { 'APCA-API-SECRET-KEY': key }
  expect((await fetch(`${elsewhere.url}/alpaca/v2/clock`, { headers })).status).toBe(404)
})
