import {
  GetStocksAggregatesSortEnum,
  GetStocksAggregatesTimespanEnum,
  GetStocksQuotesOrderEnum,
} from '@massive.com/client-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { known, type MassiveGateway, massiveGateway } from '#test/fixtures/massive-gateway.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { testRest } from '#test/fixtures/rest.ts'

const { Day, Minute } = GetStocksAggregatesTimespanEnum
const apple = 'region=US&code=AAPL'
let at: MassiveGateway
beforeAll(async () => {
  at = await massiveGateway()
})
afterAll(() => at[Symbol.asyncDispose]())
const client: MassiveGateway['client'] = (...secret) => at.client(...secret)
const ours: MassiveGateway['ours'] = (call, path) => at.ours(call, path)
const newYorkMidnight = (date: number) => date + 5 * 3_600_000
const isoDate = (time: number) => new Date(time).toISOString().slice(0, 10)

describe('bars for Massive clients', () => {
  test('Massive day bars have the prices of the gateway’s own bars, and times at midnight in New York', async () => {
    const range = { multiplier: 1, timespan: Day, from: '2025-12-01', to: '2026-01-05' }
    const { results, ...head } = await client().getStocksAggregates({ stocksTicker: 'AAPL', ...range })
    const bars = await ours('kline', `/stock/kline?${apple}&interval=1d&from=2025-12-01&to=2026-01-05&adjust=split`)
    expect(bars.length).toBeGreaterThan(15)
    expect(results).toMatchObject(bars.map(({ t, o, h, l, c, v }) => ({ t: newYorkMidnight(t), o, h, l, c, v })))
    expect(head).toMatchObject({ ticker: 'AAPL', status: 'OK', adjusted: true, resultsCount: bars.length })
  })

  test('Massive minute bars have an average price and a number of trades, and are sorted newest first on request', async () => {
    const range = { multiplier: 1, timespan: Minute, from: '2026-01-05', to: '2026-01-05' }
    const query = { stocksTicker: 'AAPL', ...range, sort: GetStocksAggregatesSortEnum.Desc, limit: 4 }
    const { results } = await client().getStocksAggregates(query)
    const path = `/stock/kline?${apple}&interval=1m&to=2026-01-06T04:59&limit=4&columns=t,c,vw,nt`
    const bars = (await ours('kline', path)).toReversed()
    expect(bars.some(({ nt }) => typeof nt === 'number')).toBe(true)
    expect(results?.map(({ t, c, vw, n }) => [t, c, vw ?? null, n ?? null])).toEqual(
      bars.map(({ t, c, vw, nt }) => [t, c, vw ?? null, nt ?? null]),
    )
  })

  test.each([
    '/v2/aggs/ticker/AAPL/range/1/day/1972-01-03/1972-12-31',
    '/v2/aggs/ticker/AAPL/range/1/minute/63244800000/94694400000',
    '/v3/trades/AAPL?timestamp.gte=1969-06-01&timestamp.lt=1970-02-01',
  ])('Massive calls accept ranges in the years around 1970: %s', async (path) => {
    const got = await fetch(`${at.rest.url}/massive${path}`, { headers: { authorization: `Bearer ${at.key}` } })
    expect(await got.json()).toMatchObject({ status: 'OK', results: [] })
  })

  test('the client of Massive follows next_url to the end of the range', async () => {
    const range = { multiplier: 1, timespan: Day, from: '2025-12-01', to: '2026-01-05' }
    const all = await client().getStocksAggregates({ stocksTicker: 'AAPL', ...range })
    const paged = await client(at.key, true).getStocksAggregates({ stocksTicker: 'AAPL', ...range, limit: 7 })
    const times = paged.results?.map(({ t }) => t).sort((a, b) => a - b)
    expect(times).toEqual(all.results?.map(({ t }) => t))
  })

  test('a client that appends the path of next_url to its own base address gets the next page', async () => {
    const first = await fetch(
      `${at.rest.url}/massive/v2/aggs/ticker/AAPL/range/1/day/2025-12-01/2026-01-05?limit=2&apiKey=${at.key}`,
    ).then((got) => got.json())
    const { pathname, search } = new URL(first.next_url)
    expect(search).not.toContain(at.key)
    const next = await fetch(`${at.rest.url}/massive${pathname}${search}`, {
      headers: { authorization: `Bearer ${at.key}` },
    })
    expect((await next.json()).results[0].t).toBeGreaterThan(first.results[1].t)
  })

  test.each([
    ['SPY', '/fund/kline?region=US&code=SPY', 5],
    ['X:BTCUSD', '/crypto/kline?code=BTCUSD', 0],
    ['C:EURUSD', '/forex/kline?code=EURUSD', 0],
    ['I:SPX', '/indices/kline?code=SPX', 5],
  ])('Massive bars of the ticker %s have the prices of the gateway’s own call %s', async (ticker, path, hours) => {
    const range = { multiplier: 1, timespan: Day, from: '2025-12-29', to: '2026-01-02' }
    const { results } = await client().getStocksAggregates({ stocksTicker: ticker, ...range })
    const bars = await ours('kline', `${path}&interval=1d&from=2025-12-29&to=2026-01-02`)
    expect(bars.length).toBeGreaterThan(2)
    expect(results?.map(({ t, o, h, l, c }) => [t, o, h, l, c])).toEqual(
      bars.map(({ t, o, h, l, c }) => [t + hours * 3_600_000, o, h, l, c]),
    )
  })

  test('the client of Massive reads the bar of the previous day, and the open and close of a given day', async () => {
    const bars = await ours('kline', `/stock/kline?${apple}&interval=1d&limit=2`)
    const { t, o, c, h, l, v } = known(bars[0])
    expect((await client().getPreviousStocksAggregates({ stocksTicker: 'AAPL' })).results).toMatchObject([
      { T: 'AAPL', t: newYorkMidnight(t), o, c, h, l, v },
    ])
    const day = await client().getStocksOpenClose({ stocksTicker: 'AAPL', date: isoDate(t) })
    expect(day).toEqual({
      ...{ status: 'OK', from: isoDate(t), symbol: 'AAPL' },
      ...{ open: o, high: h, low: l, close: c, volume: v },
    })
    const bitcoin = known((await ours('kline', '/crypto/kline?code=BTCUSD&interval=1d&to=2026-01-02&limit=1'))[0])
    expect(await client().getCryptoOpenClose({ from: 'BTC', to: 'USD', date: '2026-01-02' })).toMatchObject({
      ...{ symbol: 'BTC-USD', open: bitcoin.o, close: bitcoin.c },
    })
  })
})

describe('trades and quotes for Massive clients', () => {
  test('the client of Massive reads the newest trade and the best bid and ask', async () => {
    const tick = known(await ours('tick', `/stock/tick?${apple}`))
    expect((await client().getLastStocksTrade({ stocksTicker: 'AAPL' })).results).toEqual({
      ...{ T: 'AAPL', p: tick.ld, s: tick.v, t: tick.t * 1e6 },
    })
    const depth = known(await ours('depth', `/stock/depth?${apple}`))
    const [bid, ask] = [known(depth.b[0]), known(depth.a[0])]
    expect((await client().getLastStocksQuote({ stocksTicker: 'AAPL' })).results).toEqual({
      ...{ T: 'AAPL', p: bid.p, s: bid.v, P: ask.p, S: ask.v, t: depth.t * 1e6 },
    })
    const bitcoin = known(await ours('tick', '/crypto/tick?code=BTCUSD'))
    expect((await client().getLastCryptoTrade({ from: 'BTC', to: 'USD' })).last).toEqual({
      ...{ price: bitcoin.ld, size: bitcoin.v, timestamp: bitcoin.t },
    })
    const euro = known(await ours('depth', '/forex/depth?code=EURUSD'))
    expect((await client().getLastCurrencyQuote({ from: 'EUR', to: 'USD' })).last).toEqual({
      ...{ bid: euro.b[0]?.p, ask: euro.a[0]?.p, timestamp: euro.t },
    })
  })

  test('the client of Massive reads trades newest first, and quotes within a range of nanoseconds', async () => {
    const trades = (await ours('trades', `/stock/trades?${apple}&limit=3`)).toReversed()
    const { results } = await client().getStocksTrades({ stockTicker: 'AAPL', limit: 3 })
    expect(trades).toHaveLength(3)
    expect(results?.map((one) => [one.price, one.size, one.sip_timestamp, one.sequence_number])).toEqual(
      trades.map(({ p, v, t, seq }) => [p, v, t * 1e6, seq]),
    )
    const quotes = await ours('bbo', `/stock/bbo?${apple}&limit=10`)
    const [first, last] = [known(quotes[2]), known(quotes.at(-2))]
    const range = {
      timestampGte: `${first.t}000000`,
      timestampLt: `${last.t}000001`,
      order: GetStocksQuotesOrderEnum.Asc,
    }
    const found = await client().getStocksQuotes({ stockTicker: 'AAPL', ...range })
    const within = quotes.filter(({ t }) => t >= first.t && t <= last.t)
    expect(found.results?.map((one) => [one.bid_price, one.ask_size, one.sip_timestamp])).toEqual(
      within.map(({ b, av, t }) => [b ?? undefined, av, t * 1e6]),
    )
  })

  test('pages of Massive trades have no gap and no repeat', async () => {
    const trades = await ours('trades', `/stock/trades?${apple}&limit=5000`)
    const paged = await client(at.key, true).getStocksTrades({
      stockTicker: 'AAPL',
      limit: Math.ceil(trades.length / 3),
    })
    expect(paged.results?.map(({ id }) => id).sort()).toEqual(trades.map(({ t, seq }) => `${t}-${seq}`).sort())
  })
})

describe('refusals of calls by Massive clients', () => {
  const refused = (secret: string, stocksTicker = 'AAPL') =>
    client(secret)
      .getPreviousStocksAggregates({ stocksTicker })
      .then(
        () => null,
        ({ response: { status, data } }) => ({ status, ...data, httpStatus: status, form: data.status }),
      )

  test('a refused Massive call gets the form of Massive, the status code of the gateway and the accepted values', async () => {
    const shape = { request_id: expect.any(String) }
    expect(await refused('')).toMatchObject({ httpStatus: 401, form: 'ERROR', error: expect.any(String), ...shape })
    expect(await refused('nonsense')).toMatchObject({ httpStatus: 401, form: 'ERROR', ...shape })
    expect(await refused(at.key, 'NOPE')).toMatchObject({ httpStatus: 404, form: 'NOT_FOUND', ...shape })
    const stocks = (await keyOnPlan(at.ctx, 'stock-us-base')).secret
    expect(await refused(stocks, 'X:BTCUSD')).toMatchObject({ httpStatus: 403, form: 'NOT_AUTHORIZED', ...shape })
    const range = async (width: string) => {
      const url = `${at.rest.url}/massive/v2/aggs/ticker/AAPL/range/${width}/2026-01-01/2026-01-02?apiKey=${at.key}`
      const response = await fetch(url)
      return { httpStatus: response.status, ...(await response.json()) }
    }
    const units = expect.stringContaining('minute, hour, day, week, month, quarter, year')
    expect(await range('7/second')).toMatchObject({ httpStatus: 400, error: units, ...shape })
    expect(await range('7/constructor')).toMatchObject({ httpStatus: 400, error: units, ...shape })
    const multiples = expect.stringMatching(/ 1, 2, 3, 4, 6, 8, 12\./)
    expect(await range('7/hour')).toMatchObject({ httpStatus: 400, error: multiples, ...shape })
  })

  test('a Massive call counts against the limit of the key and is logged as the gateway’s own route with the prefix /massive', async () => {
    const free = (await keyOnPlan(at.ctx, 'integrated-free')).secret
    const statuses: number[] = []
    for (let call = 0; call < 200 && !statuses.includes(429); call += 1) {
      const got = await fetch(`${at.rest.url}/massive/v2/last/trade/AAPL?apiKey=${free}`)
      statuses.push(got.status)
      if (got.status === 429) {
        expect(Number(got.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(await got.json()).toMatchObject({ status: 'ERROR', error: expect.any(String) })
      } else await got.text()
    }
    expect(statuses.at(-1)).toBe(429)
    expect(at.rest.accessLog.at(-1)).toMatchObject({ route: '/massive/stock/tick', status: 429 })
  })

  test('/massive answers 404 to calls of the gateway’s own API, and to all calls if COMPATIBLE_APIS does not name massive', async () => {
    expect((await fetch(`${at.rest.url}/massive/stock/tick?${apple}&apiKey=${at.key}`)).status).toBe(404)
    await using other = await testPlatform()
    await using plain = await testRest(other)
    expect((await fetch(`${plain.url}/massive/v2/last/trade/AAPL?apiKey=${at.key}`)).status).toBe(404)
  })
})
