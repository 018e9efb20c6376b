import { expect, test } from 'vitest'
import { laneOf, type MarketEvent } from '#src/contract/market.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { noteFed } from '#src/market/feed-keys/fed.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { TapeQuotes } from '#src/market/quotes/tape-quotes.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { FlushQueue } from '../delivery/flush-queue.ts'
import { WriteTable } from '../delivery/write-table.ts'
import { TapeView } from './tape-view.ts'

const key = 'crypto:LTCUSD$BA'

function events(source: 'simulated' | 'push', time: number): MarketEvent[] {
  const same = { key, time, source }
  const figures = { open: 1, high: 1, low: 1, volume: 1, turnover: 1 }
  return [
    { ...same, type: 'tick', price: 1, volume: 1, side: 0, session: 0 },
    { ...same, ...figures, type: 'quote', previousClose: 1, last: 1, tradingStatus: 0, change: 0, changePercent: 0 },
    { ...same, type: 'depth', asks: [], bids: [] },
    { ...same, ...figures, type: 'bar', interval: '1m', close: 1, final: false },
  ]
}

test('after the first import of an instrument, no tape reader shows its simulated data, not even a reader that starts later', async () => {
  await using ctx = await testPlatform({ clickhouse: true })
  await installCatalogue(ctx)
  const instrument = await findInstrument(ctx, { class: 'crypto', code: 'LTCUSD' })
  if (!instrument) throw new Error('LTCUSD is in the catalogue')
  const now = ctx.clock.now()
  const append = (source: 'simulated' | 'push') =>
    ctx.tape.append(
      'crypto',
      events(source, now).map((event) => ({ lane: laneOf(event), event })),
    )
  const flush = new FlushQueue(20)
  const open = async () => {
    const view = new TapeView(ctx, flush, new WriteTable(flush), 0)
    await view.start()
    return view
  }
  const shown = (view: TapeView) => {
    const { board } = view
    return [board.tick(key), board.quote(key), board.depth(key), board.bar(key), board.minutes(key).at(-1)]
  }
  const nothing = [null, null, null, null, undefined]
  await append('simulated')
  await using early = await open()
  await using quotes = await TapeQuotes.open(ctx)
  expect(shown(early)).toMatchObject(Array(5).fill({ source: 'simulated' }))
  expect(quotes.quote(key)?.source).toBe('simulated')

  expect(await noteFed(ctx, [instrument])).toEqual([key])
  expect(await noteFed(ctx, [instrument])).toEqual([])
  await expect.poll(() => shown(early)).toEqual(nothing)
  expect(quotes.quote(key)).toBeNull()
  await append('simulated')
  await using late = await open()
  expect(shown(late)).toEqual(nothing)
  await append('push')
  for (const view of [early, late])
    await expect.poll(() => shown(view)).toMatchObject(Array(5).fill({ source: 'push' }))
  await expect.poll(() => quotes.quote(key)?.source).toBe('push')
})
