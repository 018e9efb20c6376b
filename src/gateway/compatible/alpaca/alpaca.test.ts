import { Alpaca, type MarketDataClient, marketData, TimeFrame } from '@alpacahq/alpaca-trade-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordBars } from '#src/market/bars/bars.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { recordQuotes } from '#src/market/ticks/ticks.ts'
import { type CompatibleGateway, compatibleGateway } from '#test/fixtures/compatible-gateway.ts'
import { delisted } from '#test/fixtures/delisted.ts'
import { known } from '#test/fixtures/massive-gateway.ts'
import type { TestRest } from '#test/fixtures/rest.ts'

const apple = 'region=US&code=AAPL'
let at: CompatibleGateway
let rest: TestRest
let key = ''

beforeAll(async () => {
  at = await compatibleGateway('alpaca')
  rest = at.rest
  key = at.key
  await recordSplitDay()
})
afterAll(() => at[Symbol.asyncDispose]())

/** Stores the day bar of the last day before the split of AAPL in 2020. */
async function recordSplitDay(): Promise<void> {
  const { id: instrumentId } = known(await findInstrument(at.ctx, { class: 'stock', code: 'AAPL', region: 'US' }))
  const bar = { open: 504, high: 505, low: 498, close: 499.2, volume: 4, turnover: 0, source: 'simulated' as const }
  await recordBars(at.ctx, [{ ...bar, instrumentId, interval: '1d', time: Date.UTC(2020, 7, 28) }])
}

/** The vendor's own client, unmodified. Only `fetch` can change its address. */
function client(secret = key): Alpaca {
  const fetchApi: typeof fetch = (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return fetch(`${rest.url}/alpaca${pathname}${search}`, init)
  }
  // Without this header the client sends no key with calls of crypto, which the vendor accepts without a key.
  const headers = { 'APCA-API-SECRET-KEY': secret }
  return new Alpaca({ keyId: 'my program', secret, headers, fetchApi, retry: false, rateLimit: false })
}
const data = (secret = key): MarketDataClient => client(secret).marketData

const ours: CompatibleGateway['ours'] = (call, path) => at.ours(call, path)

/** Reads a response without the vendor's client. */
async function plain(path: string, headers: Record<string, string> = { 'APCA-API-SECRET-KEY': key }) {
  const response = await fetch(`${rest.url}/alpaca${path}`, { headers })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** In lists by symbol the client returns times as text, elsewhere as `Date`. */
const time = (t: Date | string) => new Date(t).getTime()
const newYorkMidnight = (date: number) => date + 5 * 3_600_000

describe('bars for Alpaca clients', () => {
  const span = { start: new Date('2025-11-10T00:00:00Z'), end: new Date('2025-11-20T00:00:00Z') }
  const symbols = ['AAPL', 'MSFT', 'SPY']
  const days = () => ours('kline', `/stock/kline?${apple}&interval=1d&from=2025-11-10&to=2025-11-19&limit=50`)

  test('Alpaca bars of several shares and funds are grouped by symbol, in the order of time', async () => {
    const query = { symbols: 'SPY,MSFT,AAPL', timeframe: '1Day', ...span }
    const { bars, nextPageToken } = await data().stocks.stockBars(query)
    const rows = await days()
    expect(rows).toHaveLength(8)
    expect(Object.keys(bars)).toEqual(symbols)
    expect(bars.AAPL?.map(({ t, o, h, l, c, v }) => [time(t), o, h, l, c, v])).toEqual(
      rows.map(({ t, o, h, l, c, v }) => [newYorkMidnight(t), o, h, l, c, v]),
    )
    expect(bars.SPY).toHaveLength(8)
    expect(nextPageToken).toBeNull()
  })

  test.each([1, 3, 8, 10, 1_000])(
    'Alpaca bars in pages of %i rows have no gap and no repeat, in either order',
    async (limit) => {
      const all = await data().collectStockBarsBySymbol({ symbols, timeframe: TimeFrame.Day, ...span })
      const times = symbols.map((symbol) => [symbol, known(all[symbol]).map(({ t }) => time(t))])
      expect(times[0]?.[1]).toHaveLength(8)
      const query = `/v2/stocks/bars?symbols=${symbols}&timeframe=1Day&start=2025-11-10&end=2025-11-19&limit=${limit}`
      for (const sort of ['asc', 'desc']) {
        const found: Record<string, number[]> = {}
        for (let token: string | null = ''; token !== null; ) {
          const { body } = await plain(`${query}&sort=${sort}${token && `&page_token=${token}`}`)
          const page = Object.entries<{ t: string }[]>(body.bars)
          expect(page.flatMap(([, rows]) => rows).length).toBeLessThanOrEqual(limit)
          for (const [symbol, rows] of page)
            found[symbol] = [...(found[symbol] ?? []), ...rows.map(({ t }) => Date.parse(t))]
          token = body.next_page_token
        }
        const inTime = Object.entries(found).map(([symbol, rows]) => [
          symbol,
          sort === 'asc' ? rows : rows.toReversed(),
        ])
        expect(inTime).toEqual(times)
      }
    },
  )

  test('the client of Alpaca reads the bars of one share, and crypto bars with their number of trades and average price', async () => {
    const one = await data().stocks.stockBarSingle({ symbol: 'AAPL', timeframe: '1Day', ...span })
    expect(one).toMatchObject({ symbol: 'AAPL', nextPageToken: null })
    expect(one.bars).toHaveLength(8)
    const start = new Date('2026-01-05T17:30:00Z')
    const minutes = await ours(
      'kline',
      `/crypto/kline?code=BTCUSD&interval=1m&from=${start.getTime()}&columns=t,c,vw,nt`,
    )
    const { bars } = await data().crypto.cryptoBars({ loc: 'us', symbols: 'BTC/USD', timeframe: '1Min', start })
    const ended = minutes.filter(({ final }) => final !== false)
    expect(ended.length).toBeGreaterThan(20)
    expect(bars['BTC/USD']?.map(({ t, c, vw, n }) => [time(t), c, vw, n])).toEqual(
      ended.map(({ t, c, vw, nt }) => [t, c, vw, nt]),
    )
    expect(ended.some(({ nt }) => nt)).toBe(true)
  })

  test('an Alpaca range returns the day bars that begin within the range, and an end date includes the whole day', async () => {
    const daysOf = async (start: string, end: string) => {
      const { body } = await plain(`/v2/stocks/AAPL/bars?timeframe=1Day&start=${start}&end=${end}`)
      return body.bars.map(({ t }: { t: string }) => t.slice(0, 10))
    }
    expect(await daysOf('2025-11-10', '2025-11-12')).toEqual(['2025-11-10', '2025-11-11', '2025-11-12'])
    expect(await daysOf('2025-11-10T05:00:00Z', '2025-11-11T04:59:59Z')).toEqual(['2025-11-10'])
    expect(await daysOf('2025-11-10T05:00:00.000000001Z', '2025-11-11T05:00:00Z')).toEqual(['2025-11-11'])
    expect(await daysOf('2025-11-10T10:00:00-05:00', '2025-11-10T11:00:00-05:00')).toEqual([])
    const around = { symbol: 'AAPL', timeframe: '1Day', start: new Date('2020-08-27'), end: new Date('2020-08-29') }
    expect((await data().stocks.stockBarSingle(around)).bars).toMatchObject([{ c: 499.2, v: 4, n: null, vw: null }])
    const split = await data().stocks.stockBarSingle({ ...around, adjustment: 'split' })
    expect(split.bars).toMatchObject([{ c: 124.8, v: 16 }])
  })
})

describe('trades and quotes for Alpaca clients', () => {
  const day = { start: new Date('2026-01-05T00:00:00Z'), end: new Date('2026-01-05T23:00:00Z') }

  test('the client of Alpaca reads trades of shares and of crypto, and crypto trades have the side of the taker', async () => {
    const trades = await ours('trades', `/stock/trades?${apple}&from=2026-01-05&limit=5000`)
    const all = await data().collectStockTradesBySymbol({ symbols: ['AAPL', 'MSFT'], ...day, limit: 20 })
    expect(trades.length).toBeGreaterThan(20)
    expect(all.AAPL?.map(({ t, p, s }) => [time(t), p, s])).toEqual(trades.map(({ t, p, v }) => [t, p, v]))
    expect(all.MSFT?.length).toBeGreaterThan(0)
    const newest = await data().stocks.stockTradeSingle({ symbol: 'AAPL', ...day, limit: 3, sort: 'desc' })
    expect(newest.trades.map(({ p }) => p)).toEqual(
      trades
        .slice(-3)
        .reverse()
        .map(({ p }) => p),
    )
    const coins = (await ours('trades', '/crypto/trades?code=BTCUSD&from=2026-01-05&limit=5000')).filter(
      ({ d }) => d > 0,
    )
    const crypto = await data().collectCryptoTradesBySymbol({ loc: 'us', symbols: ['BTC/USD'], ...day })
    const sides = known(crypto['BTC/USD']).filter(({ tks }) => tks !== undefined)
    expect(sides.map(({ tks }) => tks)).toEqual(coins.map(({ d }) => (d === 1 ? 'S' : 'B')))
  })

  test('an Alpaca quote has the price 0 for a side without orders', async () => {
    const quotes = await ours('bbo', `/stock/bbo?${apple}&from=2026-01-05&limit=5000`)
    const found = await data().collectStockQuoteSingle({ symbol: 'AAPL', ...day, limit: 10 })
    expect(quotes.length).toBeGreaterThan(20)
    expect([...found].map(({ t, bp, bs, ap, as }) => [time(t), bp, bs, ap, as])).toEqual(
      quotes.map(({ t, b, bv, a, av }) => [t, b ?? 0, bv, a ?? 0, av]),
    )
    const { quotes: several } = await data().stocks.stockQuotes({ symbols: 'AAPL', ...day, limit: 2 })
    expect(several.AAPL).toHaveLength(2)
    const { id: instrumentId } = known(await findInstrument(at.ctx, { class: 'stock', code: 'MSFT', region: 'US' }))
    const sides = { bid: 0, bidVolume: 0, ask: 12, askVolume: 6 }
    await recordQuotes(at.ctx, [
      { ...sides, instrumentId, time: Date.UTC(2020, 7, 28, 15), seq: 1, source: 'simulated' },
    ])
    const past = { start: new Date('2020-08-28'), end: new Date('2020-08-29') }
    const { quotes: oneSided } = await data().stocks.stockQuotes({ symbols: 'MSFT', ...past })
    expect(oneSided.MSFT).toMatchObject([{ bp: 0, bs: 0, ap: 12, as: 6 }])
    const { quotes: crypto } = await data().crypto.cryptoQuotes({ loc: 'us', symbols: 'BTC/USD', ...day, limit: 2 })
    expect(crypto['BTC/USD']).toHaveLength(2)
  })
})

describe('newest trades, quotes and snapshots for Alpaca clients', () => {
  test('the client of Alpaca reads the newest trades, quotes and minute bars of shares', async () => {
    const tick = known(await ours('tick', `/stock/tick?${apple}`))
    const { trades } = await data().stocks.stockLatestTrades({ symbols: 'AAPL,SPY,NOPE' })
    expect(Object.keys(trades)).toEqual(['AAPL', 'SPY'])
    expect(trades.AAPL).toMatchObject({ t: new Date(tick.t), p: tick.ld, s: tick.v })
    const one = await data().stocks.stockLatestTradeSingle({ symbol: 'SPY' })
    expect(one).toMatchObject({ symbol: 'SPY', trade: { p: trades.SPY?.p } })
    const depth = known(await ours('depth', `/stock/depth?${apple}`))
    const { quotes } = await data().stocks.stockLatestQuotes({ symbols: 'AAPL' })
    expect(quotes.AAPL).toMatchObject({ t: new Date(depth.t), bp: depth.b[0]?.p, as: depth.a[0]?.v })
    expect((await data().stocks.stockLatestQuoteSingle({ symbol: 'AAPL' })).quote).toEqual(quotes.AAPL)
    const { bars } = await data().stocks.stockLatestBars({ symbols: 'AAPL' })
    expect(bars.AAPL?.t).toEqual(new Date('2026-01-05T18:00:00Z'))
    expect((await data().stocks.stockLatestBarSingle({ symbol: 'AAPL' })).bar).toEqual(bars.AAPL)
  })

  test('the client of Alpaca reads the newest trades when it is configured with a key and the address of the gateway', async () => {
    const configuration = new marketData.Configuration({ basePath: `${rest.url}/alpaca`, keyId: 'any', secret: key })
    const { trades } = await new marketData.StockApi(configuration).stockLatestTrades({ symbols: 'AAPL' })
    expect(Object.keys(trades)).toEqual(['AAPL'])
  })

  test('the client of Alpaca reads the newest trades, quotes, minute bars and order books of crypto', async () => {
    const coins = { loc: 'us', symbols: 'BTC/USD' } as const
    const depth = known(await ours('depth', '/crypto/depth?code=BTCUSD'))
    const level = ({ p, v }: { p: number; v: number }) => ({ p, s: v })
    const { orderbooks } = await data().crypto.cryptoLatestOrderbooks(coins)
    expect(orderbooks['BTC/USD']).toEqual({ t: new Date(depth.t), a: depth.a.map(level), b: depth.b.map(level) })
    const tick = known(await ours('tick', '/crypto/tick?code=BTCUSD'))
    expect((await data().crypto.cryptoLatestTrades(coins)).trades['BTC/USD']).toMatchObject({ p: tick.ld, s: tick.v })
    expect((await data().crypto.cryptoLatestQuotes(coins)).quotes['BTC/USD']).toMatchObject({ bp: depth.b[0]?.p })
    expect((await data().crypto.cryptoLatestBars(coins)).bars['BTC/USD']?.t).toEqual(new Date('2026-01-05T18:00:00Z'))
    const { snapshots } = await data().crypto.cryptoSnapshots(coins)
    expect(snapshots['BTC/USD']).toMatchObject({ latestTrade: { p: tick.ld }, latestQuote: { bp: depth.b[0]?.p } })
  })

  test('an Alpaca snapshot combines the newest trade and quote with the newest minute bar and the last two day bars', async () => {
    const [before, today] = await ours('kline', `/stock/kline?${apple}&interval=1d&limit=2`)
    const found = await data().stocks.stockSnapshots({ symbols: 'AAPL,SPY' })
    expect(Object.keys(found)).toEqual(['AAPL', 'SPY'])
    const tick = known(await ours('tick', `/stock/tick?${apple}`))
    expect(found.AAPL).toMatchObject({
      latestTrade: { p: tick.ld },
      latestQuote: { bp: expect.any(Number) },
      minuteBar: { t: new Date('2026-01-05T18:00:00Z') },
      dailyBar: { t: new Date(newYorkMidnight(known(today).t)), c: today?.c, v: today?.v },
      prevDailyBar: { t: new Date(newYorkMidnight(known(before).t)), c: before?.c },
    })
    const one = await data().stocks.stockSnapshotSingle({ symbol: 'AAPL' })
    expect(one).toMatchObject({ symbol: 'AAPL', ...found.AAPL })
  })
})

describe('reference data for Alpaca clients', () => {
  const past = { start: new Date('2010-01-01'), end: new Date('2026-01-05') }

  test('the corporate actions of symbols and of a time range are listed for Alpaca clients', async () => {
    const found = await data().collectCorporateActions({ symbols: ['AAPL', 'MSFT'], ...past })
    expect(found.forwardSplits).toMatchObject([
      { symbol: 'AAPL', exDate: new Date('2014-06-09'), newRate: 7, oldRate: 1 },
      { symbol: 'AAPL', exDate: new Date('2020-08-31'), newRate: 4, oldRate: 1 },
    ])
    const paid = { symbol: 'MSFT', rate: 0.91, exDate: new Date('2025-11-20'), payableDate: new Date('2025-12-11') }
    expect(found.cashDividends?.filter(({ symbol }) => symbol === 'MSFT')).toMatchObject([paid])
    const { corporateActions } = await data().corporateActions.corporateActions({
      ...{ start: new Date('2020-08-01'), end: new Date('2020-09-30'), types: 'forward_split' },
    })
    expect(corporateActions.forwardSplits?.map(({ symbol }) => symbol)).toEqual(['AAPL'])
    expect(corporateActions.cashDividends).toBeUndefined()
  })

  test('the Alpaca calendar leaves out weekends and holidays, and states the early close of short days', async () => {
    const days = await client().trading.calendar.legacyCalendar({
      ...{ start: new Date('2026-11-25'), end: new Date('2026-11-30') },
    })
    expect(days).toEqual([
      {
        ...{ date: new Date('2026-11-25'), open: '09:30', close: '16:00', sessionOpen: '0400', sessionClose: '2000' },
        settlementDate: new Date('2026-11-27'),
      },
      {
        ...{ date: new Date('2026-11-27'), open: '09:30', close: '13:00', sessionOpen: '0400', sessionClose: '1700' },
        settlementDate: new Date('2026-11-30'),
      },
      {
        ...{ date: new Date('2026-11-30'), open: '09:30', close: '16:00', sessionOpen: '0400', sessionClose: '2000' },
        settlementDate: new Date('2026-12-01'),
      },
    ])
    const { body } = await plain('/v2/calendar')
    expect(body[0].date).toBe('2000-01-03')
    expect(body.filter(({ date }: { date: string }) => date.startsWith('2024'))).toHaveLength(252)
  })

  test('the Alpaca clock states whether the exchange is open, and when it next opens and closes', async () => {
    expect(await client().trading.clock.legacyClock()).toEqual({
      timestamp: new Date('2026-01-05T18:01:15Z'),
      isOpen: true,
      nextOpen: new Date('2026-01-06T14:30:00Z'),
      nextClose: new Date('2026-01-05T21:00:00Z'),
    })
  })

  test('Alpaca assets are listed by class and by exchange, and a single asset is read by its symbol', async () => {
    const { assets } = client().trading
    const crypto = await assets.getV2Assets({ assetClass: 'crypto' })
    expect(crypto.map(({ symbol }) => symbol)).toContain('BTC/USD')
    expect(new Set(crypto.map(({ _class }) => _class))).toEqual(new Set(['crypto']))
    const nasdaq = await assets.getV2Assets({ exchange: 'NASDAQ' })
    expect(nasdaq.map(({ symbol }) => symbol)).toContain('AAPL')
    const apple = await assets.getV2AssetsSymbolOrAssetId({ symbolOrAssetId: 'AAPL' })
    expect(apple).toMatchObject({ symbol: 'AAPL', exchange: 'NASDAQ', status: 'active', tradable: false })
    expect(nasdaq).toContainEqual(apple)
    expect(await assets.getV2AssetsSymbolOrAssetId({ symbolOrAssetId: 'BTCUSD' })).toMatchObject({
      exchange: 'CRYPTO',
    })
    expect(await assets.getV2AssetsSymbolOrAssetId({ symbolOrAssetId: 'SPY' })).toMatchObject({ _class: 'us_equity' })
  })

  test('a delisted asset is inactive in Alpaca lists and in its own response', async () => {
    const { assets } = client().trading
    const symbols = async (status?: string) =>
      (await assets.getV2Assets({ exchange: 'NASDAQ', ...(status === undefined ? {} : { status }) })).map(
        ({ symbol, status: of }) => `${symbol} ${of}`,
      )
    expect(await symbols('inactive')).toEqual([])
    await using _ = await delisted(at.ctx, 'INTC')
    expect(await symbols('inactive')).toEqual(['INTC inactive'])
    const active = await symbols('active')
    expect(active).toContain('AAPL active')
    expect(active).not.toContain('INTC active')
    expect((await symbols()).sort()).toEqual([...active, 'INTC inactive'].sort())
    expect(await symbols('nonsense')).toEqual([])
    await expect
      .poll(() => assets.getV2AssetsSymbolOrAssetId({ symbolOrAssetId: 'INTC' }))
      .toMatchObject({ status: 'inactive' })
  })
})
