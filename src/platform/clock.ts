import { setTimeout } from 'node:timers/promises'

/** The product's source of time. Domains never call `Date.now()`. */
export interface Clock {
  /** The current time in milliseconds since the epoch, UTC. */
  now(): number
  /** Resolves after `ms` on this clock; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => setTimeout(ms, undefined, signal ? { signal } : {}),
}

export class ManualClock implements Clock {
  #now: number
  #sleepers: { at: number; wake: () => void }[] = []

  constructor(start: number | string = '2026-01-05T12:00:00Z') {
    this.#now = new Date(start).getTime()
  }

  now(): number {
    return this.#now
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const sleeper = { at: this.#now + ms, wake: resolve }
    this.#sleepers.push(sleeper)
    signal?.addEventListener('abort', () => {
      this.#sleepers = this.#sleepers.filter((other) => other !== sleeper)
      reject(signal.reason)
    })
    return promise
  }

  /** Moves the time forward and wakes every sleeper that is due, in order. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms
    for (;;) {
      const next = this.#sleepers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.#sleepers = this.#sleepers.filter((other) => other !== next)
      this.#now = Math.max(this.#now, next.at)
      next.wake()
      await new Promise(setImmediate)
    }
    this.#now = until
    // A loop that advances until something has happened must leave time for it to happen.
    await new Promise(setImmediate)
  }
}
