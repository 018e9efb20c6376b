import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { DrilledRelay, type DrilledState } from '#lab/drills/drilled-relay.ts'
import { createFeedKey } from '#src/market/feed-keys/feed-keys.ts'
import { upsertInstruments } from '#src/market/instruments/instruments.ts'
import { setSourceOrder } from '#src/market/sources/order.ts'
import { marketTape } from '#src/market/tape.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { tapewire } from '#test/fixtures/tapewire.ts'
import { lineSlices } from '../../ingest/lines.ts'
import type { Producer } from '../../ingest/producer.ts'
import { Producers } from '../../ingest/producers.ts'
import { pushChannel } from '../../publish/pushed.ts'
import { PushedSource } from './pushed-source.ts'

/** `npm run drill -- sources` injects 200 faults into pushing programs and a relay. */
const faults = Number(process.env.TAPEWIRE_DRILL_FAULTS ?? 6)
/** With this seed, six faults include a kill and a silence of the relay. */
const seed = Number(process.env.TAPEWIRE_DRILL_SEED ?? 4946)
const cli = { kind: 'operator-cli' } as const
const keys = ['BTCUSD', 'ETHUSD'].map((code) => `crypto:${code}$BA`)
const stepMs = 500
/**
 * Steps between two faults: the minimum, and the range of random additional steps. With these numbers, some silences
 * are noticed, some are too short, and some sources work again for a minute.
 */
const [stepsMin, stepsBetween] = [4, 30]
const tradesPerStep = 6

/** Random numbers by mulberry32: the same faults for the same seed. */
function chances(start: number): (max: number) => number {
  let state = start
  return (max) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (((mixed ^ (mixed >>> 14)) >>> 0) % max) | 0
  }
}

type Trade = { n: number; key: string; time: number; text: string }

/**
 * A program that pushes trades. In the state `silent`, its trades wait. In the state `killed`, it loses unsent trades,
 * and sends these trades when a response lists them as missing.
 */
class Program {
  state: DrilledState = 'up'
  named = 0
  readonly #market: readonly Trade[]
  readonly #producer: Producer
  #sent = 0

  constructor(producer: Producer, market: readonly Trade[]) {
    this.#producer = producer
    this.#market = market
  }

  async turn(to: DrilledState): Promise<void> {
    // A restarted program does not know the unsent trades of the killed program; it begins with the newest trades.
    if (this.state === 'killed' && to === 'up') this.#sent = Math.max(0, this.#market.length - tradesPerStep)
    this.state = to
  }

  async step(): Promise<void> {
    if (this.state !== 'up') return
    const next = this.#market.slice(this.#sent)
    this.#sent = this.#market.length
    const { missing } = await this.#send(next)
    for (const [from, to] of missing) {
      this.named += to - from + 1
      const late = await this.#send(this.#market.slice(from - 1, to))
      expect(late).toMatchObject({ accepted: to - from + 1, missing: [] })
    }
  }

  async #send(trades: readonly Trade[]) {
    const result = await this.#producer.accept(
      lineSlices(Buffer.from(trades.map(({ text }) => text).join('\n'))),
      'trades',
    )
    expect(result.refused).toEqual([])
    return result
  }
}

async function openProgram(ctx: TestPlatform, producers: Producers, source: string, market: readonly Trade[]) {
  const { key } = await createFeedKey(ctx, cli, { source, classes: ['crypto'], regions: [], creates: false })
  return new Program(await producers.of(key, 'default'), market)
}

/** Counts every published trade by its number, which is its volume. */
function reader(ctx: TestPlatform) {
  const seen = new Map<number, number>()
  const switches: string[] = []
  const stop = new AbortController()
  const reading = (async () => {
    for await (const batch of marketTape(ctx).follow('crypto', 'oldest', stop.signal)) {
      if (batch.kind === 'gap') throw new Error('the reader is behind')
      for (const { event } of batch.entries) {
        if (event.type === 'tick') seen.set(event.volume, (seen.get(event.volume) ?? 0) + 1)
        if (event.type === 'switch') switches.push(event.name)
      }
    }
  })()
  const close = async () => {
    stop.abort()
    await reading
  }
  return { seen, switches, close }
}

test(
  `while sources are killed, silenced and revived ${faults} times, each trade is published once or lies in a recorded gap`,
  async () => {
    await using ctx = await testPlatform({ clickhouse: true, now: '2026-11-23T12:00:00Z' })
    const made = { class: 'crypto', region: 'BA', exchange: 'CCC', name: 'Coin', priceStep: '0.01' } as const
    await upsertInstruments(
      ctx,
      [
        { ...made, code: 'BTCUSD' },
        { ...made, code: 'ETHUSD' },
      ],
      'catalogue',
    )
    await setSourceOrder(ctx, cli, { scope: 'crypto', sources: ['first', 'relay', 'second'] })
    await using producers = await Producers.open(ctx)
    await using pushed = await PushedSource.open(ctx)
    const market: Trade[] = []
    await using relay = await DrilledRelay.open(ctx, keys)
    const programs = await Promise.all(['first', 'second'].map((name) => openProgram(ctx, producers, name, market)))
    const sources = [...programs, relay]
    const client = reader(ctx)
    const chance = chances(seed)
    const step = async () => {
      for (let at = 0; at < tradesPerStep; at += 1) {
        const n = market.length + 1
        const time = ctx.clock.now() - tradesPerStep + at
        const key = keys[n % 2] ?? ''
        market.push({ n, key, time, text: JSON.stringify({ k: key, n, t: time, p: 100, v: n }) })
      }
      await relay.publish(market.slice(-tradesPerStep))
      for (const source of sources) await source.step()
      while ((await ctx.tape.bounds(pushChannel)).newest !== null) await setImmediate()
      await ctx.clock.advance(stepMs)
      await pushed.beat()
    }
    await step()
    for (let fault = 0; fault < faults; fault += 1) {
      const hit = sources[chance(sources.length)]
      await hit?.turn(hit.state === 'up' ? (chance(2) === 0 ? 'killed' : 'silent') : 'up')
      for (let at = 0; at < stepsMin + chance(stepsBetween); at += 1) await step()
    }
    for (const source of sources) await source.turn('up')
    for (let at = 0; at < stepsBetween; at += 1) await step()
    await relay.settled(step)
    for (let at = 0; at < 1_000 && client.seen.size < market.length; at += 1) await setImmediate()
    await client.close()
    const doubled = [...client.seen].filter(([, times]) => times > 1)
    const gaps = await relay.gaps()
    const missing = market.filter(
      ({ n, key, time }) =>
        !client.seen.has(n) && !gaps.some((gap) => gap.key === key && time >= gap.from && time <= gap.to),
    )
    const named = programs.reduce((sum, one) => sum + one.named, 0)
    const [unseen, switches] = [market.length - client.seen.size, client.switches.length]
    console.log({
      faults,
      seed,
      trades: market.length,
      switches,
      named,
      relay: { ...relay.faults, gaps: gaps.length },
      unseen,
    })
    expect({ doubled, missing: missing.map(({ n }) => n) }).toEqual({ doubled: [], missing: [] })
    expect(gaps.filter(({ by }) => by === null)).toEqual([])
    expect(switches).toBeGreaterThan(0)
    expect(await tapewire(ctx, 'source', 'list')).toMatch(/order crypto {2}first, relay, second\nswitch /)
  },
  60_000 + faults * 5_000,
)
