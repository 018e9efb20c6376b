import { type AssetClass, isWorldwide } from '#src/contract/market.ts'
import { exchangeOf } from '#src/market/calendar/exchange-of.ts'
import { sessionCodes } from '#src/market/calendar/session.ts'
import { type FeedKey, mayPush } from '#src/market/feed-keys/feed-key.ts'
import { type Instrument, keyOf } from '#src/market/instruments/instrument.ts'
import { ensureInstrument, findInstruments, instrumentsChannel } from '#src/market/instruments/instruments.ts'
import { canonicalRegion, isCode, parseInstrumentKey, readSymbol } from '#src/market/instruments/symbol.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Line } from './lines.ts'
import { isRecord, type Lane } from './message.ts'

const namesMax = 200_000

type Named = { key: string; class: AssetClass; region: string; sessionAt: ReturnType<typeof sessionCodes> }
type NameFault = 'unknown_symbol' | 'outside_feed_key' | 'invalid_symbol'
export type Found = Named | NameFault

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

/**
 * The lanes of one producer. A changed instrument may change the meaning of names, so these are looked up again. The
 * last prices of the instruments stay.
 */
export class Lanes {
  readonly #names: Names
  readonly #feedKey: FeedKey
  readonly #named = new Map<string, Pick<Lane, 'key' | 'negative' | 'sessionAt'> | NameFault>()
  readonly #lanes = new Map<string, Lane>()
  #version = 0

  constructor(names: Names, feedKey: FeedKey) {
    this.#names = names
    this.#feedKey = feedKey
  }

  /** Looks up the unknown names in the lines. */
  async find(lines: readonly Line[]): Promise<void> {
    if (this.#version !== this.#names.version || this.#named.size > namesMax) this.#named.clear()
    if (this.#lanes.size > namesMax) this.#lanes.clear()
    this.#version = this.#names.version
    const unknown = new Set<string>()
    for (const line of lines) {
      const k = 'value' in line && isRecord(line.value) ? line.value.k : undefined
      if (typeof k === 'string' && !this.#named.has(k)) unknown.add(k)
    }
    if (unknown.size === 0) return
    for (const [name, found] of await this.#names.find([...unknown], this.#feedKey)) {
      if (typeof found === 'string') this.#named.set(name, found)
      else if (!mayPush(this.#feedKey, found)) this.#named.set(name, 'outside_feed_key')
      else {
        const { key, sessionAt } = found
        this.#named.set(name, { key, negative: found.class === 'future', sessionAt })
      }
    }
  }

  /** The lane of a name in `drafts`. If it is not there yet, it is copied there. */
  draft(drafts: Map<string, Lane>, name: unknown): Lane | NameFault {
    const named = typeof name === 'string' ? this.#named.get(name) : undefined
    if (named === undefined) return 'invalid_symbol'
    if (typeof named === 'string') return named
    const { key, negative, sessionAt } = named
    let lane = drafts.get(key)
    if (!lane) {
      const { time, price, suspect, suspectN } = this.#lanes.get(key) ?? fresh
      lane = { key, negative, sessionAt, time, price, suspect, suspectN }
      drafts.set(key, lane)
    }
    return lane
  }

  /** Called once the messages that changed the drafts are on the tape. */
  keep(drafts: ReadonlyMap<string, Lane>): void {
    for (const [key, lane] of drafts) this.#lanes.set(key, lane)
  }
}

const fresh = { time: 0, price: 0, suspect: 0, suspectN: 0 }
