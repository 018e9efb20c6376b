import { minuteMs } from '#src/contract/time.ts'

/** The number of durations in the last minute, and their percentiles in milliseconds. */
export type Spread = { count: number; p50: number; p95: number; p99: number }

const windowMs = minuteMs
const samplesMax = 4_096

/** The durations of the last minute, at most the newest 4,096. */
export class Durations {
  readonly #times = new Float64Array(samplesMax)
  readonly #durations = new Float64Array(samplesMax)
  #recorded = 0

  record(ms: number, now: number): void {
    const at = this.#recorded % samplesMax
    this.#times[at] = now
    this.#durations[at] = ms
    this.#recorded += 1
  }

  spread(now: number): Spread | null {
    const kept = Math.min(this.#recorded, samplesMax)
    const recent = this.#durations.subarray(0, kept).filter((_, at) => now - (this.#times[at] ?? 0) <= windowMs)
    if (recent.length === 0) return null
    const sorted = recent.sort()
    const share = (fraction: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0
    return { count: sorted.length, p50: share(0.5), p95: share(0.95), p99: share(0.99) }
  }
}
