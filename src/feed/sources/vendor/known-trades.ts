import type { VendorTrade } from './vendor.ts'

/** Trades of an instrument may arrive out of order by up to this many ms. */
export const overlapMs = 1_000
const namedMax = 24
const knownMax = 20_000

/**
 * The trades of an instrument that are on the tape. Vendors do not number trades without gaps, so ids identify the
 * newest trades; every trade older than `floor` counts as published.
 */
export class KnownTrades {
  /** Time of the newest trade, ms; null before the first. */
  newest: number | null = null
  #floor = Number.NEGATIVE_INFINITY
  readonly #times = new Map<string, number>()

  /** `position`: a text from `text()`. */
  constructor(position: string | null) {
    const [newest, floor, ...ids] = (position ?? '').split(' ')
    if (!newest || !Number.isSafeInteger(Number(newest))) return
    this.newest = Number(newest)
    this.#floor = Number(floor)
    for (const id of ids) this.#times.set(id, this.newest)
  }

  /** Returns whether the trade is new, and remembers its id. */
  add({ id, time }: Pick<VendorTrade, 'id' | 'time'>): boolean {
    if (time < this.#floor || this.#times.has(id)) return false
    this.#times.set(id, time)
    this.newest = Math.max(this.newest ?? time, time)
    if (this.#times.size > knownMax) this.#forget()
    return true
  }

  /** The source's position: the newest time, the time from which ids distinguish trades, and these ids. */
  text(): string {
    const newest = this.newest ?? 0
    const ids: string[] = []
    let floor = newest - overlapMs
    for (const [id, time] of [...this.#times].slice(-4 * namedMax).sort(([, a], [, b]) => b - a)) {
      if (time < floor) break
      if (ids.length === namedMax) {
        floor = time + 1
        break
      }
      ids.push(id)
    }
    return [newest, Math.max(floor, this.#floor), ...ids].join(' ')
  }

  #forget(): void {
    for (const [id, time] of this.#times) {
      if (this.#times.size <= knownMax / 2) break
      this.#times.delete(id)
      this.#floor = Math.max(this.#floor, Math.min(time + 1, (this.newest ?? 0) - overlapMs))
    }
  }
}
