import {
  GetStocksAggregatesSortEnum,
  GetStocksAggregatesTimespanEnum,
  GetStocksQuotesOrderEnum,
  GetStocksSnapshotDirectionDirectionEnum,
  ListTickersMarketEnum,
  restClient,
} from '@massive.com/client-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DataName, DataOutput } from '#src/contract/data/data.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { demoMarket } from '#test/fixtures/demo-market.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'

const { Day, Minute } = GetStocksAggregatesTimespanEnum
const apple = 'region=US&code=AAPL'
let ctx: TestPlatform
let rest: TestRest
let key = ''

beforeAll(async () => {
  ctx = await testPlatform({
    clickhouse: true,
    now: '2026-01-05T18:00:00Z',
    settings: { COMPATIBLE_APIS: 'massive' },
  })
  await installCatalogue(ctx)
  rest = await testRest(ctx)
  await demoMarket(ctx, rest.board)
  key = (await keyOnPlan(ctx, 'integrated-enterprise')).secret
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
})

/** The vendor's own client, unmodified but for the address. */
const client = (secret = key, pagination = false) => restClient(secret, `${rest.url}/massive`, { pagination })

/** The answer of our own REST for the same key. */
async function ours<N extends DataName>(_call: N, path: string): Promise<DataOutput<N>> {
  const got = await rest.get(path, { token: key })
  if (got.status !== 200) throw new Error(`${path}: ${got.text}`)
  return got.json().data
}

const newYorkMidnight = (date: number) => date + 5 * 3_600_000
const isoDate = (time: number) => new Date(time).toISOString().slice(0, 10)

function known<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('there is no such value')
  return value
}

describe('bars', () => {
  test('days have our prices, at midnight in New York', async () => {
    const range = { multiplier: 1, timespan: Day, from: '2025-12-01', to: '2026-01-05' }
    const { results, ...head } = await client().getStocksAggregates({ stocksTicker: 'AAPL', ...range })
    const bars = await ours('kline', `/stock/kline?${apple}&interval=1d&from=2025-12-01&to=2026-01-05&adjust=split`)
    expect(bars.length).toBeGreaterThan(15)
    expect(results).toMatchObject(bars.map(({ t, o, h, l, c, v }) => ({ t: newYorkMidnight(t), o, h, l, c, v })))
    expect(head).toMatchObject({ ticker: 'AAPL', status: 'OK', adjusted: true, resultsCount: bars.length })
  })

  test('minutes have the average price and the number of trades, newest first on request', async () => {
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

  test('the client follows next_url to the end of the range', async () => {
    const range = { multiplier: 1, timespan: Day, from: '2025-12-01', to: '2026-01-05' }
    const all = await client().getStocksAggregates({ stocksTicker: 'AAPL', ...range })
    const paged = await client(key, true).getStocksAggregates({ stocksTicker: 'AAPL', ...range, limit: 7 })
    const times = paged.results?.map(({ t }) => t).sort((a, b) => a - b)
    expect(times).toEqual(all.results?.map(({ t }) => t))
  })

  test('a client that appends the path of next_url to its address gets the next page', async () => {
    const first = await fetch(
      `${rest.url}/massive/v2/aggs/ticker/AAPL/range/1/day/2025-12-01/2026-01-05?limit=2&apiKey=${key}`,
    ).then((got) => got.json())
    const { pathname, search } = new URL(first.next_url)
    expect(search).not.toContain(key)
    const next = await fetch(`${rest.url}/massive${pathname}${search}`, { headers: { authorization: `Bearer ${key}` } })
    expect((await next.json()).results[0].t).toBeGreaterThan(first.results[1].t)
  })

  test.each([
    ['SPY', '/fund/kline?region=US&code=SPY', 5],
    ['X:BTCUSD', '/crypto/kline?code=BTCUSD', 0],
    ['C:EURUSD', '/forex/kline?code=EURUSD', 0],
    ['I:SPX', '/indices/kline?code=SPX', 5],
  ])('%s is read as the instrument of its class', async (ticker, path, hours) => {
    const range = { multiplier: 1, timespan: Day, from: '2025-12-29', to: '2026-01-02' }
    const { results } = await client().getStocksAggregates({ stocksTicker: ticker, ...range })
    const bars = await ours('kline', `${path}&interval=1d&from=2025-12-29&to=2026-01-02`)
    expect(bars.length).toBeGreaterThan(2)
    expect(results?.map(({ t, c }) => [t, c])).toEqual(bars.map(({ t, c }) => [t + hours * 3_600_000, c]))
  })

  test('the previous day and the prices of a day', async () => {
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

describe('trades and quotes', () => {
  test('the newest trade, and the first levels of the book', async () => {
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

  test('stored trades, the newest first, and stored quotes within a range of nanoseconds', async () => {
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

  test('trades are paged without a gap or a repeat', async () => {
    const trades = await ours('trades', `/stock/trades?${apple}&limit=5000`)
    const paged = await client(key, true).getStocksTrades({ stockTicker: 'AAPL', limit: Math.ceil(trades.length / 3) })
    expect(paged.results?.map(({ id }) => id).sort()).toEqual(trades.map(({ t, seq }) => `${t}-${seq}`).sort())
  })
})

describe('snapshots and lists', () => {
  test('snapshots of one ticker, of several, of a market and of its movers', async () => {
    const quote = known(await ours('quote', `/stock/quote?${apple}`))
    const snapshot = {
      ...{ ticker: 'AAPL', todaysChange: quote.ch, todaysChangePerc: quote.chp, updated: quote.t * 1e6 },
      day: { o: quote.o, h: quote.h, l: quote.l, c: quote.ld, v: quote.v },
      ...{ prevDay: { c: quote.p }, lastTrade: { p: quote.ld, t: quote.t * 1e6 } },
    }
    expect((await client().getStocksSnapshotTicker({ stocksTicker: 'AAPL' })).ticker).toMatchObject(snapshot)
    const several = await client().getStocksSnapshotTickers({ tickers: ['AAPL', 'MSFT'] })
    expect(several.tickers?.map(({ ticker }) => ticker).sort()).toEqual(['AAPL', 'MSFT'])
    const market = await client().getCryptoSnapshotTickers()
    const all = await ours('snapshot', '/crypto/snapshot?size=5000')
    expect(market.tickers?.map(({ ticker }) => ticker)).toEqual(all.content.map(({ s }) => `X:${s}`))
    const direction = GetStocksSnapshotDirectionDirectionEnum.Gainers
    const { content } = await ours('movers', '/stock/movers?region=US&by=gainers')
    const gainers = await client().getStocksSnapshotDirection({ direction })
    expect(content.length).toBeGreaterThan(0)
    expect(gainers.tickers?.map(({ ticker }) => ticker)).toEqual(content.map(({ s }) => s))
    const index = known(await ours('quote', '/indices/quote?code=SPX'))
    const indices = await client().getIndicesSnapshot({ tickerAnyOf: 'I:SPX' })
    expect(indices.results).toMatchObject([{ ticker: 'I:SPX', value: index.ld, session: { previous_close: index.p } }])
  })

  test('tickers by market, exactly and in pages, with details and types', async () => {
    const rows = await ours('symbols', '/symbol/list?type=crypto&limit=3')
    const crypto = await client().listTickers({ market: ListTickersMarketEnum.Crypto, limit: 3 })
    expect(crypto.results).toMatchObject(rows.map(({ c, n }) => ({ ticker: `X:${c}`, name: n, market: 'crypto' })))
    expect(crypto.next_url).toContain('cursor=')
    const [exact] = known((await client().listTickers({ ticker: 'AAPL' })).results)
    expect(exact).toMatchObject({ ticker: 'AAPL', market: 'stocks', type: 'CS', primary_exchange: 'XNAS' })
    const company = await ours('company', `/stock/info?${apple}`)
    expect((await client().getTicker({ ticker: 'AAPL' })).results).toMatchObject({
      ...{ ticker: 'AAPL', name: company.n, market_cap: company.mcb, currency_name: 'usd' },
    })
    expect((await client().getTicker({ ticker: 'SPY' })).results).toMatchObject({
      ticker: 'SPY',
      type: 'ETF',
      active: true,
    })
    const types = await client().listTickerTypes()
    expect(types.results?.map(({ code }) => code)).toEqual(['CS', 'ETF'])
  })

  test('exchanges, the status of markets and their holidays', async () => {
    const exchanges = await client().listExchanges()
    expect(exchanges.results).toContainEqual(
      expect.objectContaining({ mic: 'XNYS', locale: 'us', asset_class: 'stocks' }),
    )
    expect(await client().getMarketStatus()).toMatchObject({
      ...{ market: 'open', exchanges: { nyse: 'open', nasdaq: 'open' }, currencies: { fx: 'open', crypto: 'open' } },
      ...{ earlyHours: false, afterHours: false, serverTime: '2026-01-05T13:01:15-05:00' },
    })
    const days = await ours('holidays', '/symbol/v2/holidays?code=US&from=2026-01-05&to=2027-01-05')
    const holidays = await client().getMarketHolidays()
    expect(holidays.map(({ date, name }) => [date, name])).toEqual(days.map(({ d, v }) => [d, v]))
    const short = known(holidays.find(({ status }) => status === 'early-close'))
    expect(short).toMatchObject({
      date: '2026-11-27',
      open: '2026-11-27T14:30:00.000Z',
      close: '2026-11-27T18:00:00.000Z',
    })
  })
})

describe('splits, dividends and indicators', () => {
  test('splits and dividends, also by date', async () => {
    const splits = await client().listStockSplits({ ticker: 'AAPL' })
    expect(splits.results).toMatchObject([
      { ticker: 'AAPL', execution_date: '2020-08-31', split_from: 1, split_to: 4 },
      { ticker: 'AAPL', execution_date: '2014-06-09', split_from: 1, split_to: 7 },
    ])
    const later = await client().getStocksV1Splits({ ticker: 'AAPL', executionDateGte: '2020-01-01' })
    expect(later.results.map(({ execution_date }) => execution_date)).toEqual(['2020-08-31'])
    const dividends = await client().listDividends({ ticker: 'MSFT' })
    expect(dividends.results).toMatchObject([
      { ticker: 'MSFT', cash_amount: 0.91, ex_dividend_date: '2025-11-20', pay_date: '2025-12-11' },
    ])
  })

  test('indicators have our values, the newest first', async () => {
    const query = { stockTicker: 'AAPL', window: 20, limit: 5 }
    for (const [name, own, ask] of [
      ['sma', 'period=20', () => client().getStocksSMA(query)],
      ['ema', 'period=20', () => client().getStocksEMA(query)],
      ['rsi', 'period=20', () => client().getStocksRSI(query)],
      ['macd', 'fast=12&slow=26&signal=9', () => client().getStocksMACD({ stockTicker: 'AAPL', limit: 5 })],
    ] as const) {
      const path = `/stock/indicator?${apple}&name=${name}&${own}&interval=1d&limit=5&adjust=split`
      const rows = (await ours('indicator', path)).toReversed()
      const { results } = await ask()
      expect(results?.underlying).toEqual({})
      expect(results?.values?.map(({ timestamp, value }) => [timestamp, value])).toEqual(
        rows.map((row) => [newYorkMidnight(row.t), row[name]]),
      )
    }
  })
})

describe('refusals', () => {
  const refused = (secret: string, stocksTicker = 'AAPL') =>
    client(secret)
      .getPreviousStocksAggregates({ stocksTicker })
      .then(
        () => null,
        ({ response: { status, data } }) => ({ status, ...data, httpStatus: status, form: data.status }),
      )

  test('are in the vendor’s form with our status', async () => {
    const shape = { request_id: expect.any(String) }
    expect(await refused('')).toMatchObject({ httpStatus: 401, form: 'ERROR', error: expect.any(String), ...shape })
    expect(await refused('nonsense')).toMatchObject({ httpStatus: 401, form: 'ERROR', ...shape })
    expect(await refused(key, 'NOPE')).toMatchObject({ httpStatus: 404, form: 'NOT_FOUND', ...shape })
    const stocks = (await keyOnPlan(ctx, 'stock-us-base')).secret
    expect(await refused(stocks, 'X:BTCUSD')).toMatchObject({ httpStatus: 403, form: 'NOT_AUTHORIZED', ...shape })
    const wide = await fetch(
      `${rest.url}/massive/v2/aggs/ticker/AAPL/range/7/second/2026-01-01/2026-01-02?apiKey=${key}`,
    )
    expect(wide.status).toBe(400)
  })

  test('calls count against the limit of the key, under our route with the prefix', async () => {
    const free = (await keyOnPlan(ctx, 'integrated-free')).secret
    const statuses: number[] = []
    for (let call = 0; call < 200 && !statuses.includes(429); call += 1) {
      const got = await fetch(`${rest.url}/massive/v2/last/trade/AAPL?apiKey=${free}`)
      statuses.push(got.status)
      if (got.status === 429) {
        expect(Number(got.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(await got.json()).toMatchObject({ status: 'ERROR', error: expect.any(String) })
      } else await got.text()
    }
    expect(statuses.at(-1)).toBe(429)
    expect(rest.accessLog.at(-1)).toMatchObject({ route: '/massive/stock/tick', status: 429 })
  })

  test('our own calls are not below /massive, and without the setting nothing is', async () => {
    expect((await fetch(`${rest.url}/massive/stock/tick?${apple}&apiKey=${key}`)).status).toBe(404)
    await using other = await testPlatform()
    await using plain = await testRest(other)
    expect((await fetch(`${plain.url}/massive/v2/last/trade/AAPL?apiKey=${key}`)).status).toBe(404)
  })
})
