import type { BarEvent, Interval } from '#src/contract/market.ts'
import { intervalOf, type SubscriptionType } from '#src/contract/stream-names.ts'
import { bucketOf } from '#src/market/buckets.ts'
import { type Exchange, exchangeOf } from '#src/market/exchange.ts'
import { readBars } from '#src/market/history.ts'
import type { Instrument } from '#src/market/instrument.ts'
import { findInstrument } from '#src/market/instruments.ts'
import { isIntraday } from '#src/market/interval.ts'
import { parseInstrumentKey } from '#src/market/symbol.ts'
import type { Platform, TapeEntry } from '#src/platform/platform.ts'
import type { Placed } from '../board.ts'
import type { Lanes } from './lanes.ts'

type Figures = Pick<BarEvent, 'open' | 'high' | 'low' | 'close' | 'volume' | 'turnover'>
type Place = Pick<TapeEntry, 'seq' | 'at'>

type Wide = {
  readers: number
  interval: Interval
  lane: string
  exchange: Exchange | null
  start: number
  end: number
  /** The finished minutes of the bar, as one. */
  past: Figures | null
  /** The newest minute; it is still moving, or was the last to trade. */
  minute: BarEvent | null
  state: Placed<BarEvent> | null
  /** Minutes that passed while the stored part was being read. */
  waiting: { place: Place; bar: BarEvent }[] | null
}

/**
 * The wider bars that somebody listens to, built from the minutes of the tape on top of what history holds of the running
 * bar. Each minute event gives exactly one event of each wider bar, under the same number: so a wider lane counts like
 * the minutes do, and every gateway counts alike.
 */
export class Intervals {
  readonly #ctx: Platform
  readonly #lanes: Lanes
  readonly #wanted = new Map<string, Map<SubscriptionType, Wide>>()

  constructor(ctx: Platform, lanes: Lanes) {
    this.#ctx = ctx
    this.#lanes = lanes
  }

  want(key: string, type: SubscriptionType): void {
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
      start: 0,
      end: 0,
      past: null,
      minute: null,
      state: null,
      waiting: [],
    }
    ofKey.set(type, wide)
    this.#begin(key, wide).catch((error: unknown) => {
      this.#ctx.log.warn('a running bar could not be read from history', { key, interval, error })
      this.#release(wide)
    })
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

  /** The bar as it stands; null until it has been read, or while nothing traded. */
  state(key: string, type: SubscriptionType): Placed<BarEvent> | null {
    return this.#wanted.get(key)?.get(type)?.state ?? null
  }

  take(place: Place, bar: BarEvent): void {
    const ofKey = this.#wanted.get(bar.key)
    if (!ofKey) return
    for (const wide of ofKey.values()) {
      if (wide.waiting) wide.waiting.push({ place, bar })
      else this.#apply(wide, place, bar)
    }
  }

  async #begin(key: string, wide: Wide): Promise<void> {
    const identity = parseInstrumentKey(key)
    const instrument = identity && (await findInstrument(this.#ctx, identity))
    if (!instrument) {
      this.#release(wide)
      return
    }
    wide.exchange = exchangeOf(instrument)
    const now = this.#ctx.clock.now()
    const bucket = bucketOf(wide.exchange, now, wide.interval)
    const stored = await this.#stored(instrument, wide, bucket.start, now)
    wide.start = bucket.start
    wide.end = bucket.end
    wide.past = stored.past
    wide.minute = stored.minute
    this.#release(wide)
  }

  /** Whole days, then the minutes of the last one; the newest minute stays apart, because it may still be told again. */
  async #stored(instrument: Instrument, wide: Wide, start: number, now: number) {
    const read = (interval: Interval, from: number) =>
      readBars(this.#ctx, { instrument, interval, from, to: now, limit: 2_000, order: 'oldest' })
    const intraday = isIntraday(wide.interval)
    const days = intraday ? [] : await read('1d', start)
    const today = days.at(-1)
    const exchange = exchangeOf(instrument)
    const dayStart = intraday ? start : (today?.time ?? start)
    const minutes = (await read('1m', dayStart - (intraday ? 0 : 86_400_000))).filter(
      (bar) => intraday || bucketOf(exchange, bar.time, '1d').start === dayStart,
    )
    const last = minutes.pop()
    // A recorded day without minutes stands for itself.
    const whole = minutes.length === 0 && !last ? days : days.slice(0, -1)
    let past: Figures | null = null
    for (const bar of [...whole, ...minutes]) past = joined(past, bar)
    const minute: BarEvent | null = last
      ? {
          type: 'bar',
          key: `${instrument.class}:${instrument.code}$${instrument.region}`,
          interval: '1m',
          final: true,
          ...last,
        }
      : null
    return { past, minute }
  }

  /** Lets what waited pass, in order; the first state goes to whoever is waiting for it. */
  #release(wide: Wide): void {
    const waiting = wide.waiting ?? []
    wide.waiting = null
    for (const { place, bar } of waiting) this.#apply(wide, place, bar)
  }

  #apply(wide: Wide, place: Place, bar: BarEvent): void {
    if (wide.exchange && (bar.time < wide.start || bar.time >= wide.end)) {
      const bucket = bucketOf(wide.exchange, bar.time, wide.interval)
      if (bucket.start !== wide.start) {
        wide.past = null
        wide.minute = null
      }
      wide.start = bucket.start
      wide.end = bucket.end
    }
    if (wide.minute && bar.time > wide.minute.time) wide.past = joined(wide.past, wide.minute)
    if (!wide.minute || bar.time >= wide.minute.time) wide.minute = bar
    const figures = joined(wide.past, wide.minute)
    const { key, source } = bar
    const final = bar.closes?.includes(wide.interval) ?? false
    const event: BarEvent = { type: 'bar', key, interval: wide.interval, time: wide.start, ...figures, final, source }
    wide.state = { ...event, seq: place.seq }
    this.#lanes.publish(wide.lane, place, event)
  }
}

function joined(past: Figures | null, next: Figures): Figures {
  const { open, high, low, close, volume, turnover } = next
  if (!past) return { open, high, low, close, volume, turnover }
  return {
    open: past.open,
    high: Math.max(past.high, high),
    low: Math.min(past.low, low),
    close,
    volume: Number((past.volume + volume).toFixed(8)),
    turnover: Number((past.turnover + turnover).toFixed(4)),
  }
}
