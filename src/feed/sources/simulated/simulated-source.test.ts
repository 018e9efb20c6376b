import { expect, test } from 'vitest'
import type { AssetClass, DepthEvent, MarketEvent, QuoteEvent, TickEvent } from '#src/contract/market.ts'
import { dayMs, hourMs } from '#src/contract/time.ts'
import { groupBars } from '#src/market/bars/bar-time.ts'
import { exchangeOf } from '#src/market/calendar/exchange-of.ts'
import { tradingDate } from '#src/market/calendar/session.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { listenForFed, noteFed } from '#src/market/feed-keys/fed.ts'
import { readBars } from '#src/market/history/history.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { marketTape } from '#src/market/tape.ts'
import { readTicks } from '#src/market/ticks/ticks.ts'
import type { Platform } from '#src/platform/platform.ts'
import { HeldStatements } from '#test/fixtures/held-statements.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { Recorder } from '../../recorder.ts'
import { SimulatedSource } from './simulated-source.ts'

const classOf: Record<string, AssetClass> = { BTCUSD: 'crypto', EURUSD: 'forex' }
const names = new Set(['AAPL', 'BTCUSD', 'EURUSD'])

async function heldEvents(ctx: Platform): Promise<MarketEvent[]> {
  const events: MarketEvent[] = []
  for (const channel of ['stock', 'crypto', 'forex']) {
    const { newest } = await ctx.tape.bounds(channel)
    if (newest === null) continue
    const stop = new AbortController()
    for await (const batch of marketTape(ctx).follow(channel, 'oldest', stop.signal)) {
      if (batch.kind === 'gap') continue
      events.push(...batch.entries.map((entry) => entry.event))
      if (batch.entries.at(-1)?.offset === newest) stop.abort()
    }
  }
  return events
}

async function run(
  ctx: Platform & { clock: { advance(ms: number): Promise<void> } },
  seconds: number,
  codes: ReadonlySet<string> = names,
): Promise<MarketEvent[]> {
  const source = new SimulatedSource(ctx, null, 7)
  await source.start((instrument) => codes.has(instrument.code))
  await source.fillAll()
  for (let second = 0; second < seconds; second += 1) {
    await ctx.clock.advance(1000)
    await source.beat()
  }
  const events = await heldEvents(ctx)
  await source[Symbol.asyncDispose]()
  return events
}

/** The trades outside the best bid and ask of the book before the trade, and the last quotes outside the last book. */
function outsideTheirBook(events: readonly MarketEvent[]): MarketEvent[] {
  const books = new Map<string, DepthEvent>()
  const quotes = new Map<string, QuoteEvent>()
  const isOutside = (key: string, price: number) => {
    const book = books.get(key)
    return !(price >= (book?.bids[0]?.price ?? Infinity) && price <= (book?.asks[0]?.price ?? -Infinity))
  }
  const found: MarketEvent[] = []
  for (const event of events) {
    if (event.type === 'depth') books.set(event.key, event)
    if (event.type === 'quote') quotes.set(event.key, event)
    if (event.type === 'tick' && isOutside(event.key, event.price)) found.push(event)
  }
  return [...found, ...[...quotes.values()].filter(({ key, last }) => isOutside(key, last))]
}

test('the simulated market produces trades, order books and bars, but nothing for an instrument that another source feeds', async () => {
  // On Tuesday at 15:00 UTC New York has been open for half an hour; crypto and currencies trade all day.
  await using ctx = await testPlatform({ clickhouse: true, now: '2026-01-06T15:00:00Z' })
  await installCatalogue(ctx)
  const recorder = new Recorder(ctx)
  await recorder.start()
  const events = await run(ctx, 75)
  const ticks = events.filter((event): event is TickEvent => event.type === 'tick')
  const codes = new Set(ticks.map((tick) => tick.key))
  expect(codes).toEqual(new Set(['stock:AAPL$US', 'crypto:BTCUSD$BA', 'forex:EURUSD$GB']))
  expect(ticks.every((tick) => tick.price > 0 && tick.volume > 0 && Number.isInteger(tick.time))).toBe(true)
  const books = events.filter((event) => event.type === 'depth')
  expect(books.length).toBeGreaterThan(3)
  for (const book of books) expect(book.asks[0]?.price ?? 0).toBeGreaterThan(book.bids[0]?.price ?? 0)
  expect(outsideTheirBook(events)).toEqual([])
  expect(events.some((event) => event.type === 'bar' && event.final)).toBe(true)

  await recorder.drain()
  const apple = await findInstrument(ctx, { class: 'stock', code: 'AAPL' })
  if (!apple) throw new Error('AAPL is in the catalogue')
  const now = ctx.clock.now()
  const stored = await readTicks(ctx, apple.id, { from: now - 100_000, to: now, limit: 1000 })
  const published = ticks.filter((tick) => tick.key === 'stock:AAPL$US')
  expect(stored.map((tick) => [tick.time, tick.price])).toEqual(published.map((tick) => [tick.time, tick.price]))

  const days = await readBars(ctx, { instrument: apple, interval: '1d', limit: 1000, order: 'newest' })
  expect(days.length).toBeGreaterThan(480)
  expect(days.every((bar) => ![0, 6].includes(new Date(bar.time).getUTCDay()))).toBe(true)
  const minutes = await readBars(ctx, { instrument: apple, interval: '1m', limit: 5000, order: 'newest' })
  expect(minutes.length).toBeGreaterThan(4 * 390)
  const lastDay = days.findLast((bar) => bar.time < now - 8 * dayMs)
  expect(lastDay && Math.abs(days.at(-1)?.close ?? 0) / lastDay.close).toBeGreaterThan(0.7)

  await noteFed(ctx, [apple])
  expect(await readBars(ctx, { instrument: apple, interval: '1d', limit: 1, order: 'newest' })).toEqual([])
  expect(await readTicks(ctx, apple.id, { from: now - 100_000, to: now, limit: 1 })).toEqual([])
  const again = new SimulatedSource(ctx, null, 7)
  await again.start((instrument) => instrument.code === 'AAPL')
  await again.fillAll()
  await ctx.clock.advance(60_000)
  await again.beat()
  expect(await readBars(ctx, { instrument: apple, interval: '1m', limit: 1, order: 'newest' })).toEqual([])
  expect((await heldEvents(ctx)).filter(({ time }) => time > now)).toEqual([])
  await again[Symbol.asyncDispose]()
  await recorder[Symbol.asyncDispose]()
})

test('a simulated market restarted on a Saturday shows the figures and the date of Friday', async () => {
  await using ctx = await testPlatform({ clickhouse: true, now: '2026-01-10T15:00:00Z' })
  await installCatalogue(ctx)
  const only = new Set(['AAPL'])
  await run(ctx, 0, only)
  const apple = await findInstrument(ctx, { class: 'stock', code: 'AAPL' })
  if (!apple) throw new Error('AAPL is in the catalogue')
  const quotes = (await run(ctx, 0, only)).filter((event) => event.type === 'quote' && event.key === 'stock:AAPL$US')
  const [friday] = await readBars(ctx, { instrument: apple, interval: '1d', limit: 1, order: 'newest' })
  expect(friday?.time).toBe(Date.parse('2026-01-09T00:00:00Z'))
  expect(new Set(quotes.map(({ time }) => tradingDate(exchangeOf(ctx, apple), time)))).toEqual(new Set([friday?.time]))
  expect(quotes.at(-1)).toMatchObject({ open: friday?.open, high: friday?.high, last: friday?.close })
})

test.each([
  ['AAPL', '2026-01-06T18:00:00Z', 4 * hourMs],
  ['700', '2026-01-06T03:00:00Z', 7 * hourMs],
  ['BTCUSD', '2026-01-06T22:00:00Z', 3 * hourMs],
  ['EURUSD', '2026-01-06T20:00:00Z', 3 * hourMs],
])(
  'stored days of %s equal the sum of their minutes, even after a restart during the day',
  async (code, now, awayMs) => {
    await using ctx = await testPlatform({ clickhouse: true, now })
    await installCatalogue(ctx)
    await run(ctx, 0, new Set([code]))
    await ctx.clock.advance(awayMs)
    await run(ctx, 0, new Set([code]))
    const instrument = await findInstrument(ctx, { class: classOf[code] ?? 'stock', code })
    if (!instrument) throw new Error(`${code} is in the catalogue`)
    const read = (interval: '1d' | '1m', limit: number) =>
      readBars(ctx, { instrument, interval, limit, order: 'newest' })
    const minutes = groupBars(exchangeOf(ctx, instrument), '1d', '1m', await read('1m', 100_000))
    const days = await read('1d', minutes.length)
    expect(days.length).toBeGreaterThan(3)
    expect(days.map(({ turnover, ...rest }) => ({ ...rest, turnover: Math.round(turnover) }))).toEqual(
      minutes.map(({ turnover, ...rest }) => ({ ...rest, turnover: Math.round(turnover) })),
    )
  },
)

test('after a takeover of the simulator, every instrument trades within 30 seconds, even if its history cannot be read', async () => {
  await using ctx = await testPlatform({ clickhouse: true, now: '2026-01-06T15:00:00Z' })
  await installCatalogue(ctx)
  const before = await run(ctx, 61)
  const away = async () => {
    throw new Error('the history is away')
  }
  const clickhouse = Object.create(ctx.clickhouse, { text: { value: away }, query: { value: away } })
  const takenOver = ctx.clock.now()
  await using second = new SimulatedSource({ ...ctx, clickhouse }, null, 7)
  await second.start((instrument) => names.has(instrument.code))
  for (let at = 0; at < 30; at += 1) {
    await ctx.clock.advance(1_000)
    await second.beat()
  }
  const after = (await heldEvents(ctx)).filter(({ type, time }) => type !== 'bar' && time > takenOver)
  for (const key of ['stock:AAPL$US', 'crypto:BTCUSD$BA', 'forex:EURUSD$GB']) {
    const own = after.filter((event) => event.key === key)
    const volumes = [before, own].map(
      (events) => events.findLast((event) => event.type === 'quote' && event.key === key) as QuoteEvent,
    )
    const traded = own.reduce((sum, event) => sum + (event.type === 'tick' ? event.volume : 0), 0)
    expect(traded).toBeGreaterThan(0)
    expect((volumes[1]?.volume ?? 0) - (volumes[0]?.volume ?? 0)).toBeCloseTo(traded, 4)
  }
})

test('two simulations with the same seed produce the same history', async () => {
  const { fillHistory } = await import('./fill.ts')
  const { profileOf } = await import('./profile.ts')
  await using ctx = await testPlatform()
  await installCatalogue(ctx)
  const instrument = await findInstrument(ctx, { class: 'crypto', code: 'BTCUSD' })
  const profile = instrument && profileOf(ctx, instrument, 3)
  const other = instrument && profileOf(ctx, instrument, 4)
  if (!profile || !other) throw new Error('BTCUSD is in the catalogue')
  const now = ctx.clock.now()
  const today = Math.floor(now / dayMs) * dayMs
  const one = fillHistory(profile, null, today, now, null)
  expect(fillHistory(profile, null, today, now, null)).toEqual(one)
  expect(fillHistory(other, null, today, now, null).price).not.toBe(one.price)
  expect(Math.abs(Math.log(one.price / profile.startPrice))).toBeLessThan(0.5)
})

test('after the store refused simulated history, the history is written once the store accepts writes again', async () => {
  const storage = { full: false }
  await using ctx = await testPlatform({ clickhouse: true, now: '2026-01-06T15:00:00Z', storage })
  await installCatalogue(ctx)
  let refusals = 0
  const log = { ...ctx.log, warn: () => (refusals += 1) }
  await using source = new SimulatedSource({ ...ctx, log }, null, 7)
  const instrument = await findInstrument(ctx, { class: 'stock', code: 'AAPL', region: 'US' })
  if (!instrument) throw new Error('no AAPL')
  storage.full = true
  await source.start((one) => one.code === 'AAPL')
  await expect.poll(() => refusals).toBeGreaterThan(0)
  storage.full = false
  const days = async () => {
    await ctx.clock.advance(1_000)
    return readBars(ctx, { instrument, interval: '1d', limit: 5, order: 'newest' })
  }
  await expect.poll(days).toHaveLength(5)
})

test('the simulator drops an instrument that another source starts to feed while the simulated history is being made', async () => {
  await using ctx = await testPlatform({ clickhouse: true, now: '2026-01-06T15:00:00Z' })
  await installCatalogue(ctx)
  const bitcoin = await findInstrument(ctx, { class: 'crypto', code: 'BTCUSD' })
  if (!bitcoin) throw new Error('BTCUSD is in the catalogue')
  const held = new HeldStatements(ctx)
  held.hold()
  const source = new SimulatedSource(held.platform, null, 7)
  await source.start((instrument) => instrument.code === 'BTCUSD')
  let isNotified = false
  await using _listening = await listenForFed(ctx, () => {
    isNotified = true
  })
  await expect.poll(() => held.statementCount).toBe(1)
  await noteFed(ctx, [bitcoin], 'venue')
  await expect.poll(() => isNotified).toBe(true)
  held.release()
  await source.fillAll()
  await ctx.clock.advance(60_000)
  await source.beat()
  expect(await heldEvents(ctx)).toEqual([])
  await source[Symbol.asyncDispose]()
})

test('if the first deletion fails, the simulated rows of an instrument that left the simulation are deleted later', async () => {
  await using ctx = await testPlatform({ clickhouse: true, now: '2026-01-06T15:00:00Z' })
  await installCatalogue(ctx)
  const bitcoin = await findInstrument(ctx, { class: 'crypto', code: 'BTCUSD' })
  if (!bitcoin) throw new Error('BTCUSD is in the catalogue')
  let isNotified = false
  await using _listening = await listenForFed(ctx, () => {
    isNotified = true
  })
  let failures = 0
  const query: typeof ctx.clickhouse.query = async (statement, ...given) => {
    if (isNotified && failures === 0 && statement.startsWith('SELECT 1 FROM bars')) {
      failures += 1
      throw new Error('the store is away')
    }
    return ctx.clickhouse.query(statement, ...given)
  }
  const insertText: typeof ctx.clickhouse.insertText = async (...given) => {
    if (!isNotified) await noteFed(ctx, [bitcoin], 'venue')
    await expect.poll(() => isNotified).toBe(true)
    return ctx.clickhouse.insertText(...given)
  }
  const clickhouse = { ...ctx.clickhouse, query, insertText }
  await using source = new SimulatedSource({ ...ctx, clickhouse }, null, 7)
  await source.start((instrument) => instrument.code === 'BTCUSD')
  await expect.poll(() => failures).toBe(1)
  const days = async () => {
    await ctx.clock.advance(1_000)
    return readBars(ctx, { instrument: bitcoin, interval: '1d', limit: 1, order: 'newest' })
  }
  await expect.poll(days).toEqual([])
})
