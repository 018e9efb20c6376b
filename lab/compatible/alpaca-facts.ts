import { setTimeout as sleep } from 'node:timers/promises'
import type { MarketEvent } from '#src/contract/market.ts'
import type { CompatibleGateway } from '#test/fixtures/compatible-gateway.ts'
import { publishEvents } from '#test/fixtures/stream.ts'

const paths = { AAPL: ['stock', '&region=US'], MSFT: ['stock', '&region=US'], SPY: ['fund', '&region=US'] } as const
type Share = keyof typeof paths
const shares = ['AAPL', 'MSFT', 'SPY'] as const

/** The facts that the vendor's client must print, taken from our own REST calls. */
export async function expectedFacts({ ours }: CompatibleGateway): Promise<Map<string, unknown>> {
  const at = (name: Share, call: string) => `/${paths[name][0]}/${call}?code=${name}${paths[name][1]}`
  const each = async <T>(read: (name: Share) => Promise<T>) =>
    Object.fromEntries(await Promise.all(shares.map(async (name) => [name, await read(name)] as const)))
  const days = '&interval=1d&from=2025-12-01&to=2026-01-03&limit=100'
  const closes = async (path: string, more = days) => (await ours('kline', `${path}${more}`)).map(({ c }) => c)
  const bars = await each((name) => closes(at(name, 'kline')))
  const trades = async (path: string) => (await ours('trades', `${path}&from=2026-01-05&limit=5000`)).map(({ p }) => p)
  const bids = async (path: string) => (await ours('bbo', `${path}&from=2026-01-05&limit=5000`)).map(({ b }) => b ?? 0)
  const last = async (path: string) => (await ours('tick', path))?.ld
  const bid = async (path: string) => (await ours('depth', path))?.b[0]?.p
  const ended = async (path: string) =>
    (await ours('kline', `${path}&interval=1m&limit=3`)).filter(({ final }) => final !== false).at(-1)?.c
  const snapshot = async (of: (call: string) => string) => {
    const [before, today] = await ours('kline', `${of('kline')}&interval=1d&limit=2`)
    return [await last(of('tick')), await bid(of('depth')), today?.c, before?.c]
  }
  const paid = async (name: Share) =>
    (await ours('dividends', `${at(name, 'dividend')}&size=100`)).content
      .filter(({ d }) => d >= Date.UTC(2024, 0, 1))
      .map(({ d, a }) => [name, new Date(d).toISOString().slice(0, 10), a])
      .toReversed()
  const coin = (call: string) => `/crypto/${call}?code=BTCUSD`
  const book = await ours('depth', coin('depth'))
  return new Map<string, unknown>([
    ['bars', bars],
    ['limited bars', { AAPL: bars.AAPL, MSFT: bars.MSFT?.slice(0, 30 - (bars.AAPL?.length ?? 0)) }],
    ['adjusted bars', { AAPL: await closes(`${at('AAPL', 'kline')}&adjust=all`) }],
    ['frame', bars.AAPL],
    ['trades', { AAPL: await trades(at('AAPL', 'trades')), MSFT: await trades(at('MSFT', 'trades')) }],
    ['quotes', { AAPL: await bids(at('AAPL', 'bbo')) }],
    ['latest trades', await each((name) => last(at(name, 'tick')))],
    ['latest quotes', await each((name) => bid(at(name, 'depth')))],
    ['latest bars', await each((name) => ended(at(name, 'kline')))],
    ['snapshots', await each((name) => snapshot((call) => at(name, call)))],
    // A day of a coin begins at 00:00 UTC, so the range includes the last day.
    ['coin bars', { 'BTC/USD': await closes(coin('kline'), days.replace('01-03', '01-04')) }],
    ['coin trades', { 'BTC/USD': await trades(coin('trades')) }],
    ['coin quotes', { 'BTC/USD': await bids(coin('bbo')) }],
    ['coin latest trade', await last(coin('tick'))],
    ['coin latest quote', await bid(coin('depth'))],
    ['coin latest bar', await ended(coin('kline'))],
    ['coin book', book?.b.map(({ p }) => p)],
    ['coin snapshot', await snapshot(coin)],
    [
      'splits',
      [
        ['2014-06-09', 7],
        ['2020-08-31', 4],
      ],
    ],
    ['dividends', [...(await paid('AAPL')), ...(await paid('MSFT'))]],
    [
      'calendar',
      [
        ['2026-11-25', 16],
        ['2026-11-27', 13],
        ['2026-11-30', 16],
      ],
    ],
    ['clock', [true, '2026-01-05T21:00:00+00:00']],
    ['assets', true],
    ['asset', ['NASDAQ', 'CRYPTO']],
    ['refused', [401, 40110000]],
  ])
}

const typed = (symbol: string, channels: readonly string[]) =>
  Object.fromEntries(channels.map((channel) => [channel, [symbol, 'datetime']]))

/** For each socket and channel, the symbol and the type of the time, as the client decodes them. */
export const expectedEvents: Readonly<Record<string, object>> = {
  'stream of stocks': typed('AAPL', ['trades', 'quotes', 'bars', 'updatedBars', 'dailyBars', 'statuses']),
  'stream of crypto': typed('BTC/USD', ['trades', 'quotes', 'bars', 'dailyBars', 'orderbooks']),
}

/** Makes the instruments of the sockets trade, halt and resume until disposed. */
export function trading({ ctx }: CompatibleGateway): AsyncDisposable {
  let isOver = false
  const round = async (key: string, count: number) => {
    const time = ctx.clock.now()
    const level = { price: 100.5, volume: 30, orders: 1 }
    const prices = { open: 100, high: 102, low: 99 }
    const events: MarketEvent[] = [
      { type: 'tick', key, time, price: 101, volume: 3, side: 1, session: 0, source: 'simulated' },
      { type: 'depth', key, time, bids: [level], asks: [{ ...level, price: 101.5 }], source: 'simulated' },
      {
        ...{
          type: 'bar',
          key,
          interval: '1m',
          time: time - (time % 60_000),
          ...prices,
          close: 101,
          volume: 40 + count,
        },
        ...{ turnover: 4_000 + 100 * count, final: true, source: 'simulated' },
      },
      {
        ...{ type: 'quote', key, time, previousClose: 99, ...prices, last: 101, volume: 40, turnover: 4_000 },
        ...{ tradingStatus: count % 2 === 0 ? 0 : 1, change: 2, changePercent: 2, source: 'simulated' },
      },
    ]
    await publishEvents(ctx, ...events)
  }
  const rounds = (async () => {
    for (let count = 0; !isOver; count += 1) {
      await ctx.clock.advance(600)
      for (const key of ['stock:AAPL$US', 'crypto:BTCUSD$BA']) await round(key, count)
      await sleep(200)
    }
  })()
  return {
    async [Symbol.asyncDispose]() {
      isOver = true
      await rounds
    },
  }
}
