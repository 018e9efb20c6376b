import { expect, test } from 'vitest'
import type { DepthEvent, MarketEvent } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import { announceHistory, recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { setInstrumentState } from '#src/market/instruments/edit.ts'
import { findInstrument, findInstruments } from '#src/market/instruments/instruments.ts'
import { marketTape } from '#src/market/tape.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { newestStates } from '../../publish/newest-states.ts'
import { pushChannel } from '../../publish/pushed.ts'
import { SimulatedSource } from '../simulated/simulated-source.ts'
import { PushedSource } from './pushed-source.ts'

const key = 'stock:AAPL$US'

test('the simulated order book is emptied when a program pushes its first event', async ({ signal }) => {
  await using ctx = await testPlatform({ clickhouse: true, now: '2026-01-06T15:00:00Z' })
  await installCatalogue(ctx)
  await using simulated = new SimulatedSource(ctx, null, 7)
  await simulated.start(({ code }) => code === 'AAPL')
  await simulated.fillAll()
  await using _pushed = await PushedSource.open(ctx)
  const time = ctx.clock.now()
  const tick: MarketEvent = { type: 'tick', key, time, price: 1, volume: 1, side: 0, session: 0, source: 'push' }
  const event = { source: 'desk', producer: '1', events: [tick] }
  await ctx.tape.append(pushChannel, [{ lane: pushChannel, event }])
  const found: MarketEvent[] = []
  for await (const batch of marketTape(ctx).follow('stock', 'oldest', signal)) {
    if (batch.kind === 'entries') found.push(...batch.entries.map((entry) => entry.event))
    if (found.some(({ type, source }) => type === 'tick' && source === 'push')) break
  }
  const books = found.filter((one): one is DepthEvent => one.type === 'depth')
  expect(books[0]?.asks.length).toBeGreaterThan(0)
  expect(books.at(-1)).toMatchObject({ asks: [], bids: [], source: 'push' })
})

test('a final bar that could not be put onto the tape is published by the next holder of the lease', async () => {
  await using ctx = await testPlatform({ clickhouse: true, now: '2026-01-06T15:00:10Z' })
  await installCatalogue(ctx)
  let isAway = false
  const append: typeof ctx.tape.append = async (...given) => {
    if (isAway && given[1].length > 0) throw new Error('the tape is away')
    return ctx.tape.append(...given)
  }
  const lost = new AbortController()
  const term = { fence: { lease: 'feed:pushed', token: 1 }, signal: lost.signal, lose: () => lost.abort() }
  const tape = new Proxy(ctx.tape, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      return name === 'append' ? append : typeof value === 'function' ? value.bind(target) : value
    },
  })
  const time = ctx.clock.now()
  const tick: MarketEvent = { type: 'tick', key, time, price: 1, volume: 1, side: 0, session: 0, source: 'push' }
  const events = async () => (await newestStates(ctx, 'stock')).filter((event) => event.key === key)
  const bar = async () => (await events()).find(({ type }) => type === 'bar')
  {
    await using _first = await PushedSource.open({ ...ctx, tape }, term)
    const event = { source: 'desk', producer: '1', events: [tick] }
    await ctx.tape.append(pushChannel, [{ lane: pushChannel, event }])
    await expect.poll(bar).toMatchObject({ final: false })
    isAway = true
    await ctx.clock.advance(60_000)
    await expect.poll(() => lost.signal.aborted).toBe(true)
  }
  await using second = await PushedSource.open(ctx)
  await second.beat()
  expect(await bar()).toMatchObject({ final: true, close: 1 })
})

test('after restarts, the figures of a day continue with the previous close and the bars that history has', async () => {
  await using ctx = await testPlatform({ clickhouse: true, now: '2026-01-06T21:30:00Z' })
  await installCatalogue(ctx)
  const apple = (await findInstruments(ctx, [{ class: 'stock', region: 'US', code: 'AAPL' }]))[0]
  if (!apple) throw new Error('no AAPL')
  const moveTo = (time: string) => ctx.clock.correct(Date.parse(time) - ctx.clock.now())
  const record = (interval: '1m' | '1d', time: string, open: number, high: number, low: number, close: number) => {
    const bar = { time: Date.parse(time), open, high, low, close, volume: 1_000, turnover: 0, source: 'push' } as const
    return recordBars(ctx, [{ ...bar, instrumentId: apple.id, interval }]).then(() => bar)
  }
  const pushed = async (price: number) => {
    const time = ctx.clock.now()
    const tick: MarketEvent = { type: 'tick', key, time, price, volume: 1, side: 0, session: 0, source: 'push' }
    await ctx.tape.append(pushChannel, [
      { lane: pushChannel, event: { source: 'desk', producer: '1', events: [tick] } },
    ])
    const quote = async () =>
      (await newestStates(ctx, 'stock')).find(({ type, time: at }) => type === 'quote' && at === time)
    await expect.poll(quote).toBeDefined()
    return quote()
  }
  await record('1d', '2026-01-05T00:00:00Z', 100, 100, 100, 100)
  await record('1d', '2026-01-06T00:00:00Z', 101, 110, 99, 105)
  const tuesday = { previousClose: 100, open: 101, high: 110, low: 99, volume: 1_000 }
  {
    await using _first = await PushedSource.open(ctx)
    expect(await pushed(107)).toMatchObject({ ...tuesday, last: 107 })
  }
  {
    await using _second = await PushedSource.open(ctx)
    await ctx.clock.advance(minuteMs)
    expect(await pushed(108)).toMatchObject({ ...tuesday, last: 108 })
    moveTo('2026-01-07T12:00:00Z')
    expect(await pushed(109)).toMatchObject({ previousClose: 105, open: 109, last: 109, volume: 0 })
    moveTo('2026-01-07T15:00:00Z')
    expect(await pushed(115)).toMatchObject({ previousClose: 105, open: 115, last: 115, volume: 1 })
  }
  await record('1d', '2026-01-07T00:00:00Z', 109, 120, 109, 120)
  moveTo('2026-01-08T15:00:00Z')
  await using _third = await PushedSource.open(ctx)
  expect(await pushed(119)).toMatchObject({ previousClose: 120, open: 119, high: 119, low: 119 })
  await announceHistory(ctx, apple, '1m', await record('1m', '2026-01-08T14:45:00Z', 118, 150, 117, 119))
  await ctx.clock.advance(minuteMs)
  const gapFilled = async () => pushed(119)
  await expect.poll(gapFilled).toMatchObject({ previousClose: 120, open: 118, high: 150, low: 117 })
})

test('a quote gets the trading status of its instrument when the status changes, and at the next start', async () => {
  await using ctx = await testPlatform({ clickhouse: true, now: '2026-01-06T15:00:00Z' })
  await installCatalogue(ctx)
  const status = async () => {
    const quote = (await newestStates(ctx, 'stock')).find((event) => event.key === key && event.type === 'quote')
    return quote?.type === 'quote' ? quote.tradingStatus : null
  }
  const apple = await findInstrument(ctx, { class: 'stock', region: 'US', code: 'AAPL' })
  const become = (state: 'listed' | 'suspended') =>
    setInstrumentState(ctx, { kind: 'operator-cli' }, { id: apple?.id ?? 0, version: null, state })
  const time = ctx.clock.now()
  const tick: MarketEvent = { type: 'tick', key, time, price: 1, volume: 1, side: 0, session: 0, source: 'push' }
  {
    await using source = await PushedSource.open(ctx)
    await ctx.tape.append(pushChannel, [
      { lane: pushChannel, event: { source: 'desk', producer: '1', events: [tick] } },
    ])
    await expect.poll(status).toBe(0)
    await become('suspended')
    await expect
      .poll(() =>
        ctx.clock
          .advance(2_000)
          .then(() => source.beat())
          .then(status),
      )
      .toBe(1)
  }
  await become('listed')
  await using _next = await PushedSource.open(ctx)
  await ctx.clock.advance(250)
  await expect.poll(status).toBe(0)
})
