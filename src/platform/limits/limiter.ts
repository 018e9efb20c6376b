import type { Clock } from '../clock.ts'
import type { Allowance, Limiter } from '../platform.ts'

type RateLimit = { limit: number; windowMs: number; cost?: number }
type Window = { entries: { at: number; cost: number }[]; used: number; windowMs: number }

const sweepEvery = 10_000

/**
 * Exact sliding windows in this process: an entry counts for exactly `windowMs` from its time. `limiter-redis.ts` has
 * the same rule for several processes; one test runs the same calls on both limiters.
 */
export class MemoryLimiter implements Limiter {
  #windows = new Map<string, Window>()
  #takes = 0
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async take(key: string, rateLimit: RateLimit): Promise<Allowance> {
    return this.takeNow(key, rateLimit)
  }

  /** Like `take`, without a promise, for the gateway's hot path. */
  takeNow(key: string, rateLimit: RateLimit): Allowance {
    const now = this.#clock.elapsed()
    this.#takes += 1
    if (this.#takes % sweepEvery === 0) this.#sweep(now)
    const cost = rateLimit.cost ?? 1
    const window = this.#current(key, rateLimit.windowMs, now)
    const allowed = window.used + cost <= rateLimit.limit
    if (allowed) {
      const last = window.entries.at(-1)
      if (last?.at === now) last.cost += cost
      else window.entries.push({ at: now, cost })
      window.used += cost
    }
    return allowance(window, rateLimit, now, allowed, cost)
  }

  async peek(key: string, rateLimit: RateLimit): Promise<Allowance> {
    const now = this.#clock.elapsed()
    const window = this.#current(key, rateLimit.windowMs, now)
    return allowance(window, rateLimit, now, window.used < rateLimit.limit, 1)
  }

  async clear(key: string): Promise<void> {
    this.#windows.delete(key)
  }

  #current(key: string, windowMs: number, now: number): Window {
    let window = this.#windows.get(key)
    if (!window) {
      window = { entries: [], used: 0, windowMs }
      this.#windows.set(key, window)
    }
    window.windowMs = windowMs
    let gone = 0
    for (const entry of window.entries) {
      if (entry.at + windowMs > now) break
      window.used -= entry.cost
      gone += 1
    }
    if (gone > 0) window.entries.splice(0, gone)
    return window
  }

  #sweep(now: number): void {
    for (const [key, window] of this.#windows) {
      const last = window.entries.at(-1)
      if (!last || last.at + window.windowMs <= now) this.#windows.delete(key)
    }
  }
}

/** `resetMs`: ms until the oldest entry expires, or after a refusal until the cost fits. */
function allowance(window: Window, rateLimit: RateLimit, now: number, allowed: boolean, cost: number): Allowance {
  let available = rateLimit.limit - window.used
  let resetMs = 0
  for (const entry of window.entries) {
    resetMs = entry.at + rateLimit.windowMs - now
    available += entry.cost
    if (allowed || available >= cost) break
  }
  return { allowed, limit: rateLimit.limit, remaining: Math.max(0, rateLimit.limit - window.used), resetMs }
}
