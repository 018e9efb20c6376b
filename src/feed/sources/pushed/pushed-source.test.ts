import { expect, test } from 'vitest'
import type { DepthEvent, MarketEvent } from '#src/contract/market.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
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
