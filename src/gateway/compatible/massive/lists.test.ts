import { GetStocksSnapshotDirectionDirectionEnum, ListTickersMarketEnum } from '@massive.com/client-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { known, type MassiveGateway, massiveGateway } from '#test/fixtures/massive-gateway.ts'

const apple = 'region=US&code=AAPL'
let at: MassiveGateway
beforeAll(async () => {
  at = await massiveGateway()
})
afterAll(() => at[Symbol.asyncDispose]())
const client: MassiveGateway['client'] = (...secret) => at.client(...secret)
const ours: MassiveGateway['ours'] = (call, path) => at.ours(call, path)
const newYorkMidnight = (date: number) => date + 5 * 3_600_000

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
