import { afterAll, beforeAll, expect, test } from 'vitest'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { ensureInstrument, settleHomes, upsertInstruments } from '#src/market/instruments/instruments.ts'
import { firstCatalogue } from '#src/plans/catalogue.ts'
import { UsageMeter } from '#src/usage/meter.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import type { StreamKey } from './access.ts'
import { openAdmission } from './admission.ts'

let ctx: TestPlatform
let admission: Awaited<ReturnType<typeof openAdmission>>
const opened = new AsyncDisposableStack()
beforeAll(async () => {
  ctx = opened.use(await testPlatform({ now: '2026-01-05T15:00:00Z' }))
  await installCatalogue(ctx)
  admission = opened.use(await openAdmission(ctx, opened.use(new UsageMeter(ctx))))
})
afterAll(() => opened.disposeAsync())

const key = (planId: string): StreamKey => ({
  kind: 'key',
  keyId: 'k',
  allowanceId: 'k',
  accountId: null,
  planId,
  plan: firstCatalogue.planById(planId),
  limits: { perMinute: null, sockets: null, subscriptions: null },
  expiresAt: 4_102_444_800_000,
  sessionId: null,
  personId: null,
  scope: null,
})
const base = key('integrated-base')

test.each([
  ['AAPL$US', 'stock', 'stock', 'US', 'AAPL'],
  ['aapl', 'stock', 'stock', 'US', 'AAPL'],
  [' AAPL$US ', 'stock', 'stock', 'US', 'AAPL'],
  ['700.HK', 'stock', 'stock', 'HK', '700'],
  ['00700$HK', 'stock', 'stock', 'HK', '700'],
  ['EURUSD', 'forex', 'forex', 'GB', 'EURUSD'],
  ['BTC/USDT', 'crypto', 'crypto', 'BA', 'BTCUSDT'],
  ['stock:AAPL$US', null, 'stock', 'US', 'AAPL'],
  ['STOCK:aapl', null, 'stock', 'US', 'AAPL'],
  ['fund:SPY', null, 'fund', 'US', 'SPY'],
] as const)(
  'the symbol %s on the stream path of %s (null: all classes) names exactly one instrument',
  async (text, path, assetClass, region, code) => {
    const expected = { kind: 'ok', id: { class: assetClass, region, code }, delayMs: 0 }
    expect(await admission.admit(base, text, path)).toEqual(expected)
  },
)

test.each([
  ['*', 'stock', 'invalid_symbol'],
  ['>', 'stock', 'invalid_symbol'],
  ['.', 'stock', 'invalid_symbol'],
  ['AAPL.*', 'stock', 'invalid_symbol'],
  ['stock:*', null, 'invalid_symbol'],
  ['stock:>', null, 'invalid_symbol'],
  ["'; DROP TABLE instrument", 'stock', 'invalid_symbol'],
  ['AAPL$US', null, 'invalid_symbol'],
  ['bond:AAPL', null, 'invalid_symbol'],
  ['', 'stock', 'invalid_symbol'],
  ['NOSUCHCODE', 'stock', 'unknown_symbol'],
  ['AAPL$HK', 'stock', 'unknown_symbol'],
] as const)(
  'the symbol %s on the stream path of %s (null: all classes) is refused with the reason %s',
  async (text, path, reason) => {
    expect(await admission.admit(base, text, path)).toEqual({ kind: 'refused', reason })
  },
)

test('a stream accepts the home listing of a code and refuses the same code at another exchange', async () => {
  await upsertInstruments(
    ctx,
    [{ class: 'stock', region: 'IN', exchange: 'BSE', code: 'INFY', name: 'Infosys' }],
    'list',
  )
  await settleHomes(ctx)
  const admit = (symbol: string) => admission.admit(base, symbol, 'stock')
  expect(await admit('INFY$NSE$IN')).toMatchObject({ kind: 'ok', id: { code: 'INFY', region: 'IN' } })
  expect(await admit('INFY$BSE$IN')).toEqual({ kind: 'refused', reason: 'unknown_symbol' })
})

test('a symbol of a market outside the plan is refused', async () => {
  const refused = await admission.admit(key('stock-us-base'), '700$HK', 'stock')
  expect(refused).toEqual({ kind: 'refused', reason: 'not_in_plan' })
})

test('a newly listed instrument is found, even if a client asked for the instrument before the listing', async () => {
  const admitNewcomer = () => admission.admit(base, 'NEWCOMER$US', 'stock')
  expect(await admitNewcomer()).toEqual({ kind: 'refused', reason: 'unknown_symbol' })
  const version = admission.namesVersion()
  await ensureInstrument(ctx, { class: 'stock', region: 'US', code: 'NEWCOMER' })
  await expect.poll(async () => (await admitNewcomer()).kind).toBe('ok')
  expect(admission.namesVersion()).toBeGreaterThan(version)
})

test('at 15:00 UTC on a Monday every asset class counts as open, and at 15:00 UTC on a Saturday only crypto does', () => {
  const states = (at: string) => admission.openMarkets(Date.parse(at), [], [])
  expect(new Set(Object.values(states('2026-01-05T15:00:00Z')))).toEqual(new Set(['open']))
  const open = Object.entries(states('2026-01-03T15:00:00Z')).filter(([, state]) => state === 'open')
  expect(open).toEqual([['crypto', 'open']])
})

test('a class is open if a market of its subscribed instruments trades; without subscriptions in the class, the markets of the tape decide', () => {
  const stocks = (at: string, subscribed: string[]) =>
    admission.openMarkets(Date.parse(at), subscribed, ['stock$US', 'stock$HK', 'crypto$']).stock
  const [hongKong, newYork] = ['2026-01-06T02:30:00Z', '2026-01-06T15:00:00Z']
  for (const subscribed of [['stock:700$HK'], ['stock:AAPL$US', 'stock:700$HK'], ['crypto:BTCUSD$BA']])
    expect([subscribed, stocks(hongKong, subscribed)]).toEqual([subscribed, 'open'])
  expect(stocks(hongKong, ['stock:AAPL$US'])).toBe('closed')
  expect(stocks(newYork, ['stock:700$HK'])).toBe('closed')
  expect(admission.openMarkets(Date.parse(hongKong), ['future:HSI$HK'], []).future).toBe('open')
})
