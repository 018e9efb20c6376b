import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KeyScope } from '#src/contract/account/keys.ts'
import { createSearchToken } from '#src/keys/check/search-token.ts'
import { openKeyCache, verifyKey } from '#src/keys/check/verify.ts'
import { scopeKey } from '#src/keys/keys.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { type KeyOnPlan, keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'
import { type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { audited } from '#test/fixtures/tapewire.ts'

const everywhere: KeyScope = { classes: null, access: 'all', networks: [] }

let ctx: TestPlatform
let rest: TestRest
let site: SiteApi
let owner: KeyOnPlan
const opened = new AsyncDisposableStack()
beforeAll(async () => {
  ctx = opened.use(await testPlatform({ clickhouse: true, settings: { TRUSTED_PROXIES: '127.0.0.1' } }))
  await installCatalogue(ctx)
  opened.use(await openKeyCache(ctx))
  rest = opened.use(await testRest(ctx))
  site = siteApi(ctx)
  owner = await keyOnPlan(ctx, 'integrated-professional')
})
afterAll(() => opened.disposeAsync())

const restrict = async (scope: Partial<KeyScope>) => {
  const shown = await scopeKey(ctx, owner.actor, { keyId: owner.keyId, scope: { ...everywhere, ...scope } }, 'en-US')
  const known = async () => {
    const verdict = await verifyKey(ctx, owner.secret)
    return verdict.kind === 'ok' && (verdict.key.scope ?? everywhere)
  }
  await expect.poll(known).toEqual(shown.scope)
  // Longer than the gateway caches the verification of a key (250 ms).
  await ctx.clock.advance(300)
  return shown
}

async function statusOf(path: string, headers: Record<string, string> = {}): Promise<string> {
  const { status, text } = await rest.get(path, { token: owner.secret, ...headers })
  return status === 200 ? '200' : `${status} ${JSON.parse(text).error}`
}

const stock = '/stock/quote?region=US&code=AAPL'
const crypto = '/crypto/quote?region=BA&code=BTCUSD'
const udf = '/udf/history?symbol=AAPL&resolution=1D&from=1700000000&to=1700086400'

test('a key restricted to the stream gets 403 from REST calls, day files and the chart feed', async () => {
  await restrict({ access: 'stream' })
  for (const path of [stock, '/market/status', '/files/stock/US/2026-01-05.csv.gz', udf])
    expect(await statusOf(path), path).toBe('403 not_in_scope')
  await restrict({})
  expect(await statusOf(stock)).toBe('200')
})

test('a key restricted to classes reads only these classes, even in batches, lists and files', async () => {
  await restrict({ classes: ['crypto'] })
  expect([await statusOf(crypto), await statusOf(stock)]).toEqual(['200', '403 not_in_scope'])
  expect(await statusOf('/stock/kline?region=US&code=AAPL&kType=8')).toBe('403 not_in_scope')
  expect(await statusOf('/files/stock/US/2026-01-05.csv.gz')).toBe('403 not_in_scope')
  expect(await statusOf('/symbol/list?type=stock&region=US')).toBe('403 not_in_scope')
  const batch = (await rest.get('/stock/klines?region=US&codes=AAPL&kType=8', { token: owner.secret })).json()
  expect([batch.data, batch.reasons]).toEqual([{}, { AAPL: { reason: 'not_in_scope' } }])
  await restrict({})
})

test('the network restriction of a key applies to the address reported by the trusted proxy, not to an address claimed by the client', async () => {
  const shown = await restrict({ networks: ['198.51.100.0/24', '2001:DB8::7'] })
  expect(shown.scope.networks).toEqual(['198.51.100.0/24', '2001:db8::7'])
  const from = (addresses: string) => statusOf(crypto, { 'x-forwarded-for': addresses })
  expect([await from('198.51.100.9'), await from('2001:db8::7')]).toEqual(['200', '200'])
  for (const addresses of ['198.51.101.9', '2001:db8::8', '198.51.100.9, 203.0.113.1', 'nonsense'])
    expect(await from(addresses), addresses).toBe('403 network_not_allowed')
  expect(await statusOf(crypto)).toBe('403 network_not_allowed')
  const { token } = await createSearchToken(ctx, owner.actor)
  expect((await rest.get(crypto, { token })).status).toBe(200)
  await restrict({})
})

test('only the owner can restrict a key, and each restriction is logged with its old and new values', async () => {
  const { cookie } = await site.signUp('ada@example.com')
  const [key] = (await site.send('/api/keys', { cookie })).data
  expect(key.scope).toEqual(everywhere)
  const send = (id: string, scope: object) =>
    site.send(`/api/keys/${id}/scope`, { cookie, body: { ...everywhere, ...scope } })
  const kept = { classes: ['stock'], access: 'rest', networks: ['10.0.0.0/8'] }
  expect((await send(key.id, kept)).data.scope).toEqual(kept)
  expect((await send(key.id, { networks: ['here'] })).body).toMatchObject({
    error: 'invalid_parameter',
    param: 'networks',
  })
  expect((await send(key.id, { classes: [] })).body).toMatchObject({ param: 'classes' })
  expect((await send(owner.keyId, kept)).error).toBe('not_found')
  expect((await audited(ctx, 'key.scope')).at(-1)).toMatchObject({
    subject: key.id,
    detail: { from: everywhere, to: kept },
  })
  await ctx.clock.advance(16 * 60_000)
  expect((await send(key.id, {})).error).toBe('recent_signin_required')
})
