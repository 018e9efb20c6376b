import { failProcess } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { marketTape, tapeChannels } from '../tape.ts'
import type { NewestQuotes, PriceSnapshot } from './price-snapshot.ts'

/** The newest quote of every instrument, for a process without the gateway's board. */
export class TapeQuotes implements NewestQuotes, AsyncDisposable {
  readonly #ctx: Platform
  readonly #quotes = new Map<string, PriceSnapshot>()
  readonly #stop = new AbortController()
  #following: Promise<void>[] = []

  private constructor(ctx: Platform) {
    this.#ctx = ctx
  }

  /** Resolves when everything on the tape at the start has been read; until then quotes are old. */
  static async open(ctx: Platform): Promise<TapeQuotes> {
    const quotes = new TapeQuotes(ctx)
    await Promise.all(tapeChannels(ctx).map((channel) => quotes.#start(channel)))
    return quotes
  }

  quote(key: string): PriceSnapshot | null {
    return this.#quotes.get(key) ?? null
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#following)
  }

  async #start(channel: string): Promise<void> {
    const { newest } = await this.#ctx.tape.bounds(channel)
    await new Promise<void>((resolve) => {
      if (newest === null) resolve()
      const following = this.#follow(channel, newest, resolve).catch((cause: unknown) => {
        failProcess(`quotes of ${channel} are not followed any more`, cause)
        resolve()
      })
      this.#following.push(following)
    })
  }

  async #follow(channel: string, newest: string | null, caughtUp: () => void): Promise<void> {
    const tape = marketTape(this.#ctx)
    const { states, from } = await tape.stateAt(channel, this.#ctx.clock.now())
    for (const { event } of states) if (event.type === 'quote') this.#quotes.set(event.key, event)
    if (from === newest) caughtUp()
    for await (const batch of tape.follow(channel, from, this.#stop.signal)) {
      if (batch.kind === 'gap') continue
      for (const { event, offset } of batch.entries) {
        if (event.type === 'quote') this.#quotes.set(event.key, event)
        if (offset === newest) caughtUp()
      }
    }
    caughtUp()
  }
}
