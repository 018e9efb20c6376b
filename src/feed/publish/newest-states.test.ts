import { expect, test } from 'vitest'
import { laneOf, type QuoteEvent } from '#src/contract/market.ts'
import { busyTape } from '#test/fixtures/busy-tape.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { newestStates } from './newest-states.ts'

const quote = (key: string, last: number): QuoteEvent => ({
  ...{ type: 'quote', key, time: last, previousClose: 1, open: 1, high: 1, low: 1, last, volume: 1, turnover: 1 },
  ...{ tradingStatus: 0, change: 0, changePercent: 0, source: 'simulated' },
})

test('the newest event of each tape lane is read, even if another source appends an event during the read', async () => {
  await using ctx = await testPlatform()
  const apple = quote('stock:AAPL$US', 1)
  const microsoft = quote('stock:MSFT$US', 2)
  const append = (event: QuoteEvent) => ctx.tape.append('stock', [{ lane: laneOf(event), event }])
  await append(apple)
  const tape = busyTape(ctx.tape, 'stock', [apple], microsoft)
  expect(await newestStates({ ...ctx, tape }, 'stock')).toEqual([apple, microsoft])
  expect(await newestStates(ctx, 'stock')).toEqual([apple, microsoft])
}, 5_000)
