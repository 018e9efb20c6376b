import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { testRest } from '#test/fixtures/rest.ts'
import { Board } from './board.ts'
import { agesOf, Staleness } from './staleness.ts'

/** New York is open. The newest event of US stocks is 5 s old, and the newest event of crypto two minutes. */
const now = Date.parse('2026-01-05T15:05:00Z')
const newest = new Map([
  ['stock$US', now - 5_000],
  ['stock$HK', now - 2 * dayMs],
  ['crypto$', now - 2 * minuteMs],
  ['indices$', now - dayMs],
])
let ctx: TestPlatform

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now })
  await installCatalogue(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

test('an open market counts as stopped if its newest event is older than 30 s plus the delay of the plan', () => {
  const staleness = new Staleness(ctx, () => newest)
  expect(staleness.of({ class: 'crypto', region: 'BA' }, 0)).toBe(120)
  expect(staleness.of({ class: 'crypto', region: 'BA' }, minuteMs)).toBe(60)
  expect(staleness.of({ class: 'crypto', region: 'BA' }, 90_000)).toBe(30)
  expect(staleness.of({ class: 'crypto', region: 'BA' }, 90_001)).toBeUndefined()
  // In order: open with recent events; closed; without any event so far.
  for (const market of [
    { class: 'stock', region: 'US' },
    { class: 'stock', region: 'HK' },
    { class: 'forex', region: 'GB' },
  ] as const)
    expect([market, staleness.of(market, 0)]).toEqual([market, undefined])
  expect([staleness.ofClass('crypto', 0), staleness.ofClass('stock', 0)]).toEqual([120, undefined])
  expect(staleness.lines()).toEqual([
    'crypto trades, and nothing has come for 120 s',
    'indices trades, and nothing has come for 86400 s',
  ])
  expect(agesOf(newest, now)).toEqual({ stock: 5, crypto: 120, indices: 86_400 })
})

test('a stopped feed of indices counts as stopped for indices of open exchanges, but not for indices of closed exchanges', () => {
  const staleness = new Staleness(ctx, () => newest)
  const staleOf = (exchange: string) => staleness.of({ class: 'indices', region: 'GB', exchange, code: '' }, 0)
  expect([staleOf('CBOE'), staleOf('XETR'), staleOf('HKEX')]).toEqual([86_400, 86_400, undefined])
  expect(staleness.ofClass('indices', 0)).toBe(86_400)
})

test('each response with current data of a stopped market states the time since the last event of the market', async () => {
  const boards = { board: new Board(), lateBoard: async () => new Board(), newest: () => newest }
  await using rest = await testRest(ctx, boards)
  const bitcoin = await findInstrument(ctx, { class: 'crypto', code: 'BTCUSD', region: 'BA' })
  const price = { open: 1, high: 1, low: 1, close: 1, volume: 1, turnover: 0, source: 'simulated' } as const
  const days = [1, 2, 3].map((back) => Math.floor(now / dayMs) * dayMs - back * dayMs)
  const instrumentId = bitcoin?.id ?? 0
  await recordBars(
    ctx,
    days.map((time) => ({ ...price, instrumentId, interval: '1d' as const, time })),
  )
  const { secret: token } = await keyOnPlan(ctx, 'integrated-enterprise', { expiresAt: now + dayMs })
  const staleOf = async (call: string) => {
    const { status, json } = await rest.get(call, { token })
    return [call, status, json().stale]
  }
  for (const call of [
    '/crypto/quote?region=BA&code=BTCUSD',
    '/crypto/tick?region=BA&code=BTCUSD',
    '/crypto/depth?region=BA&code=BTCUSD',
    '/crypto/quotes?region=BA&codes=BTCUSD,ETHUSD',
    '/crypto/kline?region=BA&code=BTCUSD&interval=1d&limit=2',
    '/crypto/kline?region=BA&code=BTCUSD&interval=1d&limit=2',
    '/crypto/kline?region=BA&code=BTCUSD&interval=1d&from=20260101',
    '/crypto/klines?region=BA&codes=BTCUSD,ETHUSD&interval=1d&limit=2',
    '/crypto/indicator?region=BA&code=BTCUSD&interval=1d&name=macd&limit=1',
    '/crypto/snapshot?size=1',
    '/crypto/movers',
  ])
    expect(await staleOf(call)).toEqual([call, 200, 120])
  for (const call of [
    '/stock/quote?region=US&code=AAPL',
    '/stock/snapshot?region=US&size=1',
    '/crypto/kline?region=BA&code=BTCUSD&interval=1d&to=20260103',
  ])
    expect(await staleOf(call)).toEqual([call, 200, undefined])
  const { headers } = await rest.get('/crypto/kline?region=BA&code=BTCUSD&interval=1d&format=csv', { token })
  expect(headers.get('x-stale')).toBe('120')
})
