import { type AssetClass, assetClasses } from '#src/contract/market.ts'
import { isTrading, marketName, readMarket, type Trading } from '#src/market/calendar/market-hours.ts'
import type { Platform } from '#src/platform/platform.ts'

/** An open market counts as stopped after this time without an event, ms. A silent source is replaced within 5 s. */
const stoppedMs = 30_000
const checkEveryMs = 1_000

/** The time at which the newest event of each market was published, ms, by `stock$US`. */
export type NewestEvents = () => ReadonlyMap<string, number>

/**
 * Finds markets that are open but send nothing, so that a response with their last state can state that the market has
 * stopped.
 */
export class Staleness {
  readonly #ctx: Pick<Platform, 'clock' | 'kept'>
  readonly #newest: NewestEvents
  /** Silent markets, open or closed, with the time of their newest event, ms. */
  #silent: ReadonlyMap<string, number> = new Map()
  #checkedAt = Number.NEGATIVE_INFINITY

  constructor(ctx: Pick<Platform, 'clock' | 'kept'>, newest: NewestEvents) {
    this.#ctx = ctx
    this.#newest = newest
  }

  /**
   * Seconds since the newest event of a stopped market, or of a trading instrument's market; otherwise undefined. A
   * delayed plan sees the stop later.
   */
  of(market: Trading, delayMs: number): number | undefined {
    const at = this.#check().get(marketName(market))
    return at !== undefined && this.#trades(market) ? this.#secondsAt(at, delayMs) : undefined
  }

  /**
   * Seconds since the newest event of the class's market that stopped first; undefined if no market of the class has
   * stopped.
   */
  ofClass(assetClass: AssetClass, delayMs: number): number | undefined {
    const stopped = this.#stopped().filter(({ market }) => market.class === assetClass)
    return stopped.length === 0 ? undefined : this.#secondsAt(Math.min(...stopped.map(({ at }) => at)), delayMs)
  }

  lines(): string[] {
    const now = this.#ctx.clock.now()
    return this.#stopped().map(({ market, at }) => {
      const words = [market.class, market.region].filter(Boolean).join(' ')
      return `${words} trades, and nothing has come for ${Math.floor((now - at) / 1_000)} s`
    })
  }

  #check(): ReadonlyMap<string, number> {
    const now = this.#ctx.clock.now()
    if (Math.abs(now - this.#checkedAt) < checkEveryMs) return this.#silent
    this.#checkedAt = now
    this.#silent = new Map([...this.#newest()].filter(([, at]) => now - at >= stoppedMs))
    return this.#silent
  }

  #stopped() {
    return [...this.#check()].flatMap(([name, at]) => {
      const market = readMarket(name)
      return market && this.#trades(market) ? [{ market, at }] : []
    })
  }

  #trades(market: Trading): boolean {
    return isTrading(this.#ctx, market, this.#ctx.clock.now(), stoppedMs)
  }

  #secondsAt(at: number | undefined, delayMs: number): number | undefined {
    if (at === undefined) return undefined
    const ms = this.#ctx.clock.now() - delayMs - at
    return ms < stoppedMs ? undefined : Math.floor(ms / 1_000)
  }
}

/** The time at which the newest event of each class was published, ms. */
export function newestByClass(markets: ReadonlyMap<string, number>): Map<AssetClass, number> {
  const newest = new Map<AssetClass, number>()
  for (const assetClass of assetClasses) {
    const own = [...markets].filter(([name]) => readMarket(name)?.class === assetClass).map(([, at]) => at)
    if (own.length > 0) newest.set(assetClass, Math.max(...own))
  }
  return newest
}

/** Seconds since the newest event of each class. */
export function agesOf(markets: ReadonlyMap<string, number>, now: number): Partial<Record<AssetClass, number>> {
  const ages = [...newestByClass(markets)].map(([name, at]) => [name, Math.max(0, Math.round((now - at) / 100) / 10)])
  return Object.fromEntries(ages)
}
