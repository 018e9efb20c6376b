import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MarketEvent } from '#src/contract/market.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { sellWith } from '#test/fixtures/plans.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'

const minute = 60_000
const now = Date.parse('2026-01-06T15:40:30Z')
const opened = Date.parse('2026-01-06T14:30:00Z')
let ctx: TestPlatform
let rest: TestRest
let token = ''

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now })
  await installCatalogue(ctx)
  rest = await testRest(ctx)
  sellWith(ctx, { 'stock-us-base': { delaySeconds: 900 } })
  token = (await keyOnPlan(ctx, 'stock-us-base')).secret
  const instrument = await findInstrument(ctx, { class: 'stock', code: 'AAPL', region: 'US' })
  if (!instrument) throw new Error('AAPL is in the catalogue')
  const bar = (time: number, close: number) => ({
    ...{ time, open: close, high: close, low: close, close, volume: 1, turnover: 0, source: 'simulated' as const },
    instrumentId: instrument.id,
  })
  const minutes = Array.from({ length: 70 }, (_, at) => bar(opened + at * minute, 100 + at))
  const days = [bar(Date.parse('2026-01-02'), 80), bar(Date.parse('2026-01-05'), 90)]
  await recordBars(ctx, [
    ...minutes.map((one) => ({ ...one, interval: '1m' as const })),
    ...days.map((one) => ({ ...one, interval: '1d' as const })),
  ])
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
})

const get = async (path: string) => (await rest.get(`${path}region=US&code=AAPL`, { token })).json()
/** The last minute that has ended at 15:25:30, the time that a plan with a delay of 15 minutes sees. */
const lastMinute = Date.parse('2026-01-06T15:24:00Z')
const lastClose = 100 + (lastMinute - opened) / minute

test('without live events, a plan delayed by 15 minutes gets the newest minute and day that ended at least 15 minutes ago', async () => {
  expect(await get('/stock/tick?')).toMatchObject({ delay: 900, data: { ld: lastClose, t: lastMinute + minute } })
  expect(await get('/stock/quote?')).toMatchObject({ delay: 900, data: { ld: 90, p: 80 } })
  expect(await get('/stock/depth?')).toMatchObject({ delay: 900, data: null, reason: 'no_data' })
})

test.each([
  ['1m', lastMinute, lastClose],
  ['5m', Date.parse('2026-01-06T15:20:00Z'), lastClose],
  ['1h', Date.parse('2026-01-06T14:00:00Z'), 129],
  ['1d', Date.parse('2026-01-05'), 90],
])(
  'the last %s bar of a plan delayed by 15 minutes is the last bar that ended at least 15 minutes ago',
  async (interval, time, close) => {
    const { data } = (await get(`/stock/kline?interval=${interval}&limit=2&`)) as unknown as { data: object[] }
    expect(data.at(-1)).toMatchObject({ t: time, c: close })
    expect(data).toHaveLength(interval === '1h' ? 1 : 2)
  },
)

test('a plan delayed by 15 minutes gets the ticks, tick batches, quotes and depth of 15 minutes ago', async () => {
  const key = 'stock:AAPL$US'
  const known = { key, source: 'simulated' } as const
  let seq = 0
  const putOnBoard = (event: MarketEvent) =>
    rest.lateBoard.apply({ offset: '1-1', at: now, lane: key, seq: ++seq, event })
  const time = now - 900_000
  putOnBoard({ ...known, type: 'tick', time, price: 155, volume: 2, side: 1, session: 0 })
  const day = { previousClose: 90, open: 100, high: 155, low: 99, last: 155, volume: 5, turnover: 9 }
  putOnBoard({ ...known, type: 'quote', time, ...day, tradingStatus: 0, change: 65, changePercent: 72.2222 })
  putOnBoard({
    ...known,
    type: 'depth',
    time,
    asks: [{ price: 156, volume: 1, orders: 1 }],
    bids: [{ price: 154, volume: 1, orders: 1 }],
  })
  rest.board.apply({
    ...{ offset: '1-2', at: now, lane: key, seq: 9 },
    event: { ...known, type: 'tick', time: now, price: 999, volume: 1, side: 1, session: 0 },
  })
  expect(await get('/stock/tick?')).toMatchObject({ delay: 900, data: { ld: 155, t: time } })
  expect(await get('/stock/quote?')).toMatchObject({ delay: 900, data: { ld: 155, p: 90, ch: 65 } })
  expect(await get('/stock/depth?')).toMatchObject({ data: { a: [{ p: 156 }], b: [{ p: 154 }] } })
  expect(await get('/stock/ticks?codes=AAPL&')).toMatchObject({ delay: 900, data: { AAPL: { ld: 155 } } })
})
