import { setTimeout } from 'node:timers/promises'

/** The product's source of time. Domains never call `Date.now()`. */
export interface Clock {
  /** The current time in milliseconds since the epoch, UTC. It may go back when the machine's clock is corrected. */
  now(): number
  /**
   * Milliseconds since this process started. It never goes back, so limits, lifetimes of caches and other durations
   * are measured with it. Its values mean nothing to other processes.
   */
  elapsed(): number
  /** Resolves after `ms` on this clock; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => Math.trunc(performance.now()),
  sleep: (ms, signal) => setTimeout(ms, undefined, signal ? { signal } : {}),
}

export class ManualClock implements Clock {
  #now: number
  #elapsed = 0
  #sleepers: { at: number; wake: () => void }[] = []

  constructor(start: number | string = '2026-01-05T12:00:00Z') {
    this.#now = new Date(start).getTime()
  }

  now(): number {
    return this.#now
  }

  elapsed(): number {
    return this.#elapsed
  }

  /** Moves `now()` by `ms`, as a correction of the machine's clock does. No time passes. */
  correct(ms: number): void {
    this.#now += ms
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      this.#sleepers = this.#sleepers.filter((other) => other !== sleeper)
      reject(signal?.reason)
    }
    const wake = () => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    const sleeper = { at: this.#elapsed + ms, wake }
    this.#sleepers.push(sleeper)
    signal?.addEventListener('abort', leave)
    // A sleep of zero length ends although the clock does not move.
    if (ms <= 0) setImmediate(() => this.#sleepers.includes(sleeper) && this.#wake(sleeper))
    return promise
  }

  /** Moves the time forward and wakes every sleeper that is due, in order. */
  async advance(ms: number): Promise<void> {
    const until = this.#elapsed + ms
    for (;;) {
      const next = this.#sleepers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.#passTo(Math.max(this.#elapsed, next.at))
      this.#wake(next)
      await new Promise(setImmediate)
    }
    this.#passTo(until)
    // A caller may advance the clock in a loop until an event that needs real time, so real time passes here.
    await new Promise(setImmediate)
  }

  #wake(sleeper: { wake: () => void }): void {
    this.#sleepers = this.#sleepers.filter((other) => other !== sleeper)
    sleeper.wake()
  }

  #passTo(elapsed: number): void {
    this.#now += elapsed - this.#elapsed
    this.#elapsed = elapsed
  }
}
