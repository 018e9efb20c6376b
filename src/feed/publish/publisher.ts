import type { Counter, Gauge } from 'prom-client'
import {
  type BarEvent,
  channelOf,
  type DepthEvent,
  laneOf,
  type MarketEvent,
  type QuoteEvent,
  type TickEvent,
} from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import { exchangesOf } from '#src/market/calendar/exchange-of.ts'
import { channelFor, readChannel } from '#src/market/tape.ts'
import { Fenced } from '#src/platform/leases/fenced.ts'
import type { Term } from '#src/platform/leases/leadership.ts'
import type { Fence, Platform, TapeRecord } from '#src/platform/platform.ts'
import { BarBuilder, type BucketEnds } from './bar-builder.ts'
import { afterBar, afterExtended, afterTick, type Figures, quoteOf } from './day-figures.ts'

export type Traded = {
  dateOf(time: number): number
  /** Whether a trade of this time belongs to the figures of the day. */
  isRegular(time: number): boolean
  readonly tradingStatus: number
  bucketEnds: (time: number) => ReturnType<BucketEnds>
}

/** The state of an instrument during one call. `source`: the source of its last valid tick. */
type Touched = {
  traded: Traded
  figures: Figures | null
  isBarred: boolean
  isRunning: boolean
  source: TickEvent['source'] | null
}

type Address = { channel: string; lanes: Record<MarketEvent['type'], string> }

const futureMaxMs = minuteMs

export type Append = (channel: string, records: readonly TapeRecord[], fence: Fence | undefined) => Promise<void>

/**
 * The only writer of the market channels. A call appends every valid tick and final bar, but only the last quote and
 * the last running bar of each instrument.
 */
export class Publisher {
  readonly #ctx: Platform
  readonly #traded: (key: string) => Traded | undefined
  readonly #figures = new Map<string, Figures>()
  readonly #sources = new Map<string, QuoteEvent['source']>()
  readonly #addresses = new Map<string, Address>()
  readonly #bars: BarBuilder
  #calendars: ReturnType<typeof exchangesOf>
  readonly #term: Term | null
  readonly #put: Append
  /** Instruments whose used source sends bars; no bars are built from their trades. */
  readonly #barred = new Set<string>()
  readonly #refused: Counter
  readonly #newest: Gauge

  /** With `term`, the tape refuses appends after the term's end. */
  constructor(
    ctx: Platform,
    traded: (key: string) => Traded | undefined,
    term: Term | null = null,
    put: Append = (channel, records, fence) => ctx.tape.append(channel, records, fence),
  ) {
    this.#ctx = ctx
    this.#put = put
    this.#traded = traded
    this.#calendars = exchangesOf(ctx)
    this.#term = term
    this.#refused = ctx.metrics.counter('tapewire_feed_ticks_refused_total', 'Ticks left out, by reason.', [
      'reason',
      'source',
    ])
    const newest = 'When the newest event of a class was published.'
    this.#newest = ctx.metrics.gauge('tapewire_feed_newest_timestamp_seconds', newest, ['class'])
    this.#bars = new BarBuilder((key, time) => traded(key)?.bucketEnds(time) ?? [])
  }

  hasBegun(key: string): boolean {
    return this.#figures.has(key)
  }

  begin(key: string, figures: Figures): void {
    this.#figures.set(key, { ...figures })
  }

  /** Adds what history has of the same day, for example bars that filled a gap. */
  complete(key: string, stored: Figures): void {
    const figures = this.#figures.get(key)
    if (figures?.date !== stored.date || figures.close === null) return
    this.#figures.set(key, {
      ...figures,
      open: stored.open,
      high: Math.max(figures.high, stored.high),
      low: Math.min(figures.low, stored.low),
      volume: Math.max(figures.volume, stored.volume),
      turnover: Math.max(figures.turnover, stored.turnover),
    })
  }

  /** Restores the running minute from ticks that an earlier process published. */
  prime(ticks: readonly TickEvent[]): void {
    for (const tick of ticks) this.#bars.addTick(tick)
  }

  resumeBar(bar: BarEvent): void {
    this.#bars.resume(bar)
  }

  /**
   * `countedTo`: the time up to which trades are in the quote. `closed`: the close of its regular session, if the quote
   * is from after the session.
   */
  resumeQuote(quote: QuoteEvent, countedTo?: number, closed: number | null = null): void {
    const traded = this.#traded(quote.key)
    if (!traded) return
    const { time, previousClose, open, high, low, last, volume } = quote
    // If a quote has a volume but no turnover, its turnover is unknown.
    const turnover = quote.turnover === 0 && volume > 0 ? Number.NaN : quote.turnover
    this.#sources.set(quote.key, quote.source)
    const date = traded.dateOf(time)
    const figures = { date, time, previousClose, open, high, low, last, volume, turnover }
    const known = this.#figures.get(quote.key)
    const before = closed ?? (known?.date === date ? known.close?.price : null) ?? (volume > 0 ? last : null)
    const price = traded.isRegular(time) ? last : before
    const close = price === null ? null : { time, price }
    const given = countedTo && { countedTo, tradingStatus: quote.tradingStatus }
    this.#figures.set(quote.key, { ...figures, close, ...given })
  }

  /**
   * Publishes `first`, which are changes of source, then trades and books in order, then the bars, which replace bars
   * that were built for the instrument. A quote replaces the figures of its session.
   */
  async publishEvents(first: readonly MarketEvent[], events: readonly MarketEvent[]): Promise<void> {
    const quotes = new Map<string, QuoteEvent['source']>()
    const [ordered, bars]: [MarketEvent[], MarketEvent[]] = [[], []]
    // The new source may send no bars.
    for (const { key } of first) this.#barred.delete(key)
    for (const event of events) {
      if (event.type === 'bar') {
        this.#applyBar(event, quotes)
        bars.push(...(this.#barred.has(event.key) ? this.#bars.addBar(event) : [event]))
      } else if (event.type === 'quote') {
        this.resumeQuote(event, event.time)
        quotes.set(event.key, event.source)
      } else ordered.push(event)
    }
    await this.#publish(first, ordered, bars, quotes)
  }

  #applyBar(bar: BarEvent, quotes: Map<string, QuoteEvent['source']>): void {
    const traded = this.#traded(bar.key)
    const figures = this.#figures.get(bar.key) ?? null
    if (!traded || (figures && bar.time + minuteMs <= figures.time)) return
    this.#barred.add(bar.key)
    const date = traded.dateOf(bar.time)
    const isRegular = traded.isRegular(bar.time)
    const end = bar.time + minuteMs - 1
    this.#figures.set(bar.key, isRegular ? afterBar(figures, date, bar) : afterExtended(figures, date, end, bar.close))
    quotes.set(bar.key, bar.source)
  }

  forget(key: string): void {
    this.#bars.forget(key)
  }

  /**
   * Publishes the quote and depth of an instrument without a trade, for customers who come while its market is closed,
   * and after a change of its trading status. `source`: absent if it is the source of the quote before.
   */
  async announce(key: string, depth: DepthEvent | null, source = this.#sources.get(key)): Promise<void> {
    const figures = this.#figures.get(key)
    if (!figures || !source) return
    const quote = this.#quoteOf(key, figures, source)
    await this.#append(depth ? [quote, depth] : [quote])
  }

  #quoteOf(key: string, figures: Figures, source: QuoteEvent['source']): QuoteEvent {
    this.#sources.set(key, source)
    return quoteOf(key, figures, this.#traded(key)?.tradingStatus ?? 0, source)
  }

  /** Publishes trades and books in order, so that each trade follows the book in which it was made. */
  async publish(events: readonly MarketEvent[]): Promise<void> {
    await this.#publish([], events, [], new Map())
  }

  async #publish(
    first: readonly MarketEvent[],
    ordered: readonly MarketEvent[],
    bars: readonly MarketEvent[],
    quotes: Map<string, QuoteEvent['source']>,
  ): Promise<void> {
    const events: MarketEvent[] = [...first]
    const touched = new Map<string, Touched | null>()
    const now = this.#ctx.clock.now()
    for (const tick of ordered) {
      if (tick.type !== 'tick') {
        events.push(tick)
        continue
      }
      let one = touched.get(tick.key)
      if (one === undefined) {
        one = this.#touch(tick)
        touched.set(tick.key, one)
      }
      if (one === null || !this.#isSound(tick, now)) continue
      events.push(tick)
      const date = one.traded.dateOf(tick.time)
      one.figures = one.traded.isRegular(tick.time)
        ? afterTick(one.figures, date, tick)
        : afterExtended(one.figures, date, tick.time, tick.price)
      one.source = tick.source
      if (!one.isBarred && this.#bars.addTick(tick, events)) one.isRunning = true
    }
    const running: BarEvent[] = []
    for (const [key, one] of touched) {
      if (!one?.source || !one.figures) continue
      this.#figures.set(key, one.figures)
      quotes.set(key, one.source)
      const bar = one.isRunning && this.#bars.running(key)
      if (bar) running.push(bar)
    }
    for (const [key, source] of quotes) {
      const figures = this.#figures.get(key)
      if (figures) events.push(this.#quoteOf(key, figures, source))
    }
    for (const event of [...running, ...bars]) events.push(event)
    await this.#append(events)
  }

  #touch({ key }: TickEvent): Touched | null {
    const traded = this.#traded(key)
    if (!traded) return null
    const figures = this.#figures.get(key) ?? null
    return { traded, figures, isBarred: this.#barred.has(key), isRunning: false, source: null }
  }

  async sweep(now: number): Promise<void> {
    const calendars = exchangesOf(this.#ctx)
    if (calendars !== this.#calendars) this.#bars.reschedule()
    this.#calendars = calendars
    await this.#append(this.#bars.sweep(now))
  }

  async #append(events: readonly MarketEvent[]): Promise<void> {
    const byChannel = new Map<string, { lane: string; event: MarketEvent }[]>()
    for (const event of events) {
      const { channel, lanes } = this.#address(event.key)
      const record = { lane: lanes[event.type], event }
      const records = byChannel.get(channel)
      if (records) records.push(record)
      else byChannel.set(channel, [record])
    }
    const term = this.#term
    try {
      await Promise.all([...byChannel].map(([channel, records]) => this.#put(channel, records, term?.fence)))
    } catch (cause) {
      if (cause instanceof Fenced) term?.lose(cause)
      throw cause
    }
    for (const channel of byChannel.keys())
      this.#newest.set({ class: readChannel(channel).class }, this.#ctx.clock.now() / 1_000)
  }

  #address(key: string): Address {
    const known = this.#addresses.get(key)
    if (known) return known
    const lane = (type: MarketEvent['type']) => laneOf({ key, type })
    const lanes = {
      tick: lane('tick'),
      quote: lane('quote'),
      bar: lane('bar'),
      depth: lane('depth'),
      switch: lane('switch'),
    }
    const address = { channel: channelFor(this.#ctx, key), lanes }
    this.#addresses.set(key, address)
    return address
  }

  /** Whether a tick is valid. An invalid tick is dropped and counted; the feed continues. */
  #isSound(tick: TickEvent, now: number): boolean {
    const fault = faultOf(tick, now)
    if (fault) {
      this.#refused.inc({ reason: fault, source: tick.source })
    }
    return fault === null
  }
}

/** The rule that a tick breaks, or null. Prices of futures may be negative, as has happened; volumes may not. */
export function faultOf(tick: TickEvent, now: number): string | null {
  if (!Number.isFinite(tick.price) || !Number.isFinite(tick.volume) || !Number.isSafeInteger(tick.time))
    return 'not_a_number'
  if (tick.price <= 0 && channelOf(tick.key) !== 'future') return 'negative_price'
  if (tick.volume < 0) return 'negative_volume'
  return tick.time > now + futureMaxMs ? 'time_in_future' : null
}
