import { regularTimes, widerBarsAt } from '#src/market/bars/bar-time.ts'
import { exchangeOf } from '#src/market/calendar/exchange-of.ts'
import { positionInDay } from '#src/market/calendar/session.ts'
import { noteFed } from '#src/market/feed-keys/fed.ts'
import { type Instrument, keyOf, tradingStatuses } from '#src/market/instruments/instrument.ts'
import { findInstruments, instrumentsChannel } from '#src/market/instruments/instruments.ts'
import { parseInstrumentKey } from '#src/market/instruments/symbol.ts'
import { noteSwitch, SourceOrders } from '#src/market/sources/order.ts'
import { follow } from '#src/platform/follow.ts'
import { pause } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Traded } from '../../publish/publisher.ts'
import type { Chosen } from './precedence.ts'

const changes = { channel: instrumentsChannel, everyMs: 600_000, failed: 'changed instruments could not be read' }
/** The least time between two readings, ms, because an import changes many instruments one after another. */
const restMs = 1_000

type Feed = { instrument: Instrument; traded: Traded; sources: Set<string> }

export class Feeds implements AsyncDisposable {
  readonly #ctx: Platform
  readonly #feeds = new Map<string, Feed>()
  readonly #changed = new Set<string>()
  readonly #listening = new AsyncDisposableStack()
  readonly #orders: SourceOrders

  private constructor(ctx: Platform, orders: SourceOrders) {
    this.#ctx = ctx
    this.#orders = orders
  }

  static async open(ctx: Platform): Promise<Feeds> {
    const feeds = new Feeds(ctx, await SourceOrders.open(ctx))
    feeds.#listening.use(feeds.#orders)
    feeds.#listening.use(await follow(ctx, changes, (signal) => feeds.#readAll(signal)))
    return feeds
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#listening.disposeAsync()
  }

  traded(key: string): Traded | undefined {
    return this.#feeds.get(key)?.traded
  }

  instrument(key: string): Instrument | undefined {
    return this.#feeds.get(key)?.instrument
  }

  /** The configured order of the instrument's sources. The order may lack sources. */
  orderOf(key: string): readonly string[] {
    return this.#orders.of(key)
  }

  /** Stores a change of source for the operator; the tape has the change in any case. */
  async changed({ key, name, before, at }: NonNullable<Chosen['change']>): Promise<void> {
    const instrument = this.instrument(key)
    if (!instrument) return
    await noteSwitch(this.#ctx, instrument.id, { key, source: name, before, at }).catch((cause: unknown) =>
      this.#ctx.log.warn('the change of a source could not be noted', { instrument: key, cause }),
    )
  }

  async know(keys: readonly string[]): Promise<void> {
    const unknown = keys.filter((key) => !this.#feeds.has(key))
    if (unknown.length > 0) await this.#read(unknown)
  }

  /** The keys of instruments that were suspended, delisted or listed again since the last call. */
  takeChanged(): string[] {
    const keys = [...this.#changed]
    this.#changed.clear()
    return keys
  }

  /** Reads the instruments again after a change. */
  async #readAll(signal: AbortSignal): Promise<undefined> {
    await this.#read([...this.#feeds.keys()])
    await pause(this.#ctx.clock, restMs, signal)
  }

  async #read(keys: readonly string[]): Promise<void> {
    const identities = keys.flatMap((key) => parseInstrumentKey(key) ?? [])
    for (const instrument of await findInstruments(this.#ctx, identities)) {
      if (!instrument) continue
      const exchange = () => exchangeOf(this.#ctx, instrument)
      const traded: Traded = {
        tradingStatus: tradingStatuses[instrument.state],
        dateOf: (time) => positionInDay(exchange(), time).date,
        isRegular: regularTimes(exchange),
        bucketEnds: (time) => widerBarsAt(exchange(), time),
      }
      const key = keyOf(instrument)
      const known = this.#feeds.get(key)
      if (known && known.instrument.state !== instrument.state) this.#changed.add(key)
      this.#feeds.set(key, { instrument, traded, sources: known?.sources ?? new Set() })
    }
  }

  /**
   * Records that the source feeds these instruments. `begun`: the instruments that no source fed before. `ended`: the
   * keys of the instruments whose simulation ends.
   */
  async fed(keys: readonly string[], source: string): Promise<{ begun: Instrument[]; ended: Set<string> }> {
    await this.know(keys)
    const begun: Instrument[] = []
    const ended = new Set<string>()
    for (const key of keys) {
      const feed = this.#feeds.get(key)
      if (!feed || feed.sources.has(source)) continue
      for (const one of await noteFed(this.#ctx, [feed.instrument], source)) ended.add(one)
      if (feed.sources.size === 0) begun.push(feed.instrument)
      feed.sources.add(source)
    }
    return { begun, ended }
  }
}
