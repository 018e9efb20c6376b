import {
  GetCurrencyConversionPrecisionEnum,
  GetSnapshotsTypeEnum,
  GetStocksSnapshotDirectionDirectionEnum,
  ListTickersMarketEnum,
  websocketClient,
} from '@massive.com/client-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectedEvents } from '#lab/compatible/facts.ts'
import { trading } from '#lab/compatible/trading.ts'
import type { MarketEvent } from '#src/contract/market.ts'
import { delisted } from '#test/fixtures/delisted.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { known, type MassiveGateway, massiveGateway } from '#test/fixtures/massive-gateway.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { publishEvents } from '#test/fixtures/stream.ts'
import { compatibleStreams } from '../streams.ts'

const apple = 'region=US&code=AAPL'
const markets = ['stocks', 'crypto', 'forex', 'indices'] as const
let at: MassiveGateway
beforeAll(async () => {
  at = await massiveGateway()
})
afterAll(() => at[Symbol.asyncDispose]())
const client: MassiveGateway['client'] = (...secret) => at.client(...secret)
const ours: MassiveGateway['ours'] = (call, path) => at.ours(call, path)
const newYorkMidnight = (date: number) => date + 5 * 3_600_000

describe('snapshots and lists for Massive clients', () => {
  test('the client of Massive reads snapshots of one ticker, of several tickers, of a market and of its movers', async () => {
    const quote = known(await ours('quote', `/stock/quote?${apple}`))
    const snapshot = {
      ...{ ticker: 'AAPL', todaysChange: quote.ch, todaysChangePerc: quote.chp, updated: quote.t * 1e6 },
      day: { o: quote.o, h: quote.h, l: quote.l, c: quote.ld, v: quote.v },
      ...{ prevDay: { c: quote.p }, lastTrade: { p: quote.ld, t: quote.t * 1e6 } },
    }
    expect((await client().getStocksSnapshotTicker({ stocksTicker: 'AAPL' })).ticker).toMatchObject(snapshot)
    const several = await client().getStocksSnapshotTickers({ tickers: ['AAPL', 'MSFT', 'SPY'] })
    expect(several.tickers?.map(({ ticker }) => ticker).sort()).toEqual(['AAPL', 'MSFT', 'SPY'])
    const coins = await client().getCryptoSnapshotTickers({ tickers: ['X:BTCUSD'] })
    expect(coins.tickers?.map(({ ticker }) => ticker)).toEqual(['X:BTCUSD'])
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

  test('the Massive bars of a market on one date exclude funds if the plan does not cover funds', async () => {
    const { results, ...head } = await client().getGroupedStocksAggregates({ date: '2025-12-31' })
    const [share, fund] = await Promise.all(
      ['/stock/kline?region=US&code=AAPL', '/fund/kline?region=US&code=SPY'].map((path) =>
        ours('kline', `${path}&interval=1d&from=2025-12-31&to=2025-12-31&adjust=split`),
      ),
    )
    expect(results?.map(({ T }) => T).sort()).toEqual(['AAPL', 'MSFT', 'SPY'])
    const [{ o, h, l, c, v }] = [known(share?.[0])]
    const closed = Date.parse('2025-12-31T21:00:00Z')
    expect(results?.find(({ T }) => T === 'AAPL')).toMatchObject({ o, h, l, c, v, t: closed })
    expect(results?.find(({ T }) => T === 'SPY')?.c).toBe(known(fund?.[0]).c)
    expect(head).toMatchObject({ adjusted: true, resultsCount: 3, status: 'OK' })
    const coins = await client().getGroupedCryptoAggregates({ date: '2025-12-31' })
    expect(coins.results?.map(({ T }) => T)).toEqual(['X:BTCUSD'])
    expect((await client().getGroupedStocksAggregates({ date: '2025-12-28' })).resultsCount).toBe(0)
    const shares = (await keyOnPlan(at.ctx, 'stock-us-base')).secret
    const without = await client(shares).getGroupedStocksAggregates({ date: '2025-12-31' })
    expect(without.results?.map(({ T }) => T).sort()).toEqual(['AAPL', 'MSFT'])
  })

  test('a universal Massive snapshot lists tickers of all classes as the client wrote them, and unknown tickers with an error', async () => {
    const tickers = ['AAPL', 'SPY', 'X:BTCUSD', 'C:EURUSD', 'I:SPX', 'NOPE']
    const { results = [] } = await client().getSnapshots({ tickerAnyOf: tickers.join(',') })
    expect(results.map(({ ticker, type }) => [ticker, type])).toEqual([
      ['AAPL', 'stocks'],
      ['SPY', 'stocks'],
      ['X:BTCUSD', 'crypto'],
      ['C:EURUSD', 'fx'],
      ['I:SPX', 'indices'],
      ['NOPE', undefined],
    ])
    const quote = known(await ours('quote', '/fund/quote?region=US&code=SPY'))
    expect(results[1]).toMatchObject({
      session: { close: quote.ld, previous_close: quote.p, change_percent: quote.chp, volume: quote.v },
      last_trade: { price: quote.ld, timeframe: 'REAL-TIME' },
    })
    expect(results[4]?.value).toBe(known(await ours('quote', '/indices/quote?code=SPX')).ld)
    expect(results[5]).toEqual({ ticker: 'NOPE', error: 'NOT_FOUND', message: 'Ticker not found.' })
    const spelled = await client().getSnapshots({ tickerAnyOf: 'X:BTC-USD' })
    expect(spelled.results?.map(({ ticker, type }) => [ticker, type])).toEqual([['X:BTC-USD', 'crypto']])
    const paged = await at.client(at.key, true).getSnapshots({ type: GetSnapshotsTypeEnum.Stocks, limit: 20 })
    const all = await ours('snapshot', '/stock/snapshot?region=US&size=5000')
    expect(paged.results?.map(({ ticker }) => ticker).sort()).toEqual(all.content.map(({ s }) => s))
  })

  test('the client of Massive converts an amount to another currency, and gets an empty list of trade conditions', async () => {
    const ours100 = known(await ours('convert', '/convert?from=EUR&to=USD&amount=100'))
    const asked = { from: 'EUR', to: 'USD', amount: 100 }
    expect(await client().getCurrencyConversion(asked)).toMatchObject({
      ...{ status: 'success', symbol: 'EUR/USD', initialAmount: 100, from: 'EUR', to: 'USD' },
      converted: Math.round(ours100.result * 100) / 100,
    })
    const whole = await client().getCurrencyConversion({
      ...asked,
      precision: GetCurrencyConversionPrecisionEnum.NUMBER_0,
    })
    expect(whole.converted).toBe(Math.round(ours100.result))
    expect(await client().listConditions()).toMatchObject({ status: 'OK', results: [], count: 0 })
  })

  test('the client of Massive lists tickers in pages, finds an exact ticker, and reads its details', async () => {
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

  test('a delisted ticker is only in the list of inactive Massive tickers', async () => {
    await using _ = await delisted(at.ctx, 'INTC')
    const found = async (active?: boolean) =>
      (await client().listTickers({ search: 'INTC', ...(active === undefined ? {} : { active }) })).results?.flatMap(
        ({ ticker, active: is }) => (ticker === 'INTC' ? [is] : []),
      )
    await expect.poll(() => found()).toEqual([])
    expect([await found(true), await found(false)]).toEqual([[], [false]])
    const [apple] = known((await client().listTickers({ ticker: 'AAPL' })).results)
    expect(apple?.active).toBe(true)
  })

  test('the client of Massive reads exchanges, the market status and holidays', async () => {
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

describe('splits, dividends and indicators for Massive clients', () => {
  test('splits and dividends are listed for Massive clients, and splits are filtered by date', async () => {
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

  test('Massive indicators have the values of the gateway’s own indicators, newest first', async () => {
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

describe('sockets of Massive clients', () => {
  test('the client of Massive streams the instruments that its key may read, and a wrong key is refused', async () => {
    const { stocks, crypto } = websocketClient(at.key, `${at.stream.url}/massive`)
    const read = (socket: ReturnType<typeof stocks>, topic: string) =>
      new Promise<Record<string, unknown>>((resolve) => {
        socket.onmessage = ({ data }: { data: unknown }) => {
          for (const message of JSON.parse(String(data)))
            if (message.status === 'auth_success') socket.send(JSON.stringify({ action: 'subscribe', params: topic }))
            else if (message.status === 'success') void trade()
            else if (message.ev !== 'status' || ['auth_failed', 'error'].includes(message.status)) resolve(message)
        }
      })
    const trade = () =>
      publishEvents(
        at.ctx,
        ...['fund:SPY$US', 'crypto:BTCUSD$BA'].map(
          (key): MarketEvent => ({
            ...{
              type: 'tick',
              key,
              time: at.ctx.clock.now(),
              price: 5,
              volume: 2,
              side: 0,
              session: 0,
              source: 'simulated',
            },
          }),
        ),
      )
    expect(await read(stocks(), 'T.SPY')).toMatchObject({ ev: 'T', sym: 'SPY', p: 5, s: 2 })
    expect(await read(crypto(), 'XT.*')).toMatchObject({ ev: 'XT', pair: 'BTC-USD', p: 5 })
    const shares = (await keyOnPlan(at.ctx, 'stock-us-base')).secret
    const other = websocketClient(shares, `${at.stream.url}/massive`)
    expect(await read(other.crypto(), 'XT.BTC-USD')).toMatchObject({ status: 'error' })
    const wrong = websocketClient('wrong', `${at.stream.url}/massive`).stocks()
    expect(await read(wrong, 'T.AAPL')).toMatchObject({ ev: 'status', status: 'auth_failed' })
  })

  test.each(Object.entries(expectedEvents))(
    'the client of Massive reads each event of the %s',
    async (name, events) => {
      await using _ = trading(at.ctx)
      const market = known(markets.find((one) => name === `stream ${one}`))
      const symbol = { stocks: 'AAPL', crypto: 'BTC-USD', forex: 'EUR/USD', indices: 'I:SPX' }[market]
      const socket = websocketClient(at.key, `${at.stream.url}/massive`)[market]()
      const heard = new Map<string, unknown>()
      await new Promise<void>((resolve) => {
        socket.onmessage = ({ data }: { data: unknown }) => {
          for (const { ev, status, sym, pair, p, T } of JSON.parse(String(data))) {
            const params = events.map((event) => `${event}.${symbol}`).join()
            if (status === 'auth_success') socket.send(JSON.stringify({ action: 'subscribe', params }))
            else if (ev !== 'status') heard.set(ev, sym ?? pair ?? T ?? p)
          }
          if (events.every((event) => heard.has(event))) resolve()
        }
      })
      socket.close()
      expect(Object.fromEntries(heard)).toEqual(Object.fromEntries(events.map((event) => [event, symbol])))
    },
  )

  test('a gateway has no Alpaca or Massive sockets if COMPATIBLE_APIS names no vendor', async () => {
    await using other = await testPlatform()
    expect(await compatibleStreams(other.settings)).toBeUndefined()
  })
})
