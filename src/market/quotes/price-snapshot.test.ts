import { expect, test, vi } from 'vitest'
import { laneOf, type MarketEvent, type QuoteEvent } from '#src/contract/market.ts'
import { busyTape } from '#test/fixtures/busy-tape.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import type { Bar } from '../bars/bar.ts'
import { installCatalogue } from '../catalogue/install.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { findInstrument } from '../instruments/instruments.ts'
import { snapshotOf, snapshotOfDays } from './price-snapshot.ts'
import { TapeQuotes } from './tape-quotes.ts'

const day = (date: string, close: number): Bar => ({
  ...{ time: Date.parse(date), open: close - 1, high: close + 1, low: close - 2, close },
  ...{ volume: 10, turnover: 0, source: 'import' },
})
const quote: QuoteEvent = {
  ...{ type: 'quote', key: 'stock:AAPL$US', time: Date.parse('2026-11-20T20:59:58Z'), source: 'simulated' },
  ...{ previousClose: 100, open: 101, high: 103, low: 99, last: 102, volume: 5, turnover: 500 },
  ...{ tradingStatus: 0, change: 2, changePercent: 2 },
}
const none = { quote: () => null }
const listed = { kept: new Map() }

async function instrumentsOf(): Promise<{ apple: Instrument; bitcoin: Instrument }> {
  await using ctx = await testPlatform()
  await installCatalogue(ctx)
  const apple = await findInstrument(ctx, { class: 'stock', code: 'AAPL', region: 'US' })
  const bitcoin = await findInstrument(ctx, { class: 'crypto', code: 'BTCUSD', region: 'BA' })
  if (!apple || !bitcoin) throw new Error('they are in the catalogue')
  return { apple, bitcoin }
}
const { apple, bitcoin } = await instrumentsOf()

test('the newest quote on the tape takes precedence over stored days in a price snapshot', () => {
  const quotes = { quote: (key: string) => (key === quote.key ? quote : null) }
  const days = [day('2026-11-18', 90), day('2026-11-19', 95)]
  expect(snapshotOf(listed, quotes, apple, days, quote.time)).toMatchObject({ last: 102, changePercent: 2 })
  expect(snapshotOf(listed, none, apple, days, quote.time)).toMatchObject({ last: 95, previousClose: 90, change: 5 })
  expect(snapshotOf(listed, none, apple, [], quote.time)).toBeNull()
})

test('outside the session a price snapshot has the time of the last close, even after the early close of a half day', () => {
  const friday = [day('2026-11-19', 95), day('2026-11-20', 100)]
  const sunday = Date.parse('2026-11-22T12:00:00Z')
  expect(snapshotOfDays(listed, apple, friday, sunday)?.time).toBe(Date.parse('2026-11-20T21:00:00Z'))
  const halfDay = [day('2026-11-25', 95), day('2026-11-27', 100)]
  const after = Date.parse('2026-11-28T12:00:00Z')
  expect(snapshotOfDays(listed, apple, halfDay, after)?.time).toBe(Date.parse('2026-11-27T18:00:00Z'))
})

test('a cryptocurrency’s price snapshot has the current time if a bar of today is stored, else the end of the last stored day', () => {
  const now = Date.parse('2026-11-22T00:00:30Z')
  const ended = [day('2026-11-20', 95), day('2026-11-21', 100)]
  expect(snapshotOfDays(listed, bitcoin, ended, now)).toMatchObject({
    time: Date.parse('2026-11-22'),
    previousClose: 95,
  })
  const running = [...ended, day('2026-11-22', 101)]
  expect(snapshotOfDays(listed, bitcoin, running, now)).toMatchObject({
    time: now,
    previousClose: 100,
    changePercent: 1,
  })
})

test('if an instrument has only one stored day, its change is measured from the open of that day', () => {
  const only = snapshotOfDays(listed, apple, [day('2026-11-20', 100)], Date.parse('2026-11-22'))
  expect(only).toMatchObject({ previousClose: 99, change: 1, changePercent: 1.0101 })
})

test('a rise from a negative price has a positive change and a positive percentage', () => {
  const oil = [day('2020-04-20', -37.63), day('2020-04-21', 10.01)]
  const changes = { change: 47.64, changePercent: 126.6011 }
  expect(snapshotOfDays(listed, apple, oil, Date.parse('2020-04-22'))).toMatchObject(changes)
})

test('a process without the gateway role reads the newest quotes from the tape at its start, and then follows new quotes', async () => {
  await using ctx = await testPlatform()
  const append = (event: MarketEvent) => ctx.tape.append('stock', [{ lane: `${event.key}:${event.type}`, event }])
  await append({ ...quote, last: 101 })
  await append({ ...quote, last: 102 })
  await using quotes = await TapeQuotes.open(ctx)
  expect(quotes.quote(quote.key)?.last).toBe(102)
  expect(quotes.quote('stock:MSFT$US')).toBeNull()
  await append({ ...quote, last: 103 })
  await expect.poll(() => quotes.quote(quote.key)?.last).toBe(103)
})

test('a process without the gateway role misses no quote that is appended while it reads the tape at its start', async () => {
  await using ctx = await testPlatform()
  const [first, second] = [
    { ...quote, last: 101 },
    { ...quote, key: 'stock:MSFT$US', last: 102 },
  ]
  await ctx.tape.append('stock', [{ lane: laneOf(first), event: first }])
  await using quotes = await TapeQuotes.open({ ...ctx, tape: busyTape(ctx.tape, 'stock', [first], second) })
  expect([first, second].map(({ key }) => quotes.quote(key)?.last)).toEqual([101, 102])
}, 5_000)

test('a process without the gateway role starts even if its first read of the tape fails', async () => {
  await using ctx = await testPlatform()
  await ctx.tape.append('stock', [{ lane: laneOf(quote), event: quote }])
  vi.spyOn(ctx.tape, 'bounds').mockRejectedValueOnce(new Error('no answer in time'))
  let isOpen = false
  const opening = TapeQuotes.open(ctx).finally(() => {
    isOpen = true
  })
  while (!isOpen) await ctx.clock.advance(100)
  await using quotes = await opening
  expect(quotes.quote(quote.key)?.last).toBe(quote.last)
}, 5_000)
