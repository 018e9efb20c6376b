import type { DataSource } from '#src/contract/market.ts'
import { newestTickTime, readTicks, type Tick } from '#src/market/ticks/ticks.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { VendorTrade } from './vendor.ts'

/** The maximum time by which the trades of an instrument may be out of order, ms. */
export const overlapMs = 1_000
const namedMax = 24
const latestMax = 4 * namedMax
const knownMax = 20_000

type Recorded = Pick<Tick, 'time' | 'price' | 'volume'>

/**
 * An instrument's trades on the tape. Vendors' trade numbers have gaps, so the newest trades are recognised by their
 * ids; every trade older than `floor` counts as published.
 */
export class KnownTrades {
  /** The time of the newest trade, ms; null before the first trade. */
  newest: number | null = null
  #floor = Number.NEGATIVE_INFINITY
  readonly #times = new Map<string, number>()
  /** The last added trades in the order of arrival, which may differ from the order of time. */
  readonly #latest: [id: string, time: number][] = []
  /** The number of recorded trades, by contents. */
  readonly #recorded = new Map<string, number>()

  /**
   * `position`: a text from `text()`. `recorded`: the newest trades in history, which replace a position that the tape
   * does not have. History has no ids, so these trades are recognised by their contents.
   */
  constructor(position: string | null, recorded: readonly Recorded[] = []) {
    for (const trade of recorded) {
      this.newest = Math.max(this.newest ?? 0, trade.time)
      this.#floor = this.newest - overlapMs
      this.#recorded.set(contentsOf(trade), (this.#recorded.get(contentsOf(trade)) ?? 0) + 1)
    }
    const [newest, floor, ...ids] = (position ?? '').split(' ')
    if (recorded.length > 0 || !newest || !Number.isSafeInteger(Number(newest))) return
    this.newest = Number(newest)
    this.#floor = Number(floor ?? newest)
    for (const id of ids) this.#remember(id, this.newest)
  }

  /** Trades before `time` count as published from now on, because bars are imported instead. */
  beginAt(time: number): void {
    this.#floor = time
  }

  /** Returns whether the trade is new, and remembers its id. */
  add({ id, time, ...figures }: Pick<VendorTrade, 'id' | 'time'> & Partial<VendorTrade>): boolean {
    if (time < this.#floor || this.#times.has(id)) return false
    this.#remember(id, time)
    this.newest = Math.max(this.newest ?? time, time)
    if (this.#times.size > knownMax) this.#forget()
    if (this.#recorded.size === 0) return true
    const contents = contentsOf({ time, ...figures })
    const recorded = this.#recorded.get(contents) ?? 0
    if (recorded > 0) this.#recorded.set(contents, recorded - 1)
    return recorded === 0
  }

  /** The source's position: the newest time, the time from which ids distinguish trades, and these ids. */
  text(): string {
    const newest = this.newest ?? 0
    const ids: string[] = []
    let floor = newest - overlapMs
    for (const [id, time] of this.#latest.slice(-latestMax).sort(([, a], [, b]) => b - a)) {
      if (time < floor) break
      if (ids.length === namedMax) {
        floor = time + 1
        break
      }
      ids.push(id)
    }
    return [newest, Math.max(floor, this.#floor), ...ids].join(' ')
  }

  #remember(id: string, time: number): void {
    this.#times.set(id, time)
    if (this.#latest.push([id, time]) === 2 * latestMax) this.#latest.splice(0, latestMax)
  }

  #forget(): void {
    for (const [id, time] of this.#times) {
      if (this.#times.size <= knownMax / 2) break
      this.#times.delete(id)
      this.#floor = Math.max(this.#floor, Math.min(time + 1, (this.newest ?? 0) - overlapMs))
    }
  }
}

function contentsOf({ time, price, volume }: Partial<Recorded>): string {
  return `${time} ${price} ${volume}`
}

/** The newest trades in history, of which a source may send some again. */
export async function recordedTrades(ctx: Platform, instrumentId: number, source: DataSource): Promise<Recorded[]> {
  const newest = await newestTickTime(ctx, instrumentId, source)
  if (newest === null) return []
  return readTicks(ctx, instrumentId, { from: newest - overlapMs, to: newest, limit: 100_000, source })
}
