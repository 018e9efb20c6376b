import { LRUCache } from 'lru-cache'
import type { AssetClass } from '#src/contract/market.ts'
import { simulatedFactors } from '#src/market/action-edits/simulated-factors.ts'
import { historyChannel } from '#src/market/bars/bars.ts'
import { listenForFed } from '#src/market/feed-keys/fed.ts'
import type { Factor } from '#src/market/history/adjust.ts'
import { readFactors } from '#src/market/history/factors.ts'
import { type Coverage, readCoverage } from '#src/market/history/history.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { findInstrument, findInstruments, instrumentsChannel } from '#src/market/instruments/instruments.ts'
import { inTime } from '#src/platform/engines/last-known.ts'
import type { Platform } from '#src/platform/platform.ts'

const spellingsMax = 50_000
const historiesMax = 10_000
/** Unknown codes have a separate cache, so that invented codes evict only each other. */
const unknownMax = 10_000
const coverageMs = 20_000
/** Pause between two attempts to read the coverage while the store fails, ms. */
const retryMs = 2_000

/** Caches code look-ups, factors and the coverage of history. Cleared when any process changes instruments. */
export class Directory implements AsyncDisposable {
  readonly #ctx: Platform
  /** A plain map, not an LRU cache, because every request reads it. It is cleared when full. */
  readonly #found = new Map<string, Instrument>()
  readonly #unknown = new LRUCache<string, true>({ max: unknownMax })
  readonly #factors = new LRUCache<number, Factor[]>({ max: historiesMax })
  readonly #coverage = new LRUCache<number, { until: number; coverage: Coverage }>({ max: historiesMax })
  readonly #stack = new AsyncDisposableStack()
  /** Rises when stored history is replaced, so that caches of bars notice it. */
  historyVersion = 0

  private constructor(ctx: Platform) {
    this.#ctx = ctx
  }

  static async open(ctx: Platform): Promise<Directory> {
    const directory = new Directory(ctx)
    const forget = () => directory.#forget()
    directory.#stack.use(await ctx.postgres.listen(instrumentsChannel, forget, forget))
    directory.#stack.use(await ctx.postgres.listen(historyChannel, forget, forget))
    directory.#stack.use(await listenForFed(ctx, forget))
    return directory
  }

  /** Synchronous for cached codes, because a promise would cost more than the look-up. */
  find(
    assetClass: AssetClass | null,
    code: string,
    region?: string,
    exchange?: string,
  ): Instrument | null | Promise<Instrument | null> {
    const name = nameOf(assetClass, code, region, exchange)
    const known = this.#recall(name)
    return known !== undefined ? known : this.#query(name, assetClass, code, region, exchange)
  }

  /** Looks up all codes that are not cached in one query; afterwards `find` has them. */
  async learn(assetClass: AssetClass | null, codes: readonly string[], region?: string): Promise<void> {
    const fresh = codes.filter((code) => this.#recall(nameOf(assetClass, code, region)) === undefined)
    if (fresh.length === 0) return
    const queries = fresh.map((code) => ({ class: assetClass, code, region: region ?? null, exchange: null }))
    const found = await findInstruments(this.#ctx, queries)
    for (const [index, code] of fresh.entries()) this.#keep(nameOf(assetClass, code, region), found[index] ?? null)
  }

  #recall(name: string): Instrument | null | undefined {
    return this.#found.get(name) ?? (this.#unknown.has(name) ? null : undefined)
  }

  #keep(name: string, instrument: Instrument | null): void {
    if (instrument) {
      if (this.#found.size >= spellingsMax) this.#found.clear()
      this.#found.set(name, instrument)
    } else {
      this.#unknown.set(name, true)
    }
  }

  async #query(
    name: string,
    assetClass: AssetClass | null,
    code: string,
    region?: string,
    exchange?: string,
  ): Promise<Instrument | null> {
    const instrument = await findInstrument(this.#ctx, {
      class: assetClass,
      code,
      region: region ?? null,
      exchange: exchange ?? null,
    })
    this.#keep(name, instrument)
    return instrument
  }

  async factors(instrument: Instrument): Promise<Factor[]> {
    const known = this.#factors.get(instrument.id)
    if (known) return known
    const stored = await readFactors(this.#ctx, instrument.id)
    const simulated = stored.length === 0 ? await simulatedFactors(this.#ctx, instrument) : []
    // A dividend may be simulated later, once its day has come.
    if (simulated.length > 0) return simulated
    this.#factors.set(instrument.id, stored)
    return stored
  }

  /**
   * The stored time spans of an instrument, up to 20 s old (older if the store fails). With old spans, more of the
   * newest bars are built and fewer are read.
   */
  async coverage(instrumentId: number): Promise<Coverage> {
    const now = this.#ctx.clock.elapsed()
    const known = this.#coverage.get(instrumentId)
    if (known && now < known.until) return known.coverage
    const reading = readCoverage(this.#ctx, instrumentId).then((coverage) => {
      this.#coverage.set(instrumentId, {
        until: coverage.size > 0 ? now + coverageMs : Number.NEGATIVE_INFINITY,
        coverage,
      })
      return coverage
    })
    if (!known) return reading
    const found = await inTime(this.#ctx.clock, reading)
    if (found) return found.value
    known.until = now + retryMs
    return known.coverage
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync()
  }

  #forget(): void {
    this.#found.clear()
    this.#unknown.clear()
    this.#factors.clear()
    this.#coverage.clear()
    this.historyVersion += 1
  }
}

function nameOf(assetClass: AssetClass | null, code: string, region = '', exchange = ''): string {
  return `${assetClass} ${code} ${region} ${exchange}`
}
