import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { TickEvent } from '#src/contract/market.ts'
import { pushChannel } from '#src/feed/publish/pushed.ts'
import { Following } from '#src/feed/sources/following.ts'
import { RelaySource } from '#src/feed/sources/relay/relay-source.ts'
import { readFollowed } from '#src/market/sources/followed.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { TestPlatform } from '#test/fixtures/platform.ts'
import { type RelayProvider, relayProvider } from '#test/fixtures/relay-provider.ts'
import { publishEvents } from '#test/fixtures/stream.ts'

export type DrilledState = 'up' | 'silent' | 'killed'

/**
 * Time limits of the relay, in ms of the real clock, which sockets use. They are short, because a step of market time
 * takes only a few real milliseconds.
 */
const patience = { pingMs: 10, silenceMs: 150 }
/**
 * The longest wait of `step` for the relay, in real ms: `live` while the relay is live, otherwise `usual`. After each
 * wait the drill advances market time by half a second. The standby sources lose events that are older than their
 * buffers.
 */
const patientMs = { usual: 30, live: 1_000 }
const settledStepsMax = 400

type Trade = { n: number; key: string; time: number }
type Gap = { key: string; from: number; to: number; by: 'trades' | 'bars' | null }

/** A relay that follows a second Tapewire, as one of the sources of a drill. A killed relay never reports its end. */
export class DrilledRelay implements AsyncDisposable {
  state: DrilledState = 'up'
  readonly faults = { killed: 0, silent: 0 }
  readonly #ctx: TestPlatform
  readonly #provider: RelayProvider
  readonly #keys: readonly string[]
  readonly #newest = new Map<string, number>()
  #alive: { following: Following; die(): void } | null = null

  private constructor(ctx: TestPlatform, provider: RelayProvider, keys: readonly string[]) {
    this.#ctx = ctx
    this.#provider = provider
    this.#keys = keys
  }

  static async open(ctx: TestPlatform, keys: readonly string[]): Promise<DrilledRelay> {
    const relay = new DrilledRelay(ctx, await relayProvider([]), keys)
    await relay.#start()
    return relay
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#alive?.following[Symbol.asyncDispose]()
    await this.#provider[Symbol.asyncDispose]()
  }

  async turn(to: DrilledState): Promise<void> {
    if (to !== 'up') this.faults[to] += 1
    if (to === 'killed') {
      this.#alive?.die()
      await this.#alive?.following[Symbol.asyncDispose]()
      this.#alive = null
    } else if (!this.#alive) await this.#start()
    this.#provider.gateway.isSilent = to === 'silent'
    this.state = to
  }

  /** Publishes trades at the provider; the number of a trade is its volume. */
  async publish(trades: readonly Trade[]): Promise<void> {
    const events = trades.map(
      ({ n, key, time }): TickEvent => ({
        ...{ type: 'tick', key, time, price: 100, volume: n, side: 0, session: 0, source: 'exchange' },
      }),
    )
    await publishEvents(this.#provider.ctx, ...events)
    await this.#provider.recorded()
    for (const { key, time } of trades) this.#newest.set(key, time)
  }

  /** Waits until the relay has put all trades onto the tape, at most `patientMs`. */
  async step(): Promise<void> {
    const began = performance.now()
    while (this.state === 'up' && !(await this.#hasAll())) {
      const waited = performance.now() - began
      if (waited > patientMs.live || (waited > patientMs.usual && (await this.#status())?.state !== 'live')) return
      await sleep(1)
    }
  }

  /**
   * Repeats `step`, at most `settledStepsMax` times, until the relay is live, has no open gap and has published all
   * trades.
   */
  async settled(step: () => Promise<void>): Promise<void> {
    for (let at = 0; at < settledStepsMax; at += 1) {
      const status = await this.#status()
      if (status?.state === 'live' && status.openGaps === 0 && (await this.#hasAll())) return
      await step()
    }
  }

  async #status() {
    return (await readFollowed(this.#ctx)).find(({ source }) => source === 'relay')
  }

  async gaps(): Promise<Gap[]> {
    const { rows } = await sql<{ key: string; first: Date; last: Date; by: Gap['by'] }>`
      select key, first_at as first, last_at as last, filled_by as by from followed_gap
      where source = 'relay' order by id`.execute(this.#ctx.postgres.db)
    return rows.map(({ key, first, last, by }) => ({ key, from: first.getTime(), to: last.getTime(), by }))
  }

  async #start(): Promise<void> {
    const { gateway, key } = this.#provider
    const { ctx, die } = mortal(this.#ctx)
    const source = new RelaySource({ url: gateway.url, key, symbols: this.#keys }, patience)
    this.#alive = { following: await Following.open(ctx, source), die }
  }

  /** Whether the relay's mark for each key has reached the key's newest trade. A mark ends with a time. */
  async #hasAll(): Promise<boolean> {
    for (const [key, time] of this.#newest) {
      const mark = await this.#ctx.tape.markOf(pushChannel, `followed/relay/${key}`)
      if (Number(mark.split('~')[1] ?? 0) < time) return false
    }
    return true
  }
}

/** A platform whose process can die: after `die`, calls reach neither the tape nor the database. */
function mortal(platform: Platform): { ctx: Platform; die(): void } {
  let isDead = false
  const guarded = <T extends object>(owner: T): T =>
    new Proxy(owner, {
      get(target, name) {
        if (isDead) throw new Error('killed')
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  return {
    ctx: { ...platform, tape: guarded(platform.tape), postgres: guarded(platform.postgres) },
    die: () => {
      isDead = true
    },
  }
}
