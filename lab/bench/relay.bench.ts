import { setTimeout as sleep } from 'node:timers/promises'
import type { TickEvent } from '#src/contract/market.ts'
import { Following } from '#src/feed/sources/following.ts'
import { PushedSource } from '#src/feed/sources/pushed/pushed-source.ts'
import { RelaySource } from '#src/feed/sources/relay/relay-source.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { marketTape } from '#src/market/tape.ts'
import { systemClock } from '#src/platform/clock.ts'
import type { Platform } from '#src/platform/platform.ts'
import { MemoryTape } from '#src/platform/tape/tape-memory.ts'
import { testRest } from '#test/fixtures/rest.ts'
import { openStream, protocolDeps, publishEvents } from '#test/fixtures/stream.ts'
import { TamperedGateway } from '#test/fixtures/tampered-gateway.ts'
import { type Bench, quantiles, type Report } from './bench.ts'
import { onBenchPlatform } from './bench-platform.ts'

const key = 'tw_demo_public'
const symbol = 'crypto:BTCUSD$BA'
const [perSecond, seconds, warmUp] = [500, 10, 500]

/**
 * Measures the delay from the provider's tape to ours, through its gateway, a proxy, the relay and the publisher, all
 * in one process.
 */
export const bench: Bench = {
  about: 'the delay that a relay adds, on loopback',
  run: (report) =>
    onBenchPlatform(async (ctx) => {
      await installCatalogue(ctx)
      await measure(ctx, report)
    }),
}

async function measure(ctx: Platform, report: Report): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const there = { ...ctx, tape: new MemoryTape(systemClock) }
  const here = { ...ctx, tape: new MemoryTape(systemClock) }
  const access = protocolDeps()
  const good = access.keys.get('good')
  if (good) access.keys.set(key, good)
  const { hub, url } = stack.use(await openStream(there, access))
  const lateBoard = async (ms: number) => (await hub.view(ms)).board
  const rest = stack.use(await testRest(there, { board: hub.live.board, lateBoard, newest: () => hub.live.newest }))
  const gateway = stack.use(await TamperedGateway.open({ rest: rest.url, stream: url }))
  stack.use(await PushedSource.open(here))
  stack.use(await Following.open(here, new RelaySource({ url: gateway.url, key, symbols: [symbol] })))
  const sentAt: number[] = []
  // Trades of volume 0 only show that the connection works; they are not measured.
  let counted = -1
  const delays: number[] = []
  const stop = new AbortController()
  const reading = (async () => {
    for await (const batch of marketTape(here).follow('crypto', 'oldest', stop.signal)) {
      if (batch.kind === 'gap') throw new Error('the reader is behind')
      for (const { event } of batch.entries)
        if (event.type === 'tick' && event.volume > counted)
          delays.push(performance.now() - (sentAt[event.volume] ?? Number.NaN))
    }
  })()
  const send = async (volume: number) => {
    sentAt[volume] = performance.now()
    const event: TickEvent = {
      type: 'tick',
      key: symbol,
      time: Date.now(),
      price: 100,
      volume,
      side: 0,
      session: 0,
      source: 'exchange',
    }
    await publishEvents(there, event)
  }
  for (let waited = 0; delays.length === 0 && waited < 200; waited += 1) {
    await send(0)
    await sleep(50)
  }
  counted = 0
  delays.length = 0
  const total = warmUp + perSecond * seconds
  const begun = performance.now()
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - begun) * perSecond) / 1_000))
    for (; sent < due; sent += 1) await send(sent + 1)
    await sleep(1)
  }
  for (let waited = 0; delays.length < total && waited < 200; waited += 1) await sleep(50)
  stop.abort()
  await reading
  if (delays.length !== total) throw new Error(`${delays.length} of ${total} trades came`)
  const { p50, p99 } = quantiles(delays.slice(warmUp))
  report.row({ what: `${perSecond} trades a second, half of them within`, value: p50, unit: 'ms' })
  report.row({ what: 'the same, 99 of 100 within', value: p99, unit: 'ms', goal: { atMost: 30 } })
}
