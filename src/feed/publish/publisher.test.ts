import { expect, test } from 'vitest'
import type { BarEvent, MarketEvent, QuoteEvent } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import { regularTimes, widerBarsAt } from '#src/market/bars/bar-time.ts'
import type { ChangedDay } from '#src/market/calendar/changed-day.ts'
import { exchangeOf, setChangedDays } from '#src/market/calendar/exchange-of.ts'
import { marketTape } from '#src/market/tape.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { Publisher } from './publisher.ts'

const key = 'stock:AAPL$US'
const apple = { class: 'stock', region: 'US', exchange: 'NASDAQ', code: 'AAPL' } as const
const at = (time: string) => Date.parse(`2026-12-21T${time}:00Z`)

/** Closes New York on Monday at 13:00, which is 18:00 UTC. */
const early: ChangedDay = { date: '2026-12-21', name: 'Storm', kind: 'early', close: 780 }

/** Publishes one Apple trade at 17:58 UTC, and ends its minute. */
async function traded(ctx: TestPlatform): Promise<Publisher> {
  const publisher = new Publisher(ctx, () => ({
    isRegular: () => true,
    tradingStatus: 0,
    dateOf: (time) => time - (time % 86_400_000),
    bucketEnds: (time) => widerBarsAt(exchangeOf(ctx, apple), time),
  }))
  const tick = { type: 'tick', key, time: at('17:58'), price: 225, volume: 100, side: 0, session: 0 } as const
  await publisher.publish([{ ...tick, source: 'simulated' }])
  await publisher.sweep(at('17:59'))
  return publisher
}

async function newestQuote(ctx: TestPlatform): Promise<QuoteEvent | undefined> {
  for await (const batch of marketTape(ctx).follow('stock', 'oldest', AbortSignal.timeout(5_000))) {
    const events = batch.kind === 'gap' ? [] : batch.entries.map(({ event }) => event)
    return events.findLast((event): event is QuoteEvent => event.type === 'quote')
  }
  return undefined
}

async function publishedBars(ctx: TestPlatform): Promise<BarEvent[]> {
  for await (const batch of marketTape(ctx).follow('stock', 'oldest', AbortSignal.timeout(5_000))) {
    const events: MarketEvent[] = batch.kind === 'gap' ? [] : batch.entries.map(({ event }) => event)
    return events.filter((event) => event.type === 'bar')
  }
  return []
}

const trade = (time: number, volume: number): MarketEvent => ({
  ...{ type: 'tick', key, time, price: 10, volume, side: 0, session: 0, source: 'push' },
})
const pushedBar = (time: number, volume: number): BarEvent => ({
  ...{ type: 'bar', key, interval: '1m', time, open: 10, high: 10, low: 10, close: 10, volume, turnover: 10 * volume },
  ...{ final: true, source: 'push' },
})

/** The intervals of the bars that have been closed so far. */
async function closed(ctx: TestPlatform): Promise<string[]> {
  return (await publishedBars(ctx)).flatMap((bar) => bar.closes ?? [])
}

test('an early close that is set during the session closes the daily bar at once, without another trade', async () => {
  await using ctx = await testPlatform({ now: '2026-12-21T17:58:10Z' })
  const publisher = await traded(ctx)
  await publisher.sweep(at('18:01'))
  expect(await closed(ctx)).not.toContain('1d')
  setChangedDays(ctx, new Map([['us', [early]]]))
  await publisher.sweep(at('18:01'))
  expect((await closed(ctx)).filter((interval) => interval === '1d')).toHaveLength(1)
  await publisher.sweep(at('21:01'))
  expect((await closed(ctx)).filter((interval) => interval === '1d')).toHaveLength(1)
})

test('an early close at a past time closes the daily bar at once, and a removed early close has no effect', async () => {
  await using ctx = await testPlatform({ now: '2026-12-21T17:58:10Z' })
  const late = await traded(ctx)
  setChangedDays(ctx, new Map([['us', [{ ...early, close: 720 }]]]))
  await late.sweep(at('17:59'))
  expect(await closed(ctx)).toContain('1d')

  await using other = await testPlatform({ now: '2026-12-21T17:58:10Z' })
  setChangedDays(other, new Map([['us', [early]]]))
  const publisher = await traded(other)
  setChangedDays(other, new Map())
  await publisher.sweep(at('18:01'))
  expect(await closed(other)).not.toContain('1d')
  await publisher.sweep(at('21:00'))
  expect(await closed(other)).toContain('1d')
})

test('a batch of trades publishes the running bar once, and the bars published earlier stay unchanged', async () => {
  await using ctx = await testPlatform({ now: '2026-12-21T17:58:10Z' })
  const publisher = await traded(ctx)
  const trade = (price: number, volume: number) =>
    ({ type: 'tick', key, time: at('17:59') + 1, price, volume, side: 0, session: 0, source: 'simulated' }) as const
  await publisher.publish([trade(224.5, 0.1), trade(226, 0.2)])
  await publisher.publish([trade(223, 50), { ...trade(999, 1), time: at('18:10') }, trade(225.5, 0)])
  await publisher.publish([{ ...trade(222, 1), time: at('17:57') }])
  const running = (await publishedBars(ctx)).filter(({ final }) => !final)
  expect(
    running.map(({ open, high, low, close, volume, turnover }) => [open, high, low, close, volume, turnover]),
  ).toEqual([
    [225, 225, 225, 225, 100, 22_500],
    [224.5, 226, 224.5, 226, 0.3, 67.65],
    [224.5, 226, 223, 225.5, 50.3, 11_217.65],
  ])
})

test('after a quote, only trades that are later than the quote change the session figures', async () => {
  await using ctx = await testPlatform({ now: '2026-12-21T17:58:10Z' })
  const publisher = await traded(ctx)
  const about = { key, source: 'exchange' } as const
  const day = { previousClose: 200, open: 201, high: 230, low: 199, last: 220, volume: 50, turnover: 0 }
  const counted = { time: at('17:59'), tradingStatus: 0, change: 20, changePercent: 10 } as const
  await publisher.publishEvents([], [{ ...about, ...day, ...counted, type: 'quote' }])
  const trade = (time: number, price: number): MarketEvent => ({
    ...{ ...about, type: 'tick', time, price, volume: 1, side: 0, session: 0 },
  })
  await publisher.publishEvents([], [trade(at('17:59') - 1, 221), trade(at('17:59') + 1, 222)])
  const events: MarketEvent[] = []
  for await (const batch of marketTape(ctx).follow('stock', 'oldest', AbortSignal.timeout(5_000))) {
    if (batch.kind === 'entries') events.push(...batch.entries.map(({ event }) => event))
    break
  }
  const after = { ...day, last: 222, volume: 51, change: 22, changePercent: 11, turnover: 0 }
  expect(events.findLast(({ type }) => type === 'quote')).toMatchObject(after)
})

test('a late trade that the quote already contains changes neither the last price nor the volume', async () => {
  await using ctx = await testPlatform({ now: '2026-12-21T17:58:10Z' })
  const publisher = await traded(ctx)
  const about = { key, source: 'exchange' } as const
  const day = { previousClose: 200, open: 201, high: 230, low: 199, last: 220, volume: 50, turnover: 0 }
  const counted = { time: at('17:57'), tradingStatus: 0, change: 20, changePercent: 10 } as const
  const trade = (time: number, price: number): MarketEvent => ({
    ...{ ...about, type: 'tick', time, price, volume: 1, side: 0, session: 0 },
  })
  await publisher.publishEvents([], [{ ...about, ...day, ...counted, type: 'quote' }])
  await publisher.publishEvents([], [trade(at('17:58'), 222), trade(at('17:57') - 1, 221)])
  expect(await newestQuote(ctx)).toMatchObject({ time: at('17:58'), last: 222, volume: 51 })
})

test('if a program pushes trades, a bar and a corrected bar of one minute, the quote counts the volume of that minute once', async () => {
  await using ctx = await testPlatform({ now: '2026-12-21T17:59:30Z' })
  const publisher = new Publisher(ctx, () => ({
    isRegular: () => true,
    tradingStatus: 0,
    dateOf: () => 0,
    bucketEnds: () => [],
  }))
  const volumes: unknown[] = []
  for (const event of [
    ...[trade(at('17:58') + 1, 2), trade(at('17:58') + 2, 1), pushedBar(at('17:58'), 5), pushedBar(at('17:58'), 6)],
    ...[trade(at('17:58') + 3, 1), trade(at('17:59'), 1), pushedBar(at('17:58'), 6), pushedBar(at('17:59'), 2)],
  ]) {
    await publisher.publishEvents([], [event])
    const quote = await newestQuote(ctx)
    volumes.push([quote?.volume, quote?.turnover])
  }
  expect(volumes).toEqual([2, 3, 5, 6, 6, 7, 7, 8].map((volume) => [volume, 10 * volume]))
})

test('a late trade does not become the last price, and a trade of an earlier date changes no figure of the quote', async () => {
  await using ctx = await testPlatform({ now: '2026-12-21T17:58:10Z' })
  const publisher = await traded(ctx)
  const trade = (time: number, price: number): MarketEvent => ({
    ...{ type: 'tick', key, time, price, volume: 1, side: 0, session: 0, source: 'push' },
  })
  const quote = async () => {
    const events: MarketEvent[] = []
    for await (const batch of marketTape(ctx).follow('stock', 'oldest', AbortSignal.timeout(5_000))) {
      if (batch.kind === 'entries') events.push(...batch.entries.map(({ event }) => event))
      break
    }
    return events.findLast(({ type }) => type === 'quote')
  }
  await publisher.publish([trade(at('17:57'), 222)])
  const late = { time: at('17:58'), last: 225, open: 225, previousClose: 225, low: 222, volume: 101 }
  expect(await quote()).toMatchObject(late)
  await publisher.publish([trade(at('17:57') - 86_400_000, 100)])
  expect(await quote()).toMatchObject(late)
  await publisher.publish([trade(at('17:58') + 1, 226)])
  expect(await quote()).toMatchObject({ ...late, time: at('17:58') + 1, last: 226, volume: 102, change: 1 })
})

test('the tape has trades and books in the order in which their source sent them', async () => {
  await using ctx = await testPlatform({ now: '2026-12-21T17:58:10Z' })
  const publisher = new Publisher(ctx, () => ({
    isRegular: () => true,
    tradingStatus: 0,
    dateOf: () => 0,
    bucketEnds: () => [],
  }))
  const about = { key, time: at('17:58'), source: 'push' } as const
  const book: MarketEvent = { ...about, type: 'depth', asks: [], bids: [] }
  const trade: MarketEvent = { ...about, type: 'tick', price: 225, volume: 1, side: 0, session: 0 }
  await publisher.publishEvents([], [book, trade, book, trade])
  const types: string[] = []
  for await (const batch of marketTape(ctx).follow('stock', 'oldest', AbortSignal.timeout(5_000))) {
    if (batch.kind === 'entries') types.push(...batch.entries.map(({ event }) => event.type))
    break
  }
  expect(types.slice(0, 4)).toEqual(['depth', 'tick', 'depth', 'tick'])
})

test('a five-minute bar is closed by its last pushed minute bar, by a later pushed bar, or by the clock', async () => {
  await using ctx = await testPlatform({ now: '2026-12-21T18:11:30Z' })
  const publisher = await traded(ctx)
  /** The minutes since the last call, and whether they close a bar of five minutes. */
  let known = 0
  const closing = async () => {
    const bars = (await publishedBars(ctx)).slice(known)
    known += bars.length
    return bars.map(({ time, closes = [] }) => [(time - at('18:00')) / 60_000, closes.includes('5m')])
  }
  await closing()
  for (const time of ['17:58', '17:59', '18:02']) await publisher.publishEvents([], [pushedBar(at(time), 1)])
  expect(await closing()).toEqual([
    [-2, false],
    [-1, true],
    [2, false],
  ])
  await publisher.sweep(at('18:05'))
  await publisher.publishEvents([], [pushedBar(at('18:03'), 1), pushedBar(at('18:06'), 1)])
  await publisher.sweep(at('18:10'))
  expect((await closing()).filter(([, is]) => is)).toEqual([[3, true]])
  await publisher.sweep(at('18:11'))
  expect(await closing()).toEqual([[6, true]])
})

test('after a switch to a source without bars, bars are built from the trades of that source', async () => {
  await using ctx = await testPlatform({ now: '2026-12-21T18:00:30Z' })
  const publisher = await traded(ctx)
  await publisher.publishEvents([], [pushedBar(at('17:59'), 5)])
  const about = { key, time: at('18:00'), source: 'push' } as const
  await publisher.publishEvents(
    [{ ...about, type: 'switch', name: 'second', before: 'first' }],
    [trade(at('17:59') + 1, 1), trade(at('18:00') + 1, 2)],
  )
  const bars = (await publishedBars(ctx)).map(({ time, volume, final }) => [time, volume, final])
  expect(bars.slice(2)).toEqual([
    [at('17:59'), 5, true],
    [at('18:00'), 2, false],
  ])
})

test('trades outside the session add no volume to the quote, and the previous close is the last price of the session', async () => {
  await using ctx = await testPlatform({ now: '2026-12-22T14:32:00Z' })
  const publisher = new Publisher(ctx, () => ({
    dateOf: (time) => time - (time % dayMs),
    isRegular: regularTimes(() => exchangeOf(ctx, apple)),
    tradingStatus: 0,
    bucketEnds: () => [],
  }))
  const published = async (time: string, price: number) => {
    const tick = { type: 'tick', key, time: Date.parse(time), price, volume: 100, side: 0, session: 0 } as const
    await publisher.publish([{ ...tick, source: 'push' }])
    return newestQuote(ctx)
  }
  await published('2026-12-21T20:00:00Z', 220)
  await published('2026-12-21T20:59:59Z', 225)
  const session = { open: 220, high: 225, low: 220, volume: 200 }
  expect(await published('2026-12-21T22:00:00Z', 230)).toMatchObject({ ...session, last: 230 })
  const early = { previousClose: 225, open: 231, high: 231, low: 231, last: 231, volume: 0 }
  expect(await published('2026-12-22T12:00:00Z', 231)).toMatchObject(early)
  const opened = { previousClose: 225, open: 228, high: 228, low: 228, last: 228, volume: 100, change: 3 }
  expect(await published('2026-12-22T14:31:00Z', 228)).toMatchObject(opened)
})

test('the change of a price below a cent is not rounded to cents', async () => {
  await using ctx = await testPlatform({ now: '2026-12-21T17:58:10Z' })
  const publisher = new Publisher(ctx, () => ({
    dateOf: () => 0,
    isRegular: () => true,
    tradingStatus: 0,
    bucketEnds: () => [],
  }))
  const tick = { type: 'tick', key, time: at('17:57'), volume: 1, side: 0, session: 0, source: 'push' } as const
  await publisher.publish([
    { ...tick, price: 0.00001234 },
    { ...tick, price: 0.00001296 },
  ])
  expect(await newestQuote(ctx)).toMatchObject({ change: 0.00000062, changePercent: 5.0243 })
})
