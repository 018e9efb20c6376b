import type { OrderBook, Trade } from 'ccxt'
import { pause } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Hearer, VendorSymbol } from '../vendor/vendor.ts'
import { bookOf, tradeOf, type Venue } from './venue.ts'

const usualBeatMs = 250
const burstMax = 100
/**
 * Longest wait for the missed trades of a symbol, ms. After this wait, the trades of the next symbol are requested,
 * too.
 */
const stepMs = 1_000
/** Longest wait for the close, ms, because a dead peer never confirms it. */
const closingMs = 1_000

/**
 * A connection to an exchange. The library does not report when a subscription begins, so missed trades are requested
 * at once, and again when the first live trades arrive.
 */
export class ExchangeConnection implements AsyncDisposable {
  /** Time of the newest live trade of each symbol, ms. */
  readonly newest = new Map<string, number>()
  readonly #ctx: Platform
  readonly #venue: Venue
  readonly #hearer: Hearer
  readonly #sign: () => void
  readonly #books = new Map<VendorSymbol, OrderBook>()
  readonly #heard = new Set<VendorSymbol>()
  /** The trades that the library had when the connection began, and the trades that were passed on since. */
  readonly #passed = new WeakSet<Trade>()
  readonly #end = new AbortController()
  readonly #tasks: readonly Promise<unknown>[]

  constructor(
    ctx: Platform,
    venue: Venue,
    symbols: readonly VendorSymbol[],
    hearer: Hearer,
    beatMs: number = usualBeatMs,
  ) {
    this.#ctx = ctx
    this.#venue = venue
    this.#hearer = hearer
    this.#sign = hearer.opened(symbols)
    for (const { name } of symbols) for (const trade of venue.trades[name] ?? []) this.#passed.add(trade)
    const { signal } = this.#end
    const tasks = [this.#meet(symbols), this.#beat(beatMs)]
    tasks.push(...symbols.map((symbol) => this.#hearTrades(symbol)))
    if (venue.has.watchOrderBook) tasks.push(...symbols.map((symbol) => this.#hearBook(symbol)))
    this.#tasks = tasks.map((task) => task.catch((cause: unknown) => signal.aborted || hearer.ended(cause)))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort()
    const closed = this.#venue.close().then(() => Promise.all(this.#tasks))
    await Promise.race([closed, this.#ctx.clock.sleep(closingMs)]).catch(() => undefined)
  }

  /** Does nothing, because the library itself pings the exchange. */
  ping(): void {}

  async #meet(symbols: readonly VendorSymbol[]): Promise<void> {
    const { signal } = this.#end
    for (const symbol of symbols)
      if (!signal.aborted) await Promise.race([this.#hearer.subscribed(symbol), pause(this.#ctx.clock, stepMs, signal)])
  }

  async #hearTrades(symbol: VendorSymbol): Promise<void> {
    while (!this.#end.signal.aborted) {
      const trades = await this.#venue.watchTrades(symbol.name)
      if (this.#end.signal.aborted) return
      this.#sign()
      if (!this.#heard.has(symbol)) void this.#hearer.missed(symbol)
      this.#heard.add(symbol)
      this.#pass(symbol, trades)
    }
  }

  async #hearBook(symbol: VendorSymbol): Promise<void> {
    while (!this.#end.signal.aborted) {
      const book = await this.#venue.watchOrderBook(symbol.name)
      this.#sign()
      this.#books.set(symbol, book)
    }
  }

  async #beat(beatMs: number): Promise<void> {
    const { signal } = this.#end
    for (;;) {
      await pause(this.#ctx.clock, beatMs, signal)
      if (signal.aborted) return
      // When several frames arrive together, the library resolves only for the first, so the trades of the other frames
      // are passed on here.
      for (const symbol of this.#heard) this.#pass(symbol, this.#venue.trades[symbol.name]?.slice(-burstMax) ?? [])
      for (const [symbol, newest] of this.#books) {
        const book = bookOf(newest, this.#ctx.clock.now())
        if (book) this.#hearer.book(symbol, book)
      }
      this.#books.clear()
    }
  }

  #pass(symbol: VendorSymbol, trades: readonly Trade[]): void {
    const found = trades.filter((trade) => !this.#passed.has(trade)).map(tradeOf)
    for (const trade of trades) this.#passed.add(trade)
    for (const trade of found.sort((a, b) => a.time - b.time)) {
      this.newest.set(symbol.name, Math.max(this.newest.get(symbol.name) ?? trade.time, trade.time))
      this.#hearer.trade(symbol, trade)
    }
  }
}
