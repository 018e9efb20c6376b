import { expect, test, vi } from 'vitest'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { readFollowed } from '#src/market/sources/followed.ts'
import { readTicks, recordTicks } from '#src/market/ticks/ticks.ts'
import { systemClock } from '#src/platform/clock.ts'
import { MemoryTape } from '#src/platform/tape/tape-memory.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { relayProvider } from '#test/fixtures/relay-provider.ts'
import { publishEvents } from '#test/fixtures/stream.ts'
import { type PushedBatch, pushChannel } from '../../publish/pushed.ts'
import { Following } from '../following.ts'
import { RelaySource } from './relay-source.ts'

const coin = 'crypto:NEWUSD$BA'
const patience = { retryMs: 50, pingMs: 100, settleMs: 200 }

test('a relay restarted after a kill does not republish trades that are in history but newer than the last stored position', async () => {
  await using provider = await relayProvider(['KRAKEN:NEWUSD'])
  await using here = await testPlatform({ clickhouse: true })
  const trade = (volume: number) => {
    const event = { type: 'tick', key: coin, time: Date.now(), price: 100, volume, side: 2, session: 0 } as const
    return publishEvents(provider.ctx, { ...event, source: 'exchange' })
  }
  /** Follows the provider until the trade `volume` is on a new tape. Returns the volumes of all trades on this tape. */
  const followed = async (volume: number) => {
    const ctx = { ...here, clock: systemClock, tape: new MemoryTape(systemClock) }
    const source = new RelaySource({ url: provider.gateway.url, key: provider.key, symbols: [coin] }, patience)
    await using _following = await Following.open(ctx, source)
    await vi.waitFor(async () => expect(await readFollowed(here)).toMatchObject([{ state: 'live' }]), 5_000)
    await trade(volume)
    const volumes: number[] = []
    for await (const batch of ctx.tape.follow(pushChannel, 'oldest', AbortSignal.timeout(10_000))) {
      const entries = batch.kind === 'entries' ? batch.entries : []
      for (const { event } of entries)
        for (const one of (event as PushedBatch).events) if (one.type === 'tick') volumes.push(one.volume)
      if (volumes.includes(volume)) break
    }
    return volumes
  }
  expect(await followed(1)).toEqual([1])
  for (const volume of [2, 3]) await trade(volume)
  await provider.recorded()
  const [theirs, ours] = await Promise.all(
    [provider.ctx, here].map((ctx) => findInstrument(ctx, { class: 'crypto', code: 'NEWUSD' })),
  )
  const ticks = await readTicks(provider.ctx, theirs?.id ?? 0, { from: 0, to: Date.now(), limit: 100 })
  const recorded = ticks.filter(({ volume }) => volume === 2)
  await recordTicks(
    here,
    recorded.map((tick) => ({ ...tick, instrumentId: ours?.id ?? 0, source: 'push' })),
  )
  expect(await followed(4)).toEqual([3, 4])
}, 30_000)
