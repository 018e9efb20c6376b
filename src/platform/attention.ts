import type { Clock } from './clock.ts'
import { KeptValue } from './kept.ts'
import { pause } from './loop.ts'
import type { Platform } from './platform.ts'

/** The time for which a request counts as a reader. */
const lastingMs = 3_000
/** The longest pause without a reader while something waits for a price. */
const awaitedMs = 5_000

/**
 * Whether somebody reads the data of this process: a connection is open, or a request came within the last three
 * seconds. Work that only a reader would notice runs more rarely without a reader.
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

  /** Notes a reader. The first reader after a while ends the pauses at once. */
  note(): void {
    const now = this.#clock.elapsed()
    const isFirst = now >= this.#until
    this.#until = now + lastingMs
    if (!isFirst) return
    this.#coming.abort()
    this.#coming = new AbortController()
  }

  /**
   * Waits `ms` if somebody reads. Otherwise waits until a reader comes or the clock reaches a multiple of `idleMs`,
   * so that a loop runs at the end of each minute, when bars end.
   */
  async pause(ms: number, idleMs: number, signal: AbortSignal): Promise<void> {
    const isRead = this.#clock.elapsed() < this.#until || this.#isWatched()
    if (isRead) await pause(this.#clock, ms, signal)
    else await pause(this.#clock, idleMs - (this.#clock.now() % idleMs), AbortSignal.any([signal, this.#coming.signal]))
  }
}

/** Set only in the process of an installation's only gateway. Where it is not set, loops run as if somebody reads. */
export const attention = new KeptValue<Attention>('attention')

const awaiting = new KeptValue<Set<() => boolean>>('awaited prices')

/** While `isAwaited` returns true, loops without a reader run at least every five seconds. */
export function awaitPrices(ctx: Pick<Platform, 'kept'>, isAwaited: () => boolean): Disposable {
  const all = awaiting.of(ctx) ?? new Set()
  awaiting.set(ctx, all.add(isAwaited))
  return { [Symbol.dispose]: () => void all.delete(isAwaited) }
}

/** The wait between the runs of a loop: `ms` while somebody reads, otherwise at most `idleMs`. */
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
