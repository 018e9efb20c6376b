import { intervalMs } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import { dropSimulated, noteFed } from '#src/market/feed-keys/fed.ts'
import { type Instrument, keyOf } from '#src/market/instruments/instrument.ts'
import { noteChoice } from '#src/market/sources/followed.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Hearer, Vendor, VendorBar, VendorInterval, VendorSymbol, VendorTrade } from '../vendor/vendor.ts'
import { ExchangeConnection } from './exchange-connection.ts'
import { identityOf, instrumentOf } from './instrument.ts'
import { chooseSymbols } from './symbols.ts'
import { barOf, openVenue, tradeOf, type Venue } from './venue.ts'

/** `symbols`: pairs, patterns and `TOP:50`. `isMain`: the codes of the instruments have no suffix. */
export type ExchangeOptions = {
  id: string
  symbols: readonly string[]
  isMain?: boolean
  config?: Record<string, unknown>
  /** Interval for publishing books, ms. */
  beatMs?: number
}

const pagesMax = 500
/** The maximum time by which the exchange's clock may be ahead of ours, ms. */
const aheadMs = minuteMs

/** A crypto exchange through ccxt: trades and books over WebSocket, missed trades and bars over REST. */
export class Exchange implements Vendor {
  readonly name: string
  readonly source = 'exchange'
  readonly intervals = ['1d', '1h', '1m'] as const
  readonly #ctx: Platform
  readonly #venue: Venue
  readonly #options: ExchangeOptions
  readonly #isMain: boolean
  readonly #instruments = new Map<string, Instrument>()
  /** The exchange's symbols that match the settings; null before the first request. */
  #chosen: { symbols: string[]; missing: string[] } | null = null
  #connection: ExchangeConnection | null = null

  private constructor(ctx: Platform, venue: Venue, options: ExchangeOptions) {
    this.#ctx = ctx
    this.name = options.id
    this.#venue = venue
    this.#options = options
    this.#isMain = options.isMain ?? true
  }

  /** Throws a `SettingsError` for an unknown exchange. */
  static async open(ctx: Platform, options: ExchangeOptions): Promise<Exchange> {
    return new Exchange(ctx, await openVenue(options.id, options.config), options)
  }

  /** Chooses the symbols to follow. The choice stays until the next start. */
  async choose(): Promise<VendorSymbol[]> {
    // Reloads after a failure, because the library would cache the failed response.
    await this.#venue.loadMarkets(this.#venue.markets === undefined)
    this.#chosen ??= await this.#choose()
    return this.#chosen.symbols.map((name) => ({ class: 'crypto', name }))
  }

  async #choose() {
    const { symbols, missing } = await chooseSymbols(this.#venue, this.#options.symbols)
    const keyed = (names: readonly string[]) => names.map((name) => keyOf(identityOf(name, this.name, this.#isMain)))
    await noteChoice(this.#ctx, this.name, { keys: keyed(symbols), missing: keyed(missing) })
    return { symbols, missing }
  }

  async instrumentOf({ name }: VendorSymbol): Promise<Instrument> {
    const known = this.#instruments.get(name)
    if (known) return known
    const instrument = await instrumentOf(this.#ctx, name, this.name, this.#isMain)
    await dropSimulated(this.#ctx, [instrument])
    await noteFed(this.#ctx, [instrument], this.name)
    this.#instruments.set(name, instrument)
    return instrument
  }

  async connect(symbols: readonly VendorSymbol[], hearer: Hearer): Promise<ExchangeConnection> {
    const missing = this.#chosen?.missing ?? []
    if (missing.length > 0) hearer.rejected(`not listed there: ${missing.join(', ')}`)
    this.#connection = new ExchangeConnection(this.#ctx, this.#venue, symbols, hearer, this.#options.beatMs)
    return this.#connection
  }

  /**
   * The trades from `from` on. Ends with the page that reaches `to` or the newest live trade, because on a busy market
   * each request would find newer trades.
   */
  async *trades({ name }: VendorSymbol, from: number, to: number): AsyncGenerator<VendorTrade[]> {
    let known = new Set<string>()
    let since = from
    for (let page = 0; page < pagesMax; page += 1) {
      const until = Math.min(this.#connection?.newest.get(name) ?? Number.POSITIVE_INFINITY, to + aheadMs)
      const trades = (await this.#venue.fetchTrades(name, since)).map(tradeOf)
      const found = trades.filter(({ id }) => !known.has(id))
      if (found.length === 0) return
      known = new Set(trades.map(({ id }) => id))
      yield found.sort((a, b) => a.time - b.time)
      since = Math.max(since, ...found.map(({ time }) => time || since))
      if (since >= until) return
    }
  }

  async *bars({ name }: VendorSymbol, interval: VendorInterval, from: number, to: number): AsyncGenerator<VendorBar[]> {
    let newest = Number.NEGATIVE_INFINITY
    for (let page = 0; page < pagesMax && newest + intervalMs[interval] <= to; page += 1) {
      const candles = await this.#venue.fetchOHLCV(name, interval, Math.max(from, newest))
      const bars = candles.map(barOf).filter(({ time }) => !(time <= newest))
      if (bars.length === 0) return
      yield bars
      newest = Math.max(newest, ...bars.map(({ time }) => time || newest))
    }
  }

  async actions(): Promise<[]> {
    return []
  }
}
