import type { AssetClass, InstrumentId } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { KnownInstruments } from '../../known-instruments.ts'

/** Looks up the instruments that subscriptions name. */
export class Names {
  readonly #known: KnownInstruments<InstrumentId>

  constructor(ctx: Platform) {
    // Keeps only the fields that a subscription needs, since there may be many names. Events name no exchange, so they
    // belong to the home listing of a code.
    this.#known = new KnownInstruments(ctx, ({ class: assetClass, region, code, home }) =>
      home ? { class: assetClass, region, code } : null,
    )
  }

  get version(): number {
    return this.#known.changes
  }

  forget(): void {
    this.#known.forget()
  }

  learn(texts: readonly string[], assetClass: AssetClass | null): Promise<void> {
    return this.#known.learn(
      texts.map((code) => ({ name: nameOf(assetClass, code), query: { class: assetClass, code } })),
    )
  }

  /** Synchronous for a cached name. */
  find(text: string, assetClass: AssetClass | null): InstrumentId | null | Promise<InstrumentId | null> {
    const name = nameOf(assetClass, text)
    const known = this.#known.recall(name)
    if (known !== undefined) return known
    return this.learn([text], assetClass).then(() => this.#known.recall(name) ?? null)
  }
}

function nameOf(assetClass: AssetClass | null, text: string): string {
  return `${assetClass} ${text}`
}
