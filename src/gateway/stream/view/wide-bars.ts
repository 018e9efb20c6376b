import type { BarEvent, BarInterval } from '#src/contract/market.ts'
import { intervalOf, type SubscriptionType } from '#src/contract/stream-names.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { Board, Numbered } from '#src/gateway/board.ts'
import { type Bar, extendBar, mergeBars } from '#src/market/bars/bar.ts'
import { type BarSpan, barAt, barStarting, isInSession } from '#src/market/bars/bar-time.ts'
import { isIntraday } from '#src/market/bars/interval.ts'
import type { Exchange } from '#src/market/calendar/exchange.ts'
import { exchangeOf, exchangesOf } from '#src/market/calendar/exchange-of.ts'
import { readTail } from '#src/market/history/bar-tail.ts'
import { readBars } from '#src/market/history/history.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { parseInstrumentKey } from '#src/market/instruments/symbol.ts'
import type { Platform, TapeEntry } from '#src/platform/platform.ts'
import type { FanOut } from '../delivery/fan-out.ts'

const retryMs = 1_000

type EntryStamp = Pick<TapeEntry, 'seq' | 'at'>

type Wide = {
  readers: number
  interval: BarInterval
  lane: string
  exchange: Exchange | null
  span: BarSpan | null
  /** Whether the bar is final. The bar stays final even if its last minute is repeated at the end of a longer bar. */
  isFinal: boolean
  /** The bar without its newest minute. */
  past: Bar | null
  /** The newest minute: the running minute, or the last minute with a trade. */
  minute: Bar | null
  /** Minutes before this time are included in `past`, ms. */
  liveFrom: number
  state: Numbered<BarEvent> | null
  /** Minutes that arrived while the stored part was being read. */
  waiting: { stamp: EntryStamp; bar: BarEvent }[] | null
}

/**
 * The subscribed bars of more than a minute, built from the tape's minutes and the stored part of the running bar. Each
 * event of a minute yields one event of each longer bar under the same number, so every gateway has the same numbers. A
 * minute outside the session repeats the newest bar of a day or longer.
 */
export class WideBars {
  readonly #ctx: Platform
  readonly #fanOut: FanOut
  readonly #board: Board
  readonly #delayMs: number
  readonly #wanted = new Map<string, Map<SubscriptionType, Wide>>()
  /**
   * Reads of the store run one after another, so that a client with thousands of subscriptions does not occupy the
   * store.
   */
  #reading: Promise<void> = Promise.resolve()

  constructor(ctx: Platform, fanOut: FanOut, board: Board, delayMs: number) {
    this.#ctx = ctx
    this.#fanOut = fanOut
    this.#board = board
    this.#delayMs = delayMs
  }

  subscribe(key: string, type: SubscriptionType): void {
    const ofKey = this.#wanted.get(key) ?? new Map<SubscriptionType, Wide>()
    this.#wanted.set(key, ofKey)
    const known = ofKey.get(type)
    if (known) {
      known.readers += 1
      return
    }
    const interval = intervalOf(type)
    if (!interval) return
    const wide: Wide = {
      readers: 1,
      interval,
      lane: `${key}:${type}`,
      exchange: null,
      span: null,
      isFinal: false,
      past: null,
      minute: null,
      liveFrom: 0,
      state: null,
      waiting: [],
    }
    ofKey.set(type, wide)
    this.#reading = this.#reading.then(() => this.#begin(key, wide))
  }

  release(key: string, type: SubscriptionType): void {
    const ofKey = this.#wanted.get(key)
    const wide = ofKey?.get(type)
    if (!ofKey || !wide) return
    wide.readers -= 1
    if (wide.readers > 0) return
    ofKey.delete(type)
    if (ofKey.size === 0) this.#wanted.delete(key)
  }

  /** The current bar; null until the bar is read, or before the first trade. */
  state(key: string, type: SubscriptionType): Numbered<BarEvent> | null {
    return this.#wanted.get(key)?.get(type)?.state ?? null
  }

  receive(stamp: EntryStamp, bar: BarEvent): void {
    const ofKey = this.#wanted.get(bar.key)
    if (!ofKey) return
    for (const wide of ofKey.values()) {
      if (!wide.waiting && this.#hasOtherHours(wide)) this.#readAgain(bar.key, wide)
      if (wide.waiting) wide.waiting.push({ stamp, bar })
      else this.#apply(wide, stamp, bar)
    }
  }

  /** Reads the bars of an instrument again after its simulation has ended. */
  restart(key: string): void {
    for (const wide of this.#wanted.get(key)?.values() ?? []) {
      wide.state = null
      this.#readAgain(key, wide)
    }
  }

  /** Whether the exchange's calendar has changed since the bar was read. */
  #hasOtherHours({ exchange }: Wide): boolean {
    return exchange !== null && exchangesOf(this.#ctx).get(exchange.code) !== exchange
  }

  #readAgain(key: string, wide: Wide): void {
    wide.waiting = []
    wide.exchange = null
    wide.minute = null
    this.#reading = this.#reading.then(() => this.#begin(key, wide))
  }

  /** Retries until the store responds or nobody reads the bar. Without history a longer bar would be wrong. */
  async #begin(key: string, wide: Wide): Promise<void> {
    while (wide.readers > 0) {
      try {
        await this.#continue(key, wide, [...this.#board.minutes(key)])
        return this.#release(wide)
      } catch (error) {
        this.#ctx.log.warn('a running bar could not be read from history', {
          instrument: key,
          interval: wide.interval,
          error,
        })
        await this.#ctx.clock.sleep(retryMs)
        wide.waiting?.splice(0, wide.waiting.length - 1)
      }
    }
  }

  async #continue(key: string, wide: Wide, minutes: readonly BarEvent[]): Promise<void> {
    const identity = parseInstrumentKey(key)
    const instrument = identity && (await findInstrument(this.#ctx, identity))
    if (!instrument) return
    const now = this.#ctx.clock.now() - this.#delayMs
    await this.#read(instrument, wide, minutes[0]?.time ?? now - (now % minuteMs), now)
    for (const minute of minutes) grow(wide, minute)
    wide.isFinal = wide.span !== null && now >= wide.span.end
  }

  async #read(instrument: Instrument, wide: Wide, first: number, now: number): Promise<void> {
    const { interval } = wide
    const exchange = exchangeOf(this.#ctx, instrument)
    const tail = await readTail(this.#ctx, { instrument, interval, first, now })
    const before = { to: barAt(exchange, interval, first).start - 1, limit: 1, order: 'newest' } as const
    const newest = tail.bars.at(-1) ?? (await readBars(this.#ctx, { instrument, interval, ...before }))[0] ?? null
    wide.exchange = exchange
    wide.liveFrom = tail.liveFrom
    wide.past = newest
    wide.span = newest && barStarting(exchange, interval, newest.time)
  }

  /** Applies the waiting minutes in order. New subscribers get the first state. */
  #release(wide: Wide): void {
    const waiting = wide.waiting ?? []
    wide.waiting = null
    for (const { stamp, bar } of waiting) this.#apply(wide, stamp, bar)
  }

  #apply(wide: Wide, stamp: EntryStamp, bar: BarEvent): void {
    grow(wide, bar)
    const { span, past, minute, interval } = wide
    if (!span) return
    const { open, high, low, close, volume, turnover } =
      past && minute ? extendBar(past, minute) : (minute ?? past ?? bar)
    // A minute that waited for the read of the store may belong to an earlier bar.
    const isOlder = bar.time < (minute?.time ?? (isIntraday(interval) ? span.start : bar.time))
    if (!isOlder) wide.isFinal ||= bar.closes?.includes(interval) || bar.time >= span.end
    const { key, source } = bar
    const figures = { open, high, low, close, volume, turnover, final: wide.isFinal }
    const event: BarEvent = { type: 'bar', key, interval, time: span.start, ...figures, source }
    wide.state = { ...event, seq: stamp.seq }
    this.#fanOut.publish(wide.lane, stamp, event)
  }
}

function grow(wide: Wide, minute: BarEvent): void {
  const { exchange, interval } = wide
  if (minute.time === wide.minute?.time) {
    wide.minute = minute
    return
  }
  if (!exchange || minute.time < wide.liveFrom) return
  if (!isIntraday(interval) && !isInSession(exchange, minute.time)) return
  const span = barAt(exchange, interval, minute.time)
  if (wide.span && span.start < wide.span.start) return
  if (span.start !== wide.span?.start) {
    wide.span = span
    wide.isFinal = false
    wide.past = null
    wide.minute = null
  }
  if (wide.minute && minute.time < wide.minute.time) return
  if (wide.minute) wide.past = wide.past ? extendBar(wide.past, wide.minute) : mergeBars(span.start, [wide.minute])
  wide.minute = minute
}
