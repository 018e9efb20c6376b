import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { MarketEvent } from '#src/contract/market.ts'
import { readBars } from '#src/market/history/history.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { readFollowed } from '#src/market/sources/followed.ts'
import { marketTape } from '#src/market/tape.ts'
import { systemClock } from '#src/platform/clock.ts'
import { logTo } from '#src/platform/log/log.ts'
import type { Platform } from '#src/platform/platform.ts'
import { MemoryTape } from '#src/platform/tape/tape-memory.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { tapewire } from '#test/fixtures/tapewire.ts'
import { VendorStandIn } from '#test/fixtures/vendors/vendor-stand-in.ts'
import { alpaca, massive } from '#test/fixtures/vendors/vendors.ts'
import { Following } from '../following.ts'
import { PushedSource } from '../pushed/pushed-source.ts'
import { type VendorPatience, VendorSource } from './vendor-source.ts'

const patience = { holdMs: 300, retryMs: 50, lagMs: 100, pingMs: 100, settleMs: 100, actionsMs: 100 }
const soon = { timeout: 15_000, interval: 30 }
const waits = { firstMs: 50, maxMs: 200, refusedMs: 300 }
const key = 'stock:AAPL$US'

const warnings: string[] = []
let here: Platform & AsyncDisposable

beforeAll(async () => {
  const log = logTo(({ message }) => warnings.push(message), 'warn')
  here = { ...(await testPlatform({ clickhouse: true })), clock: systemClock, log }
})
afterAll(() => here[Symbol.asyncDispose]())

const vendors = [
  {
    ...massive,
    /** A condition for an average price, and a quote in the vendor's format. */
    stale: 2,
    other: 'MSFT',
    quote: { ev: 'Q', sym: 'AAPL', bx: 4, bp: 99, bs: 3, ax: 7, ap: 101, as: 5, c: 0, z: 3 },
    timed: (time: number): object => ({ t: time }),
  },
  {
    ...alpaca,
    stale: 'W',
    other: 'IBM',
    quote: { T: 'q', S: 'AAPL', bx: 'V', bp: 99, bs: 3, ax: 'N', ap: 101, as: 5, c: ['R'], z: 'C' },
    timed: (time: number): object => ({ t: new Date(time) }),
  },
]

describe.each(vendors)(
  'frames built from the published schemas of $name are read correctly',
  ({ name, protocol, make, stale, other, quote, timed }) => {
    let vendor: VendorStandIn
    let pushed: PushedSource
    let tape: MemoryTape
    let ctx: Platform
    let sent = 0

    beforeAll(async () => {
      vendor = await VendorStandIn.open(protocol)
      tape = new MemoryTape(systemClock)
      ctx = { ...here, tape }
      pushed = await PushedSource.open(ctx)
    })
    afterAll(async () => {
      await pushed[Symbol.asyncDispose]()
      await vendor[Symbol.asyncDispose]()
    })

    /** Sends trades whose size is their number. */
    function trade(count = 1): void {
      for (let at = 0; at < count; at += 1) {
        sent += 1
        vendor.trade({ symbol: 'AAPL', id: 71_000 + sent, price: 100, size: sent })
      }
    }

    const follow = (wrong = '', more: Partial<VendorPatience> = {}) =>
      Following.open(
        ctx,
        new VendorSource(make(vendor.url, wrong), [{ class: 'stock', name: 'AAPL' }], { ...patience, ...more }),
        null,
        waits,
      )

    async function published(): Promise<MarketEvent[]> {
      const { newest } = await tape.bounds('stock')
      const found: MarketEvent[] = []
      if (newest === null) return found
      const stop = new AbortController()
      for await (const batch of marketTape(ctx).follow('stock', 'oldest', stop.signal)) {
        if (batch.kind === 'gap') throw new Error('the reader is behind')
        for (const { event } of batch.entries) found.push(event)
        if (batch.entries.some(({ offset }) => offset === newest)) stop.abort()
      }
      return found
    }

    /** Waits until every trade is published once. A gap is noted as filled after its trades were published. */
    async function allOnce(): Promise<void> {
      await vi.waitFor(async () => {
        const ticks = (await published()).filter((event) => event.type === 'tick')
        const volumes = ticks.map(({ volume }) => volume).sort((a, b) => a - b)
        expect(volumes).toEqual(Array.from({ length: sent }, (_, at) => at + 1))
      }, soon)
      await becomes({ openGaps: 0 })
    }

    const sourceStatus = async () => (await readFollowed(ctx)).find(({ source }) => source === name)
    const becomes = (wanted: object) => vi.waitFor(async () => expect(await sourceStatus()).toMatchObject(wanted), soon)
    const live = () => becomes({ state: 'live' })

    test('every trade is published once despite disconnects, and a new process continues after the last published trade', async () => {
      {
        await using _following = await follow()
        await live()
        trade(3)
        await allOnce()

        vendor.drop()
        trade(5)
        await allOnce()

        // Frames are repeated or out of order.
        vendor.tamper = (frame) => [frame, frame]
        trade(2)
        const late: object[] = []
        vendor.tamper = (frame) => (late.push(frame) < 2 ? [] : late.reverse())
        trade(2)
        vendor.tamper = (frame) => [frame]
        await allOnce()

        // Trades are lost with the connection: they are sent, but never received.
        vendor.tamper = () => []
        trade(3)
        vendor.drop()
        vendor.tamper = (frame) => [frame]
        await allOnce()
      }
      expect(await sourceStatus()).toMatchObject({ state: 'stopped', openGaps: 0, instruments: 1 })
      trade(4)
      await using _next = await follow()
      await live()
      trade(2)
      await allOnce()
      const list = await tapewire(here as never, 'source', 'list')
      expect(list).toMatch(new RegExp(`follows ${name} +live .* 1 instruments`))
    }, 30_000)

    test('a connection without pongs is closed, and the next connection publishes the missed trades', async () => {
      await using _following = await follow('', { silenceMs: 600 })
      await live()
      const { connections } = vendor
      vendor.isSilent = true
      trade(3)
      await vi.waitFor(() => expect(vendor.connections).toBeGreaterThan(connections), soon)
      vendor.isSilent = false
      vendor.drop()
      await allOnce()
      await live()
    }, 30_000)

    test('while REST is down, live trades continue after a pause, and the missed trades are recorded as a gap', async () => {
      await using _following = await follow()
      await live()
      vendor.isRestDown = true
      vendor.drop()
      trade(2)
      const missed = sent
      await becomes({ openGaps: 1 })
      await vi.waitFor(() => expect(warnings).toContain('gaps of a vendor could not be filled'), soon)
      trade(2)
      await vi.waitFor(async () => {
        const ticks = (await published()).filter((event) => event.type === 'tick')
        expect(ticks.some(({ volume }) => volume === missed + 2)).toBe(true)
        expect(ticks.some(({ volume }) => volume === missed)).toBe(false)
      }, soon)
      vendor.isRestDown = false
      await allOnce()
      await becomes({ openGaps: 0 })
    }, 30_000)

    test('trades with impossible figures or times are ignored, and an invalid frame ends only the connection', async () => {
      await using _following = await follow()
      await live()
      const hostile = [{ price: -5 }, { size: -1 }, { price: Number.NaN }, { time: Date.now() + 86_400_000 }]
      for (const [at, one] of hostile.entries()) vendor.send('AAPL', protocol.tradeFrame({ ...odd(at), ...one }))
      vendor.send('AAPL', protocol.tradeFrame({ ...odd(9), conditions: [stale] }))
      vendor.send('AAPL', protocol.tradeFrame({ ...odd(10), symbol: 'MSFT' }))
      trade()
      await allOnce()
      const { connections } = vendor
      vendor.tamper = () => ['{"ev', 'null']
      trade(2)
      vendor.tamper = (frame) => [frame]
      await allOnce()
      expect(vendor.connections).toBeGreaterThan(connections)
    }, 20_000)

    const odd = (at: number) => ({
      ...{ symbol: 'AAPL', id: 900 + at, time: Date.now(), price: 100, size: 1_000_000, conditions: [] },
    })

    test('the best bid and offer is published as an order book, and a crossed bid and offer is ignored', async () => {
      await using _following = await follow()
      await live()
      vendor.send('AAPL', { ...quote, ...timed(Date.now() - 50) })
      const depths = async () => (await published()).filter((event) => event.type === 'depth')
      const best = { key, asks: [{ price: 101, volume: 5 }], bids: [{ price: 99, volume: 3 }], source: 'push' }
      await vi.waitFor(async () => expect((await depths()).at(-1)).toMatchObject(best), soon)
      const { length } = await depths()
      vendor.send('AAPL', { ...quote, ...timed(Date.now()), bp: 102 })
      trade()
      await allOnce()
      expect(await depths()).toHaveLength(length)
    })

    test('bars before the first trade come from the vendor, and invalid bars of the vendor are left out', async () => {
      const instrument = await findInstrument(ctx, { class: 'stock', code: 'AAPL' })
      if (!instrument) throw new Error('no instrument')
      for (const interval of ['1d', '1m'] as const) {
        const bars = await readBars(ctx, { instrument, interval, limit: 500, order: 'newest' })
        expect(bars.length).toBeGreaterThan(20)
        expect(bars.every(({ high }) => high === 101)).toBe(true)
      }
    })

    test('a wrong key for a vendor is reported with the reason', async () => {
      await using _following = await follow('x')
      await becomes({ state: 'refused' })
      expect((await sourceStatus())?.note).toMatch(/auth/)
    })

    test('a socket without pongs ends the connection, even if another socket of the vendor answers', async () => {
      const symbols = [
        { class: 'stock', name: 'AAPL' },
        { class: 'crypto', name: 'BTC/USD' },
      ] as const
      const more = { ...patience, silenceMs: 600 }
      await using _following = await Following.open(ctx, new VendorSource(make(vendor.url), symbols, more), null, waits)
      await live()
      const { connections } = vendor
      vendor.paused = 'AAPL'
      await vi.waitFor(() => expect(vendor.connections).toBeGreaterThan(connections), soon)
      vendor.paused = null
      await live()
    }, 30_000)

    test('history that REST refused at the first start is imported later, even by a new process', async () => {
      const start = () =>
        Following.open(
          ctx,
          new VendorSource(make(vendor.url), [{ class: 'stock', name: other }], patience),
          null,
          waits,
        )
      vendor.isRestDown = true
      {
        await using _first = await start()
        await live()
        vendor.trade({ symbol: other, id: 1, price: 100, size: 1 })
        const key = `stock:${other}$US`
        await vi.waitFor(async () => expect((await published()).some((event) => event.key === key)).toBe(true), soon)
      }
      vendor.isRestDown = false
      await using _second = await start()
      const instrument = await findInstrument(ctx, { class: 'stock', code: other })
      if (!instrument) throw new Error('no instrument')
      const days = { instrument, interval: '1d', limit: 500, order: 'newest' } as const
      await vi.waitFor(async () => expect((await readBars(ctx, days)).length).toBeGreaterThan(20), soon)
    }, 60_000)
  },
)
