import { refuse } from '#src/contract/errors.ts'
import { type AccountActor, personOf } from '../../actor.ts'
import { KeptValue } from '../../kept.ts'
import type { Platform } from '../../platform.ts'

const perPersonMax = 6
const retryAfter = 15

/** `ends`: aborted when the process ends its streams. */
export type StreamSlot = AsyncDisposable & { ends: AbortSignal }

const kept = new KeptValue<EventStreams>('event-streams')

/**
 * Limits event streams: a few per person and account over all processes, and `max` in this process, so that streams
 * leave connections for sign-in and orders.
 */
export class EventStreams {
  readonly #max: number
  readonly #ending = new AbortController()
  #open = 0

  constructor(max = 2_000) {
    this.#max = max
  }

  /** Ends all streams of this process and refuses new streams. Readers reconnect by themselves. */
  end(): void {
    this.#ending.abort()
  }

  /** Acquires a slot for one stream, until disposed. Refuses when the person or this process has no free slot. */
  async enter(ctx: Platform, actor: AccountActor): Promise<StreamSlot> {
    if (this.#open >= this.#max || this.#ending.signal.aborted) throw refuse('server_busy', { retryAfter })
    this.#open += 1
    const owner = `event-streams:${actor.accountId}:${personOf(actor).accountId}`
    const id = ctx.random.uuid()
    const { acquired } = await ctx.holdings.acquire(owner, [id], perPersonMax).catch((error: unknown) => {
      this.#open -= 1
      throw error
    })
    if (!acquired) {
      this.#open -= 1
      throw refuse('too_many_event_streams', { retryAfter, values: { max: perPersonMax } })
    }
    return {
      ends: this.#ending.signal,
      [Symbol.asyncDispose]: async () => {
        this.#open -= 1
        await ctx.holdings.release(owner, [id])
      },
    }
  }
}

/** The slots of this process, for every kind of stream. */
export function eventStreamsOf(ctx: Platform): EventStreams {
  const known = kept.of(ctx)
  if (known) return known
  const streams = new EventStreams()
  kept.set(ctx, streams)
  return streams
}
