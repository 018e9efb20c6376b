import { LRUCache } from 'lru-cache'
import type { AssetClass } from '#src/contract/market.ts'
import { simulatedFactors } from '#src/market/action-edits/simulated-factors.ts'
import { listenForHistory } from '#src/market/bars/bars.ts'
import { listenForFed } from '#src/market/feed-keys/fed.ts'
import type { Factor } from '#src/market/history/adjust.ts'
import { readFactors } from '#src/market/history/factors.ts'
import { type Coverage, readCoverage } from '#src/market/history/history.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { instrumentsChannel } from '#src/market/instruments/instruments.ts'
import { inTime } from '#src/platform/engines/last-known.ts'
import type { Platform } from '#src/platform/platform.ts'
import { KnownInstruments } from '../../known-instruments.ts'

const historiesMax = 10_000
const coverageMs = 20_000
/** The pause between two attempts to read the coverage while the store fails, ms. */
const retryMs = 2_000

/** Caches code look-ups, factors and the coverage of history. Cleared when instruments or stored history change. */
export class Directory implements AsyncDisposable {
  readonly #ctx: Platform
  readonly #instruments: KnownInstruments<Instrument>
  readonly #factors = new LRUCache<number, Factor[]>({ max: historiesMax })
  readonly #coverage = new LRUCache<number, { until: number; coverage: Coverage }>({ max: historiesMax })
  readonly #stack = new AsyncDisposableStack()
  /** Rises when stored history is replaced, so that caches of bars notice the change. */
  historyVersion = 0

  private constructor(ctx: Platform) {
    this.#ctx = ctx
    this.#instruments = new KnownInstruments(ctx, (instrument) => instrument)
  }

  static async open(ctx: Platform): Promise<Directory> {
    const directory = new Directory(ctx)
    const forget = () => directory.#forget()
    directory.#stack.use(await ctx.postgres.listen(instrumentsChannel, forget, forget))
    directory.#stack.use(await listenForHistory(ctx, forget))
    directory.#stack.use(await listenForFed(ctx, forget))
    return directory
  }

  /** Synchronous for a cached code, because a promise would cost more than the look-up. */
  find(
    assetClass: AssetClass | null,
    code: string,
    region?: string,
    exchange?: string,
  ): Instrument | null | Promise<Instrument | null> {
    const name = nameOf(assetClass, code, region, exchange)
    const known = this.#instruments.recall(name)
    if (known !== undefined) return known
    const query = { class: assetClass, code, region: region ?? null, exchange: exchange ?? null }
    return this.#instruments.learn([{ name, query }]).then(() => this.#instruments.recall(name) ?? null)
  }

  /** Looks up all codes that are not cached, in one query. Afterwards `find` has them. */
  learn(assetClass: AssetClass | null, codes: readonly string[], region?: string, exchange?: string): Promise<void> {
    const at = { class: assetClass, region: region ?? null, exchange: exchange ?? null }
    const wanted = codes.map((code) => ({ name: nameOf(assetClass, code, region, exchange), query: { ...at, code } }))
    return this.#instruments.learn(wanted)
  }

  async factors(instrument: Instrument): Promise<Factor[]> {
    const known = this.#factors.get(instrument.id)
    if (known) return known
    const version = this.historyVersion
    const stored = await readFactors(this.#ctx, instrument.id)
    const simulated = stored.length === 0 ? await simulatedFactors(this.#ctx, instrument) : []
    // Simulated factors are not cached, because another dividend is simulated when its day has come.
    if (simulated.length > 0) return simulated
    if (version === this.historyVersion) this.#factors.set(instrument.id, stored)
    return stored
  }

  /**
   * The stored time spans of an instrument, up to 20 s old, or older while the store fails. If the
   * spans are old, more of the newest bars are built from shorter bars instead of read.
   */
  async coverage(instrumentId: number): Promise<Coverage> {
    const now = this.#ctx.clock.elapsed()
    const known = this.#coverage.get(instrumentId)
    if (known && now < known.until) return known.coverage
    const version = this.historyVersion
    const reading = readCoverage(this.#ctx, instrumentId).then((coverage) => {
      const until = coverage.size > 0 ? now + coverageMs : Number.NEGATIVE_INFINITY
      if (version === this.historyVersion) this.#coverage.set(instrumentId, { until, coverage })
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
    this.#instruments.forget()
    this.#factors.clear()
    this.#coverage.clear()
    this.historyVersion += 1
  }
}

function nameOf(assetClass: AssetClass | null, code: string, region = '', exchange = ''): string {
  return `${assetClass} ${code} ${region} ${exchange}`
}
