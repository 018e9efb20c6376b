import { LRUCache } from 'lru-cache'
import type { AssetClass, InstrumentId } from '#src/contract/market.ts'
import { findInstruments } from '#src/market/instruments/instruments.ts'
import type { Platform } from '#src/platform/platform.ts'

const knownMax = 50_000
/** Unknown names have a separate cache, so that invented names evict only each other. */
const unknownMax = 10_000

export class Names {
  readonly #ctx: Platform
  readonly #known = new LRUCache<string, InstrumentId>({ max: knownMax })
  readonly #unknown = new LRUCache<string, true>({ max: unknownMax })

  constructor(ctx: Platform) {
    this.#ctx = ctx
  }

  forget(): void {
    this.#known.clear()
    this.#unknown.clear()
  }

  async learn(texts: readonly string[], assetClass: AssetClass | null): Promise<void> {
    const fresh = texts.filter((text) => this.#recall(text, assetClass) === undefined)
    if (fresh.length === 0) return
    const found = await findInstruments(
      this.#ctx,
      fresh.map((code) => ({ class: assetClass, code })),
    )
    for (const [index, text] of fresh.entries()) {
      const instrument = found[index]
      const name = `${assetClass} ${text}`
      if (instrument) {
        this.#known.set(name, { class: instrument.class, region: instrument.region, code: instrument.code })
      } else {
        this.#unknown.set(name, true)
      }
    }
  }

  /** Synchronous for a cached name. */
  find(text: string, assetClass: AssetClass | null): InstrumentId | null | Promise<InstrumentId | null> {
    const known = this.#recall(text, assetClass)
    if (known !== undefined) return known
    return this.learn([text], assetClass).then(() => this.#recall(text, assetClass) ?? null)
  }

  #recall(text: string, assetClass: AssetClass | null): InstrumentId | null | undefined {
    const name = `${assetClass} ${text}`
    return this.#known.get(name) ?? (this.#unknown.has(name) ? null : undefined)
  }
}
