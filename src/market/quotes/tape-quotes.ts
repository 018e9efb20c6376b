import type { MarketEvent } from '#src/contract/market.ts'
import { failProcess, retrying } from '#src/platform/loop.ts'
import type { Platform, TapeOffset } from '#src/platform/platform.ts'
import { hasReached } from '#src/platform/tape/offset.ts'
import { FedKeys } from '../feed-keys/fed-keys.ts'
import { marketTape, tapeChannels } from '../tape.ts'
import type { NewestQuotes, PriceSnapshot } from './price-snapshot.ts'

const retries = { firstMs: 200, maxMs: 2_000, failed: 'the newest quotes cannot be read now; trying again' }

/**
 * `from`: the offset at which reading of a channel begins. `newest`: the end of the channel when the process began.
 * Quotes are current when the reader reaches this end.
 */
type Beginning = { newest: TapeOffset | null; from: TapeOffset | 'oldest' }

/**
 * The newest quote of every instrument, for processes without the gateway. A gateway has its own quotes in `board.ts`.
 */
export class TapeQuotes implements NewestQuotes, AsyncDisposable {
  readonly #ctx: Platform
  readonly #quotes = new Map<string, PriceSnapshot>()
  readonly #stop = new AbortController()
  #following: Promise<void>[] = []
  #fed: FedKeys | null = null

  private constructor(ctx: Platform) {
    this.#ctx = ctx
  }

  /** Resolves when all tape entries from before the start were read. Until then quotes are out of date. */
  static async open(ctx: Platform): Promise<TapeQuotes> {
    const quotes = new TapeQuotes(ctx)
    quotes.#fed = await FedKeys.open(ctx, (key) => quotes.#endSimulation(key))
    await Promise.all(tapeChannels(ctx).map((channel) => quotes.#start(channel)))
    return quotes
  }

  quote(key: string): PriceSnapshot | null {
    return this.#quotes.get(key) ?? null
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#following)
    await this.#fed?.[Symbol.asyncDispose]()
  }

  #keep(event: MarketEvent): void {
    if (event.type !== 'quote' || (event.source === 'simulated' && this.#fed?.has(event.key))) return
    this.#quotes.set(event.key, event)
  }

  #endSimulation(key: string): void {
    if (this.#quotes.get(key)?.source === 'simulated') this.#quotes.delete(key)
  }

  async #start(channel: string): Promise<void> {
    const { signal } = this.#stop
    const begin = await retrying(this.#ctx, { ...retries, signal, fields: { channel } }, () => this.#begin(channel))
    await new Promise<void>((resolve) => {
      const following = this.#follow(channel, begin, resolve).catch((cause: unknown) => {
        failProcess(`quotes of ${channel} are not followed any more`, cause)
        resolve()
      })
      this.#following.push(following)
    })
  }

  async #begin(channel: string): Promise<Beginning> {
    const { newest } = await this.#ctx.tape.bounds(channel)
    const { states, from } = await marketTape(this.#ctx).stateAt(channel, this.#ctx.clock.now())
    for (const { event } of states) this.#keep(event)
    return { newest, from }
  }

  async #follow(channel: string, { newest, from }: Beginning, caughtUp: () => void): Promise<void> {
    if (newest === null || hasReached(from, newest)) caughtUp()
    for await (const batch of marketTape(this.#ctx).follow(channel, from, this.#stop.signal)) {
      if (batch.kind === 'gap') continue
      for (const { event } of batch.entries) this.#keep(event)
      if (newest !== null && hasReached(batch.entries.at(-1)?.offset, newest)) caughtUp()
    }
    caughtUp()
  }
}
