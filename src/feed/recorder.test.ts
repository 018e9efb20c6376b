import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { killRecorder } from '#lab/drills/recorder-drill.ts'
import { type BarEvent, type DepthEvent, laneOf, type TickEvent } from '#src/contract/market.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { findInstrument, instrumentsChannel, upsertInstruments } from '#src/market/instruments/instruments.ts'
import { mergeInstruments } from '#src/market/merge/merge.ts'
import { readQuotePage } from '#src/market/tick-archive/pages.ts'
import { readTicks, timesOfNumbers } from '#src/market/ticks/ticks.ts'
import { systemClock } from '#src/platform/clock.ts'
import { didNotRun } from '../../test/fixtures/not-run.ts'
import { testPlatform } from '../../test/fixtures/platform.ts'
import { redisServer } from '../../test/fixtures/redis.ts'
import { Recorder } from './recorder.ts'

/** `npm run drill -- stream` kills more often and writes its report. */
const { TAPEWIRE_DRILL_KILLS, TAPEWIRE_DRILL_SEED, TAPEWIRE_DRILL_REPORT } = process.env
const kills = Number(TAPEWIRE_DRILL_KILLS ?? 1)
const seed = Number(TAPEWIRE_DRILL_SEED ?? 1)

if (!redisServer())
  didNotRun('the recorder killed again and again', 'no redis-server and no valkey-server on this machine')

test.runIf(redisServer() !== null)(
  `every appended tick is in history once, although the recorder and sometimes the tape are killed (kills: ${kills})`,
  async () => {
    await using ctx = await testPlatform()
    await installCatalogue(ctx)
    const result = await killRecorder(ctx, kills, seed)
    console.log(result)
    if (TAPEWIRE_DRILL_REPORT) await writeFile(TAPEWIRE_DRILL_REPORT, report({ seed, ...result }))
    expect(result.acknowledged).toBeGreaterThan(10 * kills)
    expect(result.appended).toBeGreaterThanOrEqual(result.acknowledged)
    expect(result).toMatchObject({ recorded: result.appended, rows: result.appended, gaps: 0 })
  },
  60_000 + kills * 20_000,
)

test('ticks of a merged instrument are recorded under the remaining instrument', async () => {
  await using platform = await testPlatform({ clickhouse: true })
  const ctx = { ...platform, clock: systemClock }
  await installCatalogue(ctx)
  await using recorder = new Recorder(ctx)
  await recorder.start()
  const appendTick = async (price: number) => {
    const traded = { key: 'stock:OLDX$US', time: Date.now(), price, volume: 1 }
    const event: TickEvent = { type: 'tick', ...traded, side: 0, session: 0, source: 'exchange' }
    await ctx.tape.append('stock', [{ lane: laneOf(event), event }])
    await recorder.drain()
  }
  await appendTick(10)
  const listed = { class: 'stock', region: 'US', exchange: 'NYSE', code: 'NEWX', name: 'New' } as const
  const [into = 0] = await upsertInstruments(ctx, [listed], 'list')
  const from = await findInstrument(ctx, { class: 'stock', code: 'OLDX', region: 'US' })
  const heard = Promise.withResolvers<void>()
  const { resolve: ring } = heard
  await using _listening = await ctx.postgres.listen(instrumentsChannel, () => ring(), ring)
  await mergeInstruments(ctx, { kind: 'operator-cli' }, { from: from?.id ?? 0, into })
  await heard.promise
  await appendTick(11)
  const ticks = await readTicks(ctx, into, { from: 0, to: Number.MAX_SAFE_INTEGER, limit: 10 })
  expect(ticks.map(({ price }) => price)).toEqual([10, 11])
})

test('the time of a recorded tick or final minute bar is found by its sequence number on the tape', async () => {
  await using platform = await testPlatform({ clickhouse: true })
  const ctx = { ...platform, clock: systemClock }
  await installCatalogue(ctx)
  await using recorder = new Recorder(ctx)
  await recorder.start()
  const time = ctx.clock.now() - (ctx.clock.now() % 60_000)
  const one = { key: 'stock:AAPL$US', source: 'exchange' as const, volume: 1 }
  const figures = { ...one, interval: '1m' as const, open: 1, high: 1, low: 1, close: 1, turnover: 1 }
  const events = [
    ...[0, 7, 19].map((at): TickEvent => ({ type: 'tick', ...one, time: time + at, price: 1, side: 0, session: 0 })),
    ...[false, true, false].map((final): BarEvent => ({ type: 'bar', ...figures, time, final })),
  ]
  await ctx.tape.append(
    'stock',
    events.map((event) => ({ lane: laneOf(event), event })),
  )
  await recorder.drain()
  const instrumentId = (await findInstrument(ctx, { class: 'stock', code: 'AAPL', region: 'US' }))?.id ?? 0
  const first = (ctx.tape.laneStart ?? 0) + 1
  const numbers = [1, 2, 4, -1].map((at) => ({ instrumentId, seq: first + at }))
  expect(await timesOfNumbers(ctx, 'ticks', numbers)).toEqual([
    { time: time + 7, ahead: 0 },
    { time: time + 19, ahead: 0 },
    { time: time + 19, ahead: 2 },
    null,
  ])
  expect(await timesOfNumbers(ctx, 'bar_numbers', numbers)).toEqual([
    { time, ahead: 0 },
    { time, ahead: 1 },
    { time, ahead: 3 },
    null,
  ])
})

test('each change of the best bid and offer in an order book is recorded once', async () => {
  await using platform = await testPlatform({ clickhouse: true })
  const ctx = { ...platform, clock: systemClock }
  await installCatalogue(ctx)
  await using recorder = new Recorder(ctx)
  await recorder.start()
  const from = Date.now()
  const key = 'stock:AAPL$US'
  const level = (price: number) => ({ price, volume: 1, orders: 1 })
  const events = [[10, 9], [10, 8], [10.5, 8], []].map(
    (bids, at): DepthEvent => ({
      ...{ type: 'depth', key, time: from + at, source: 'exchange' },
      ...{ bids: bids.map(level), asks: [level(11)] },
    }),
  )
  await ctx.tape.append(
    'stock',
    events.map((event) => ({ lane: laneOf(event), event })),
  )
  await recorder.drain()
  const apple = await findInstrument(ctx, { class: 'stock', code: 'AAPL', region: 'US' })
  const page = { from, to: from + 10, order: 'oldest', limit: 10, after: null } as const
  const quotes = await readQuotePage(ctx, apple?.id ?? 0, page)
  expect(quotes.map(({ time, bid, ask }) => [time - from, bid, ask])).toEqual([
    [0, 10, 11],
    [2, 10.5, 11],
    [3, 0, 11],
  ])
})

function report(figures: Record<string, number>): string {
  const rows = Object.entries(figures).map(([name, value]) => `| ${name} | ${value} |`)
  return `# npm run drill -- stream\n\n| | |\n|---|---|\n${rows.join('\n')}\n`
}
