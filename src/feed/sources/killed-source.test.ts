import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { minuteMs } from '#src/contract/time.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { followedPositions, readFollowed } from '#src/market/sources/followed.ts'
import { marketTape } from '#src/market/tape.ts'
import { systemClock } from '#src/platform/clock.ts'
import type { Platform } from '#src/platform/platform.ts'
import { MemoryTape } from '#src/platform/tape/tape-memory.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { relayProvider } from '#test/fixtures/relay-provider.ts'
import { type FollowedSource, type SourceOrder, sourceOf } from '#test/fixtures/source-process.ts'
import { publishEvents } from '#test/fixtures/stream.ts'
import { alpacaProtocol } from '#test/fixtures/vendors/alpaca-protocol.ts'
import { massiveProtocol } from '#test/fixtures/vendors/massive-protocol.ts'
import { VendorStandIn } from '#test/fixtures/vendors/vendor-stand-in.ts'
import { Following } from './following.ts'
import { PushedSource } from './pushed/pushed-source.ts'

/** Offset of the killed process's clock, so that the minutes of its gap have ended when the next process begins. */
const skewMs = -10 * minuteMs
const waits = { firstMs: 50, maxMs: 200, refusedMs: 300 }
const soon = { timeout: 15_000, interval: 30 }

let platform: TestPlatform
let here: Platform

beforeAll(async () => {
  platform = await testPlatform({ clickhouse: true })
  here = { ...platform, clock: systemClock }
})
afterAll(() => platform[Symbol.asyncDispose]())

/** The provider or vendor that a source follows. It sends trades, can lose a trade, and can make REST unavailable. */
type World = AsyncDisposable & {
  source: FollowedSource
  class: 'stock' | 'crypto'
  code: string
  /** Sends a trade at the time of the killed process. `volume`: the trade's volume and number. */
  trade(volume: number): Promise<void>
  /** Sends a trade that is lost, and makes REST unavailable until `back`. */
  lose(volume: number): Promise<void>
  back(): void
}

async function relay(): Promise<World> {
  const provider = await relayProvider(['KRAKEN:NEWUSD'])
  const { ctx, gateway, key } = provider
  const name = 'crypto:NEWUSD$BA'
  const trade = (volume: number) =>
    publishEvents(ctx, {
      ...{ type: 'tick', key: name, time: Date.now() + skewMs, price: 100, volume, side: 2, session: 0 },
      source: 'exchange',
    })
  const instrument = await findInstrument(ctx, { class: 'crypto', code: 'NEWUSD' })
  const minute = Date.now() + skewMs - ((Date.now() + skewMs) % minuteMs)
  const bar = { open: 100, high: 101, low: 99, close: 100, volume: 3, turnover: 300, source: 'exchange' } as const
  await recordBars(
    ctx,
    [minute, minute + minuteMs].map((time) => ({
      ...bar,
      time,
      instrumentId: instrument?.id ?? 0,
      interval: '1m' as const,
    })),
  )
  return {
    source: { kind: 'relay', url: gateway.url, key, symbol: name },
    class: 'crypto',
    code: 'NEWUSD',
    trade,
    async lose(volume) {
      gateway.isRestDown = true
      const lost = Promise.withResolvers<void>()
      gateway.tamper = (frame) => {
        if (!frame.includes('"tick"')) return [frame]
        lost.resolve()
        return []
      }
      await trade(volume)
      await lost.promise
      gateway.tamper = (frame) => [frame]
    },
    back() {
      gateway.isRestDown = false
    },
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  }
}

const vendorWorld = (kind: 'massive' | 'alpaca', code: string) => async (): Promise<World> => {
  const vendor = await VendorStandIn.open(kind === 'massive' ? massiveProtocol : alpacaProtocol)
  const trade = async (size: number) =>
    vendor.trade({ symbol: code, id: 71_000 + size, price: 100, size, time: Date.now() + skewMs })
  return {
    source: { kind, url: vendor.url, symbol: code },
    class: 'stock',
    code,
    trade,
    async lose(volume) {
      vendor.isRestDown = true
      vendor.drop()
      await trade(volume)
    },
    back() {
      vendor.isRestDown = false
    },
    [Symbol.asyncDispose]: () => vendor[Symbol.asyncDispose](),
  }
}

async function start(source: FollowedSource): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, '../../../test/fixtures/source-process.ts'))
  const order: SourceOrder = { source, postgres: platform.postgresConnection, skewMs }
  child.send(order)
  await once(child, 'message')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

async function volumes(ctx: Platform, channel: string): Promise<number[]> {
  const { newest } = await ctx.tape.bounds(channel)
  const found: number[] = []
  if (newest === null) return found
  const stop = new AbortController()
  for await (const batch of marketTape(ctx).follow(channel, 'oldest', stop.signal)) {
    if (batch.kind === 'gap') throw new Error('the reader is behind')
    for (const { event } of batch.entries) if (event.type === 'tick') found.push(event.volume)
    if (batch.entries.some(({ offset }) => offset === newest)) stop.abort()
  }
  return found
}

test.each([
  ['relay', relay],
  ['massive', vendorWorld('massive', 'MSFT')],
])(
  'if the source %s is killed during a gap, the gap stays open, and the next process fills the gap with bars',
  async (name, open) => {
    await using world = await open()
    const sourceStatus = async (at: Platform) => (await readFollowed(at)).find(({ source }) => source === name)
    const then = { ...here, clock: { ...systemClock, now: () => systemClock.now() + skewMs } }
    const child = await start(world.source)
    await vi.waitFor(async () => expect(await sourceStatus(then)).toMatchObject({ state: 'live' }), soon)
    await world.trade(1)
    await vi.waitFor(async () => expect((await followedPositions(here, name)).size).toBe(1), soon)
    await world.lose(2)
    await world.trade(3)
    // Another gap begins 400 days ago if the lost connection also ended the import of history.
    const gap = async () => {
      const { rows } = await sql<{ first: Date; by: string | null }>`select first_at as first, filled_by as by
      from followed_gap where source = ${name} and last_at - first_at < interval '1 day'`.execute(here.postgres.db)
      return rows[0]
    }
    await vi.waitFor(async () => expect(await gap()).toMatchObject({ by: null }), soon)
    await kill(child)
    await world.trade(4)
    const instrument = await findInstrument(here, { class: world.class, code: world.code })
    const bars = () =>
      here.clickhouse.query<{ time: string; high: number }>(
        `SELECT time, high FROM bars FINAL WHERE instrument = ${instrument?.id} AND interval = 1`,
      )
    expect([await gap(), await bars()]).toMatchObject([{ by: null }, []])

    world.back()
    const ctx = { ...here, tape: new MemoryTape(systemClock) }
    await using _pushed = await PushedSource.open(ctx)
    await using _following = await Following.open(ctx, sourceOf(world.source), null, waits)
    await vi.waitFor(async () => expect(await gap()).toMatchObject({ by: 'bars' }), soon)
    const first = (await gap())?.first.getTime() ?? 0
    const filled = (await bars()).find(({ time }) => Number(time) === first - (first % minuteMs))
    expect(filled).toMatchObject({ high: 101 })
    await world.trade(5)
    await vi.waitFor(async () => {
      const found = await volumes(ctx, world.class)
      expect(found.sort((a, b) => a - b)).toEqual([2, 3, 4, 5])
      expect(await sourceStatus(here)).toMatchObject({ state: 'live', openGaps: 0 })
    }, soon)
  },
)
