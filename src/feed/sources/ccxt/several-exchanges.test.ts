import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MarketEvent } from '#src/contract/market.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { fedInstruments } from '#src/market/feed-keys/fed.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { readFollowed } from '#src/market/sources/followed.ts'
import { marketTape } from '#src/market/tape.ts'
import { systemClock } from '#src/platform/clock.ts'
import type { Platform } from '#src/platform/platform.ts'
import { freePort } from '#test/fixtures/free-port.ts'
import { Kraken } from '#test/fixtures/kraken.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { leadExchange, leadPushed } from '../../open-feed.ts'
import { pushChannel } from '../../publish/pushed.ts'
import { FollowedKeys } from './followed-keys.ts'
import { chooseSymbols } from './symbols.ts'
import type { Venue } from './venue.ts'

const eager = { beatMs: 20, patience: { retryMs: 20 }, waits: { firstMs: 20, maxMs: 100 } }
let platform: TestPlatform
let ctx: Platform
let kraken: Kraken

beforeEach(async () => {
  platform = await testPlatform({ clickhouse: true })
  ctx = { ...platform, clock: systemClock }
  await installCatalogue(ctx)
  kraken = await Kraken.open()
})
afterEach(async () => {
  await kraken[Symbol.asyncDispose]()
  await platform[Symbol.asyncDispose]()
})

async function published(price: number): Promise<MarketEvent> {
  for await (const batch of marketTape(ctx).follow('crypto', 'oldest', AbortSignal.timeout(20_000))) {
    if (batch.kind === 'gap') continue
    const found = batch.entries.find(({ event }) => event.type === 'tick' && event.price === price)
    if (found) return found.event
  }
  throw new Error(`${price} was not published`)
}

const sourceStatus = async (id: string) => (await readFollowed(ctx)).find(({ source }) => source === id)
const becomes = (id: string, wanted: object) => expect.poll(() => sourceStatus(id)).toMatchObject(wanted)

test('an unreachable exchange does not stop the other exchanges, and each exchange has its own state', async () => {
  const nowhere = `127.0.0.1:${await freePort()}`
  const away = { urls: { api: { rest: `http://${nowhere}`, ws: `ws://${nowhere}` } }, timeout: 500 }
  await using keys = await FollowedKeys.open(ctx, ['okx', 'kraken'])
  await using _pushed = await leadPushed(ctx, keys, {})
  await using okx = await leadExchange(
    ctx,
    { id: 'okx', symbols: ['BTC/USDT'], isMain: false, ...eager, config: away },
    {},
  )
  await using _kraken = await leadExchange(
    ctx,
    { id: 'kraken', symbols: ['BTC/USD'], ...eager, config: kraken.config },
    {},
  )
  await becomes('kraken', { state: 'live', note: '' })
  kraken.deal(101)
  expect(await published(101)).toMatchObject({ key: 'crypto:BTCUSD$BA', source: 'exchange' })
  await expect.poll(async () => (await sourceStatus('okx'))?.note).toMatch(/okx GET/)
  expect(okx).toBeDefined()
})

test('symbols of an additional exchange are chosen by patterns and become instruments of their own', async () => {
  await using keys = await FollowedKeys.open(ctx, ['kraken'])
  await using _pushed = await leadPushed(ctx, keys, {})
  const symbols = ['*/USD', 'DOGE/USD']
  await using _kraken = await leadExchange(
    ctx,
    { id: 'kraken', symbols, isMain: false, ...eager, config: kraken.config },
    {},
  )
  await becomes('kraken', { state: 'live', note: 'not listed there: DOGE/USD' })
  kraken.deal(102)
  const key = 'crypto:BTCUSD.KRAKEN$BA'
  expect(await published(102)).toMatchObject({ key })
  const made = await findInstrument(ctx, { class: 'crypto', code: 'KRAKEN:BTCUSD' })
  expect(made).toMatchObject({ code: 'BTCUSD.KRAKEN', exchange: 'KRAKEN', names: { en: 'BTC/USD (KRAKEN)' } })
  expect(await findInstrument(ctx, { class: 'crypto', code: 'BTCUSD' })).toMatchObject({ exchange: 'CCC' })
  // No process simulates the instrument or accepts pushed data of it.
  expect(await fedInstruments(ctx)).toEqual(new Set([made?.id]))
  await expect.poll(() => keys.has(key)).toBe(true)
  await becomes('kraken', { instruments: 1, gaps: 0 })
})

test('a pair that an exchange does not list or no longer follows is published from pushed events', async () => {
  const [bitcoin, ether] = ['crypto:BTCUSD$BA', 'crypto:ETHUSD$BA']
  await using keys = await FollowedKeys.open(ctx, ['kraken'])
  keys.add(ether)
  await using _pushed = await leadPushed(ctx, keys, {})
  const start = (...symbols: string[]) =>
    leadExchange(ctx, { id: 'kraken', symbols, ...eager, config: kraken.config }, {})
  const push = async (key: string, price = 9) => {
    const figures = { time: ctx.clock.now(), price, volume: 1, side: 0, session: 0 } as const
    const events: MarketEvent[] = [{ type: 'tick', key, ...figures, source: 'push' }]
    await ctx.tape.append(pushChannel, [{ lane: 'desk', event: { source: 'desk', producer: '1', events } }])
  }
  await push(ether)
  const counted = /tapewire_ingest_refused_total\{[^}]*reason="followed"[^}]*\} 1/
  await expect.poll(() => ctx.metrics.text()).toMatch(counted)
  {
    await using _kraken = await start('*/USD', 'ETH/USD')
    await becomes('kraken', { state: 'live' })
    await expect.poll(() => keys.has(ether)).toBe(false)
    expect(keys.has(bitcoin)).toBe(true)
    await push(ether)
    expect(await published(9)).toMatchObject({ key: ether, source: 'push' })
  }
  await using _narrowed = await start('DOGE/USD')
  await expect.poll(() => keys.has(bitcoin)).toBe(false)
  await push(bitcoin, 10)
  expect(await published(10)).toMatchObject({ key: bitcoin, source: 'push' })
})

test('symbols to follow are chosen by name, by pattern or by turnover; by turnover, each coin has only one pair', async () => {
  const market = (symbol: string, more: object = {}) => {
    const [base, quote] = symbol.split('/')
    return { symbol, base, quote, spot: true, active: true, ...more }
  }
  const markets = [
    ...['BTC/USD', 'BTC/USDT', 'ETH/USD', 'SOL/USDT', 'ETH/BTC'].map((symbol) => market(symbol)),
    market('OLD/USD', { active: false }),
    market('BTC/USD:USD', { spot: false }),
  ]
  const tickers = {
    'BTC/USD': { quoteVolume: 5 },
    'BTC/USDT': { quoteVolume: 9 },
    'ETH/USD': { baseVolume: 2, last: 3 },
    'SOL/USDT': { quoteVolume: 1 },
    'ETH/BTC': { quoteVolume: 1_000 },
  }
  const venue = {
    markets: Object.fromEntries(markets.map((one) => [one.symbol, one])),
    fetchTickers: async () => tickers,
  } as unknown as Venue
  const chosen = async (...entries: string[]) => chooseSymbols(venue, entries)
  expect(await chosen('BTC/USD', 'OLD/USD')).toEqual({ symbols: ['BTC/USD'], missing: ['OLD/USD'] })
  expect((await chosen('*/USD')).symbols).toEqual(['BTC/USD', 'ETH/USD'])
  expect((await chosen('ETH/*', 'ETH/USD')).symbols).toEqual(['ETH/BTC', 'ETH/USD'])
  expect((await chosen('TOP:2')).symbols).toEqual(['BTC/USDT', 'ETH/USD'])
})
