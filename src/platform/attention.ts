import type { Clock } from './clock.ts'
import { KeptValue } from './kept.ts'
import { pause } from './loop.ts'
import type { Platform } from './platform.ts'

/** How long a request keeps the process awake. */
const lastingMs = 3_000
/** The longest pause while nobody reads but something waits for a price. */
const awaitedMs = 5_000

/**
 * Whether somebody reads the data of this process: a request within the last three seconds, or an open connection. What
 * only a reader would notice is done more rarely in between.
 */
export class Attention {
  readonly #clock: Clock
  readonly #isWatched: () => boolean
  #until = 0
  #coming = new AbortController()

  constructor(clock: Clock, isWatched: () => boolean) {
    this.#clock = clock
    this.#isWatched = isWatched
  }

  /** Notes a reader. The first one after a while ends the pauses at once. */
  note(): void {
    const now = this.#clock.elapsed()
    const isFirst = now >= this.#until
    this.#until = now + lastingMs
    if (!isFirst) return
    this.#coming.abort()
    this.#coming = new AbortController()
  }

  /**
   * Waits `ms` while somebody reads, otherwise until a reader comes or the clock reaches a multiple of `idleMs`, so that
   * bars end with their minute.
   */
  async pause(ms: number, idleMs: number, signal: AbortSignal): Promise<void> {
    const isRead = this.#clock.elapsed() < this.#until || this.#isWatched()
    if (isRead) await pause(this.#clock, ms, signal)
    else await pause(this.#clock, idleMs - (this.#clock.now() % idleMs), AbortSignal.any([signal, this.#coming.signal]))
  }
}

/** Set by the gateway of an installation whose data no other process serves. */
export const attention = new KeptValue<Attention>('attention')

const awaiting = new KeptValue<Set<() => boolean>>('awaited prices')

/** While `isAwaited` returns true, loops that nobody reads run every five seconds at least. */
export function awaitPrices(ctx: Pick<Platform, 'kept'>, isAwaited: () => boolean): Disposable {
  const all = awaiting.of(ctx) ?? new Set()
  awaiting.set(ctx, all.add(isAwaited))
  return { [Symbol.dispose]: () => void all.delete(isAwaited) }
}

/** A wait between the runs of a loop: `ms` while somebody reads or where it is not known, otherwise `idleMs`. */
export function whileRead(
  ctx: Pick<Platform, 'clock' | 'kept'>,
  ms: number,
  idleMs: number,
): (signal: AbortSignal) => Promise<void> {
  return (signal) => {
    const isAwaited = [...(awaiting.of(ctx) ?? [])].some((awaited) => awaited())
    const restMs = isAwaited ? Math.min(idleMs, awaitedMs) : idleMs
    return attention.of(ctx)?.pause(ms, restMs, signal) ?? pause(ctx.clock, ms, signal)
  }
}
