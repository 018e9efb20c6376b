import type { Counter } from 'prom-client'
import type { DepthEvent } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import { widerBarsAt } from '#src/market/bars/bar-time.ts'
import { exchangeOf } from '#src/market/calendar/exchange-of.ts'
import { positionInDay } from '#src/market/calendar/session.ts'
import { dropSimulated, noteFed } from '#src/market/feed-keys/fed.ts'
import { decimalsOf, keyOf } from '#src/market/instruments/instrument.ts'
import { tapeChannels } from '#src/market/tape.ts'
import type { Term } from '#src/platform/leases/leadership.ts'
import { retrying } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { Publisher } from '../../publish/publisher.ts'
import { type Link, publishTrades, settle } from './catch-up.ts'
import { floorTo, instrumentOf, type Line } from './line.ts'
import { Meeting } from './meeting.ts'
import { type Patience, usualPatience } from './patience.ts'
import { type ChannelOffsets, publishedTicks, tailsOf } from './published.ts'
import { StatusReporter } from './status-reporter.ts'
import { chooseSymbols, isPair } from './symbols.ts'
import { TradeLog } from './trade-log.ts'
import { depthOf, openVenue, type Venue } from './venue.ts'

const heldMax = 100_000
const burstMax = 100

/** `symbols`: pairs, patterns and `TOP:50`. `isMain`: the instruments have codes without a suffix. */
type Followed = {
  id: string
  symbols: readonly string[]
  isMain?: boolean
  term?: Term | null
  offsets?: ChannelOffsets
}

/**
 * Publishes a live exchange through ccxt: trades and books over WebSocket. Each connection subscribes, requests
 * missed trades over REST and goes live where both meet, so the tape has every trade once and in order. Any failure
 * ends the connection, and the next one fills the gap. No minute is final before its missed trades are published.
 */
export class ExchangeSource implements AsyncDisposable {
  readonly #ctx: Platform
  readonly #venue: Venue
  readonly #patience: Patience
  readonly #publisher: Publisher
  readonly #link: Link
  readonly #reporter: StatusReporter
  readonly #entries: readonly string[]
  readonly #isMain: boolean
  #offsets: ChannelOffsets = new Map()
  /** The exchange's symbols that match the settings; null before the first request. */
  #chosen: { lines: Line[]; note: string } | null = null
  readonly #lines = new Map<string, Line>()
  readonly #books = new Map<string, DepthEvent>()
  readonly #stop = new AbortController()
  #heardAt = 0
  /** In elapsed ms. */
  #silentSince = 0
  readonly #breaks: Counter
  readonly #meeting: Meeting
  #running: Promise<void> = Promise.resolve()

  private constructor(ctx: Platform, venue: Venue, patience: Patience, { symbols, isMain, term = null }: Followed) {
    this.#ctx = ctx
    this.#venue = venue
    this.#patience = patience
    this.#publisher = new Publisher(ctx, (key) => this.#traded(key), term)
    term?.signal.addEventListener('abort', () => this.#stop.abort())
    this.#link = { ctx, venue, publisher: this.#publisher }
    this.#reporter = new StatusReporter(ctx, venue.id)
    this.#entries = symbols
    this.#isMain = isMain ?? true
    const [label, breaks] = [['exchange'], 'Connections to the exchange that ended.']
    this.#breaks = ctx.metrics.counter('tapewire_feed_exchange_breaks_total', breaks, label)
    const errors = 'Calls to the exchange that failed.'
    const failures = ctx.metrics.counter('tapewire_feed_exchange_rest_errors_total', errors, label)
    this.#meeting = new Meeting({ link: this.#link, patience, reporter: this.#reporter, failures })
    for (const counter of [this.#breaks, failures]) counter.inc({ exchange: venue.id }, 0)
  }

  /**
   * Refuses an unknown exchange; an unreachable one is retried in the background. `offsets`: the recorder's offsets
   * on the tape's channels of `crypto`.
   */
  static async start(
    ctx: Platform,
    followed: Followed,
    { config = {}, ...patience }: Partial<Patience> & { config?: Record<string, unknown> } = {},
  ): Promise<ExchangeSource> {
    const venue = await openVenue(followed.id, config)
    const source = new ExchangeSource(ctx, venue, { ...usualPatience, ...patience }, followed)
    if (source.#isMain) for (const symbol of followed.symbols.filter(isPair)) await source.#add(symbol)
    source.#offsets =
      followed.offsets ?? new Map(tapeChannels(ctx, { class: 'crypto' }).map((name) => [name, null] as const))
    await source.#remember([...source.#lines.values()])
    source.#running = source.#run()
    return source
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    await this.#running
    await this.#reporter.say('stopped')
  }

  async #add(symbol: string): Promise<Line> {
    const instrument = await instrumentOf(this.#ctx, symbol, this.#venue.id, this.#isMain)
    await dropSimulated(this.#ctx, [instrument])
    const key = keyOf(instrument)
    const log = new TradeLog()
    const state = { hasFigures: false, held: [], isHeard: false, turn: Promise.resolve(), owed: null, gaps: [] }
    const line: Line = { symbol, key, instrument, log, ...state }
    this.#lines.set(key, line)
    return line
  }

  /**
   * Chooses the exchange's symbols that match the settings and adds a line for each new one. The choice stays until
   * the source restarts.
   */
  async #choose(): Promise<{ lines: Line[]; note: string }> {
    if (this.#chosen) return this.#chosen
    const { symbols, missing } = await chooseSymbols(this.#venue, this.#entries)
    const bySymbol = new Map([...this.#lines.values()].map((line) => [line.symbol, line]))
    const added: Line[] = []
    for (const symbol of symbols) {
      if (bySymbol.has(symbol)) continue
      const line = await this.#add(symbol)
      await noteFed(this.#ctx, [line.instrument], this.#venue.id)
      added.push(line)
      bySymbol.set(symbol, line)
    }
    await this.#remember(added)
    const note = missing.length > 0 ? `not listed there: ${missing.join(', ')}` : ''
    this.#chosen = { lines: symbols.flatMap((symbol) => bySymbol.get(symbol) ?? []), note }
    return this.#chosen
  }

  /** Loads the trades that earlier processes published, from history and from the tape after the recorder's offsets. */
  async #remember(lines: readonly Line[]): Promise<void> {
    if (lines.length === 0) return
    const unrecorded = await tailsOf(this.#ctx, this.#offsets)
    for (const { key, instrument, log } of lines) {
      const published = await publishedTicks(this.#ctx, instrument, unrecorded)
      log.remember(published)
      const minute = floorTo(log.newest ?? 0, minuteMs)
      this.#publisher.prime(
        published.filter(({ time }) => time >= minute).map((tick) => ({ ...tick, type: 'tick', key, session: 0 })),
      )
    }
  }

  #traded(key: string) {
    const line = this.#lines.get(key)
    if (!line) return undefined
    const exchange = exchangeOf(this.#ctx, line.instrument)
    return {
      decimals: decimalsOf(line.instrument.priceStep),
      dateOf: (time: number) => positionInDay(exchange, time).date,
      bucketEnds: (time: number) => widerBarsAt(exchange, time),
    }
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop
    const { retryMs: firstMs, retryMaxMs: maxMs } = this.#patience
    const fields = { exchange: this.#venue.id }
    const failed = 'the exchange was lost; connecting again'
    await retrying(this.#ctx, { signal, firstMs, maxMs, failed, fields }, () => this.#connect()).catch((cause) => {
      if (!signal.aborted) throw cause
    })
  }

  async #connect(): Promise<void> {
    const end = new AbortController()
    const signal = AbortSignal.any([end.signal, this.#stop.signal])
    const { promise: broken, reject } = Promise.withResolvers<never>()
    const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    const tasks: Promise<unknown>[] = []
    const run = (task: Promise<unknown>) => void tasks.push(task.catch(reject))
    try {
      await this.#reporter.say('connecting')
      // Reload after a failure, because the library would cache the failed response.
      await Promise.race([this.#venue.loadMarkets(this.#venue.markets === undefined), stopped])
      if (this.#stop.signal.aborted) return
      const { lines, note } = await this.#choose()
      this.#hear()
      for (const line of lines) {
        line.held = []
        line.isHeard = false
        line.turn = line.turn.catch(() => undefined)
        run(this.#hearTrades(line, signal, run))
        if (this.#venue.has.watchOrderBook) run(this.#hearBook(line, signal))
      }
      run(
        this.#meeting
          .meet(lines, signal)
          .then(() => this.#reporter.say('live', note))
          .then(() => this.#beat(signal)),
      )
      run(this.#watchSilence(signal))
      await Promise.race([broken, stopped])
    } catch (cause) {
      if (!this.#stop.signal.aborted) {
        this.#breaks.inc({ exchange: this.#venue.id })
        await this.#reporter.say('waiting', cause instanceof Error ? cause.message : String(cause))
      }
      throw cause
    } finally {
      end.abort()
      // A dead peer never confirms the close. The error that ended the connection is thrown already.
      const closed = this.#venue.close().then(() => Promise.all(tasks))
      await Promise.race([closed, this.#ctx.clock.sleep(1_000)]).catch(() => undefined)
    }
  }

  /** `run`: registers a task whose failure ends the connection. */
  async #hearTrades(line: Line, signal: AbortSignal, run: (task: Promise<unknown>) => void): Promise<void> {
    while (!signal.aborted) {
      const trades = await this.#venue.watchTrades(line.symbol)
      this.#hear()
      if (signal.aborted) return
      const isFirst = !line.isHeard
      line.isHeard = true
      if (line.held === null && !isFirst) await publishTrades(this.#link, line, trades)
      else {
        const isLive = line.held === null
        line.held ??= []
        if (line.held.push(...trades) > heldMax) throw new Error(`${line.symbol}: too many trades are held back`)
        if (isLive) run(this.#meeting.meetAgain(line, signal))
      }
    }
  }

  async #hearBook({ symbol, key }: Line, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const book = await this.#venue.watchOrderBook(symbol)
      this.#hear()
      const depth = depthOf(key, book, this.#heardAt)
      if (depth) this.#books.set(key, depth)
    }
  }

  async #beat(signal: AbortSignal): Promise<void> {
    let settledAt = this.#ctx.clock.elapsed()
    while (!signal.aborted) {
      await this.#ctx.clock.sleep(this.#patience.beatMs, signal)
      // When several frames arrive together, the library resolves only for the first, so the trades of the others are
      // published here.
      for (const line of this.#lines.values())
        if (line.held === null)
          await publishTrades(this.#link, line, this.#venue.trades[line.symbol]?.slice(-burstMax) ?? [])
      const books = [...this.#books.values()]
      this.#books.clear()
      await this.#publisher.publish(books)
      await this.#publisher.sweep(this.#ctx.clock.now())
      await this.#reporter.heard(this.#lines.values(), this.#heardAt)
      const elapsed = this.#ctx.clock.elapsed()
      if (elapsed - settledAt < this.#patience.holdMs) continue
      settledAt = elapsed
      for (const line of this.#lines.values()) {
        await settle(this.#link, line)
        if (line.owed === null) await this.#reporter.filled(line)
      }
    }
  }

  async #watchSilence(signal: AbortSignal): Promise<void> {
    const { silenceMs } = this.#patience
    while (!signal.aborted) {
      await this.#ctx.clock.sleep(silenceMs / 4, signal)
      if (this.#ctx.clock.elapsed() - this.#silentSince > silenceMs)
        throw new Error(`nothing was heard for ${silenceMs} ms`)
    }
  }

  #hear(): void {
    this.#heardAt = this.#ctx.clock.now()
    this.#silentSince = this.#ctx.clock.elapsed()
  }
}
