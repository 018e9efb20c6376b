import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { recordTicks } from '#src/market/ticks/ticks.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'

let ctx: TestPlatform
let rest: TestRest
let token = ''
/** Times before, in and after the regular session of a half day; then a time in a year without a calendar. */
const times = ['2023-11-24T14:29:00Z', '2023-11-24T14:30:00Z', '2023-11-24T18:00:00Z', '1999-11-26T15:00:00Z']
const [before, regular, after] = times.map((time) => Date.parse(time))

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: '2026-01-06T12:00:00Z' })
  await installCatalogue(ctx)
  rest = await testRest(ctx)
  token = (await keyOnPlan(ctx, 'integrated-enterprise')).secret
  const instrument = await findInstrument(ctx, { class: 'stock', code: 'IBM', region: 'US' })
  if (!instrument) throw new Error('IBM is in the catalogue')
  const same = { instrumentId: instrument.id, volume: 2, source: 'import' as const }
  const rows = times.map((time, at) => ({ ...same, time: Date.parse(time), price: 10 + at, seq: at }))
  await recordBars(
    ctx,
    rows.map(({ price, seq, ...row }) => {
      const prices = { open: price, high: price, low: price, close: price }
      return { ...row, ...prices, interval: '1m' as const, turnover: seq === 0 ? 0 : 2 * price }
    }),
  )
  await recordTicks(
    ctx,
    rows.slice(0, 2).map((row) => ({ ...row, side: 0 as const, bid: 0, ask: 0 })),
  )
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
})

const ask = (call: string, query: string) => rest.get(`/stock/${call}?region=US&${query}`, { token })
const answerOf = async (call: string, query: string) => JSON.parse((await ask(call, query)).text)
const timesOf = async (call: string, query: string) =>
  (await answerOf(call, `code=IBM&from=2023-11-01&${query}`)).data.map(({ t }: { t: number }) => t)

test.each([
  ['regular', [regular]],
  ['extended', [before, after]],
  ['all', [before, regular, after]],
])('only bars and trades of the requested %s session are returned', async (session, expected) => {
  expect(await timesOf('kline', `interval=1m&session=${session}`)).toEqual(expected)
  const traded = expected.filter((time) => time !== after)
  expect(await timesOf('trades', `session=${session}`)).toEqual(traded)
  expect(await timesOf('trades', `session=${session}&order=desc`)).toEqual(traded)
  const batch = await answerOf('klines', `codes=IBM&interval=1m&from=2023-11-01&session=${session}`)
  expect(batch.data.IBM).toHaveLength(expected.length)
})

test('an indicator has the same bars as the kline call of the same session and source', async () => {
  for (const query of ['session=regular', 'session=extended', 'session=all', 'source=import', 'source=exchange']) {
    const times = await timesOf('kline', `interval=1m&${query}`)
    expect([query, await timesOf('indicator', `interval=1m&name=sma&period=1&${query}`)]).toEqual([query, times])
  }
  const balance = async (session: string) =>
    (await answerOf('indicator', `code=IBM&interval=1m&name=obv&limit=1&session=${session}`)).data[0].obv
  expect([await balance('all'), await balance('regular'), await balance('extended')]).toEqual([2, -2, 2])
})

test('the number of trades, the average price and the turnover of a bar are optional columns in JSON, CSV and Parquet', async () => {
  const query = 'code=IBM&interval=1m&from=2023-11-01&columns=t,nt,vw,tu,tn'
  expect((await answerOf('kline', query)).data).toEqual([
    { t: before, nt: 1, vw: 10, tu: 0, tn: null },
    { t: regular, nt: 1, vw: 11, tu: 22, tn: 22 },
    { t: after, nt: null, vw: null, tu: 24, tn: 24 },
  ])
  expect((await ask('kline', `${query}&format=csv`)).text).toContain(`,${after},,,24,24\r\n`)
  const { url } = rest
  const parquet = await fetch(`${url}/stock/kline?region=US&${query}&format=parquet`, { headers: { token } })
  const file = await parquet.arrayBuffer()
  expect(await parquetReadObjects({ file, columns: ['nt', 'vw', 'tn'] })).toEqual([
    { nt: 1, vw: 10, tn: null },
    { nt: 1, vw: 11, tn: 22 },
    { nt: null, vw: null, tn: 24 },
  ])
})

test('in years without a calendar, daily bars that are built from minutes have a warning, and minute bars have none', async () => {
  expect(await answerOf('kline', 'code=IBM&interval=1d&from=1999-01-01')).toMatchObject({ warning: 'calendar_unknown' })
  expect(await answerOf('kline', 'code=IBM&interval=1d&from=2023-11-01')).not.toHaveProperty('warning')
  expect(await answerOf('kline', 'code=IBM&interval=1m&from=1999-01-01')).not.toHaveProperty('warning')
})

test.each([
  ['/stock/kline?region=US&code=IBM&interval=1d&day=fx', 'day'],
  ['/crypto/kline?code=BTCUSD&interval=1d&session=regular', 'session'],
  ['/crypto/indicator?code=BTCUSD&interval=1d&name=macd&session=regular', 'session'],
  ['/forex/trades?code=EURUSD&session=regular', 'session'],
  ['/forex/kline?code=EURUSD&interval=1d&day=london', 'day'],
])('the request %s is refused, because its class has no such %s', async (path, param) => {
  const refused = await rest.get(path, { token })
  expect([refused.status, refused.json()]).toMatchObject([400, { error: 'invalid_parameter', param }])
})
