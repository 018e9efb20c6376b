import { type AssetClass, isWorldwide } from '#src/contract/market.ts'
import { exchangeOf } from '#src/market/calendar/exchange-of.ts'
import { sessionCodes } from '#src/market/calendar/session.ts'
import { type FeedKey, mayPush } from '#src/market/feed-keys/feed-key.ts'
import { type Instrument, keyOf } from '#src/market/instruments/instrument.ts'
import { ensureInstrument, findInstruments, instrumentsChannel } from '#src/market/instruments/instruments.ts'
import { canonicalRegion, isCode, parseInstrumentKey, readSymbol } from '#src/market/instruments/symbol.ts'
import type { Platform } from '#src/platform/platform.ts'

type Named = { key: string; class: AssetClass; region: string; sessionAt: ReturnType<typeof sessionCodes> }
export type Found = Named | 'unknown_symbol' | 'outside_feed_key' | 'invalid_symbol'

export class Names implements AsyncDisposable {
  /** Rises when an instrument changes, because a found name may then mean another instrument. */
  version = 1
  readonly #ctx: Platform
  readonly #listening = new AsyncDisposableStack()

  private constructor(ctx: Platform) {
    this.#ctx = ctx
  }

  static async open(ctx: Platform): Promise<Names> {
    const names = new Names(ctx)
    const changed = () => {
      names.version += 1
    }
    names.#listening.use(await ctx.postgres.listen(instrumentsChannel, changed, changed))
    return names
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#listening.disposeAsync()
  }

  /** Finds instruments by name. Creates unknown instruments if the key allows it. */
  async find(names: readonly string[], key: FeedKey): Promise<Map<string, Found>> {
    const identities = names.map((name) => parseInstrumentKey(name))
    const requested = identities.map((identity) => identity ?? { class: null, code: '' })
    const instruments = await findInstruments(this.#ctx, requested)
    const found = new Map<string, Found>()
    for (const [at, name] of names.entries()) {
      const [identity, instrument] = [identities[at], instruments[at]]
      if (!identity || readSymbol(identity.class, identity.code, identity.region).length === 0)
        found.set(name, 'invalid_symbol')
      else if (instrument && (isWorldwide(identity.class) || instrument.region === canonicalRegion(identity.region)))
        found.set(name, this.#named(instrument))
      else if (!isCode(identity.code)) found.set(name, 'invalid_symbol')
      else if (!mayPush(key, identity)) found.set(name, 'outside_feed_key')
      else if (!key.creates) found.set(name, 'unknown_symbol')
      else found.set(name, this.#named(await ensureInstrument(this.#ctx, identity)))
    }
    return found
  }

  #named(instrument: Instrument): Named {
    const sessionAt = sessionCodes(() => exchangeOf(this.#ctx, instrument))
    return { key: keyOf(instrument), class: instrument.class, region: instrument.region, sessionAt }
  }
}
