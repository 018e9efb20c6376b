import { expect, test } from 'vitest'
import type { DepthEvent, MarketEvent } from '#src/contract/market.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { marketTape } from '#src/market/tape.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { pushChannel } from '../../publish/pushed.ts'
import { SimulatedSource } from '../simulated/simulated-source.ts'
import { PushedSource } from './pushed-source.ts'

const key = 'stock:AAPL$US'

test('the first event that a program pushes empties the simulated order book', async ({ signal }) => {
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
