import type { MassiveGateway } from '#test/fixtures/massive-gateway.ts'
import { known } from '#test/fixtures/massive-gateway.ts'

const apple = 'region=US&code=AAPL'

/** The facts that the vendors' clients must print, taken from our own REST calls. */
export async function expectedFacts({ ours }: MassiveGateway): Promise<Map<string, unknown>> {
  const days = `/stock/kline?${apple}&interval=1d&adjust=split`
  const closes = (await ours('kline', `${days}&from=2025-12-01&to=2026-01-05`)).map(({ c }) => c)
  const [finished] = await ours('kline', `${days}&limit=2`)
  const [lastDay] = await ours('kline', `${days}&from=2025-12-31&to=2025-12-31`)
  const [spyDay] = await ours('kline', '/fund/kline?region=US&code=SPY&interval=1d&from=2025-12-31&to=2025-12-31')
  const [microsoftDay] = await ours(
    'kline',
    '/stock/kline?region=US&code=MSFT&interval=1d&from=2025-12-31&to=2025-12-31',
  )
  const book = known(await ours('depth', `/stock/depth?${apple}`))
  const euro = known(await ours('depth', '/forex/depth?code=EURUSD'))
  const trades = await ours('trades', `/stock/trades?${apple}&limit=3`)
  const quotes = await ours('bbo', `/stock/bbo?${apple}&limit=3`)
  const price = async (path: string) => known(await ours('quote', path)).ld
  const days2026 = await ours('holidays', '/symbol/v2/holidays?code=US&from=2026-01-05&to=2027-01-05')
  const indicator = async (name: 'sma' | 'ema' | 'rsi' | 'macd', own: string) =>
    (await ours('indicator', `/stock/indicator?${apple}&name=${name}&${own}&interval=1d&limit=5&adjust=split`))
      .toReversed()
      .map((row) => row[name])
  return new Map<string, unknown>([
    ['bars', closes],
    ['bars at once', closes],
    ['previous', [known(finished).c]],
    ['open and close', known(lastDay).c],
    ['grouped', { AAPL: known(lastDay).c, MSFT: known(microsoftDay).c, SPY: known(spyDay).c }],
    ['last trade', known(await ours('tick', `/stock/tick?${apple}`)).ld],
    ['last quote', [known(book.b[0]).p, known(book.a[0]).p]],
    ['last coin', known(await ours('tick', '/crypto/tick?code=BTCUSD')).ld],
    ['last currency', known(euro.a[0]).p],
    ['trades', trades.toReversed().map(({ p }) => p)],
    ['quotes', quotes.toReversed().map(({ b }) => b)],
    ['conversion', Math.round(100 * known(await ours('convert', '/convert?from=EUR&to=USD&amount=100')).result) / 100],
    ['snapshot', await price(`/stock/quote?${apple}`)],
    ['snapshots', (await ours('snapshot', '/crypto/snapshot?size=5000')).content.map(({ s }) => `X:${s}`).sort()],
    ['chosen snapshots', ['AAPL', 'MSFT']],
    ['gainers', (await ours('movers', '/stock/movers?region=US&by=gainers')).content.map(({ s }) => s)],
    ['indices', [await price('/indices/quote?code=SPX')]],
    [
      'universal snapshot',
      {
        ...{ AAPL: await price(`/stock/quote?${apple}`), SPY: await price('/fund/quote?region=US&code=SPY') },
        ...{
          'X:BTCUSD': await price('/crypto/quote?code=BTCUSD'),
          'C:EURUSD': await price('/forex/quote?code=EURUSD'),
        },
        'I:SPX': await price('/indices/quote?code=SPX'),
      },
    ],
    ['tickers', (await ours('symbols', '/symbol/list?type=crypto&limit=3')).map(({ c }) => `X:${c}`)],
    ['details', (await ours('company', `/stock/info?${apple}`)).n],
    ['types', ['CS', 'ETF']],
    ['exchanges', ['XNAS', 'XNYS']],
    ['conditions', []],
    ['status', 'open'],
    ['holidays', days2026.map(({ d }) => d).sort()],
    ['splits', ['2020-08-31', '2014-06-09']],
    ['splits since', ['2020-08-31']],
    ['dividends', (await ours('dividends', '/stock/dividend?region=US&code=MSFT')).content.map(({ a }) => a)],
    ['sma', await indicator('sma', 'period=20')],
    ['ema', await indicator('ema', 'period=20')],
    ['rsi', await indicator('rsi', 'period=20')],
    ['macd', await indicator('macd', 'fast=12&slow=26&signal=9')],
  ])
}

// biome-ignore lint/suspicious/noExplicitAny: typed answers of another language
type Body = any
const list = (body: Body, read: (row: Body) => unknown) => body.results.map(read)
const values = (body: Body) => body.results.values.map(({ value }: Body) => value)
const tickersOf = (body: Body) => body.tickers.map(({ ticker }: Body) => ticker)

/** The Go program prints whole typed responses. These functions select the facts in them. */
export const factsInGo: Readonly<Record<string, (body: Body) => unknown>> = {
  bars: (body) => body,
  grouped: (body) => Object.fromEntries(list(body, ({ T, c }) => [T, c])),
  'last trade': (body) => body.results.p,
  'last quote': (body) => [body.results.p, body.results.P],
  'last coin': (body) => body.last.price,
  'last currency': (body) => body.last.ask,
  trades: (body) => list(body, ({ price }) => price),
  quotes: (body) => list(body, ({ bid_price }) => bid_price),
  conversion: (body) => body.converted,
  snapshot: (body) => body.ticker.day.c,
  snapshots: (body) => tickersOf(body).sort(),
  'chosen snapshots': (body) => tickersOf(body).sort(),
  gainers: tickersOf,
  indices: (body) => list(body, ({ value }) => value),
  'universal snapshot': (body) =>
    Object.fromEntries(body.results.flatMap((row: Body) => (row.session ? [[row.ticker, row.session.close]] : []))),
  tickers: (body) => list(body, ({ ticker }) => ticker),
  details: (body) => body.results.name,
  types: (body) => list(body, ({ code }) => code),
  exchanges: (body) =>
    [...new Set(list(body, ({ mic }) => mic))].filter((mic) => mic === 'XNAS' || mic === 'XNYS').sort(),
  conditions: (body) => body.results,
  status: (body) => body.market,
  holidays: (body) => [...new Set(body.map(({ date }: Body) => date))].sort(),
  splits: (body) => list(body, ({ execution_date }) => execution_date),
  'splits since': (body) => list(body, ({ execution_date }) => execution_date),
  dividends: (body) => list(body, ({ cash_amount }) => cash_amount),
  sma: values,
  ema: values,
  rsi: values,
  macd: values,
}

/** Rounds a number, since the clients for Go read some prices as 32-bit numbers. */
export function rounded(fact: unknown): unknown {
  return JSON.parse(JSON.stringify(fact ?? null), (_, value) =>
    typeof value === 'number' ? Number(value.toPrecision(5)) : value,
  )
}

/** The names of the events of each socket. The typed models of both clients must have read every event. */
export const expectedEvents: Readonly<Record<string, readonly string[]>> = {
  'stream stocks': ['T', 'Q', 'A', 'AM'],
  'stream crypto': ['XT', 'XQ', 'XAS', 'XA'],
  'stream forex': ['C', 'CAS', 'CA'],
  'stream indices': ['V', 'A', 'AM'],
}
