import type { BarEvent, BarInterval, MarketEvent, TickEvent } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import { roundTurnover, roundVolume } from '#src/market/bars/bar.ts'

/** The intervals above a minute whose bars contain the minute at `time`, with the ends of these bars. */
export type BucketEnds = (key: string, time: number) => readonly { interval: BarInterval; end: number }[]

/** `bar` changes in place until it is final. `isSent`: a source may send the bar of the next minute late. */
type Open = { bar: BarEvent; ends: { interval: BarInterval; end: number }[]; isSent: boolean }

/** The longest wait for a source's bar after its minute, ms. Until then, no wider bar ends without it. */
const sentLateMs = minuteMs

/**
 * Builds minute bars from ticks: a running bar after each tick, and a final bar once a later tick or the clock has
 * passed its end. When a wider bar ends later than its last traded minute, that minute is repeated with `closes`, so
 * that tape readers need no clock.
 */
export class BarBuilder {
  readonly #ends: BucketEnds
  readonly #open = new Map<string, Open>()

  constructor(ends: BucketEnds) {
    this.#ends = ends
  }

  /**
   * Adds a tick and pushes the bars that it ends to `events`. Returns whether the running bar changed: a tick of a
   * minute that is already final only goes to history.
   */
  addTick(tick: TickEvent, events: MarketEvent[] = []): boolean {
    const open = this.#open.get(tick.key)
    if (open && tick.time < open.bar.time + minuteMs) {
      if (tick.time < open.bar.time || open.bar.final) return false
      add(open.bar, tick)
      return true
    }
    const time = tick.time - (tick.time % minuteMs)
    if (open) events.push(...this.#finish(open, time))
    this.#open.set(tick.key, { bar: begun(tick, time), ends: [...this.#ends(tick.key, time)], isSent: false })
    return true
  }

  /**
   * Adds a final bar of a source, which replaces the bar that was built for its minute. Returns the bars to publish:
   * the bars that end before it, and the bar with the wider bars that end with it.
   */
  addBar(bar: BarEvent): BarEvent[] {
    const open = this.#open.get(bar.key)
    if (open && bar.time < open.bar.time) return [bar]
    const before = open && bar.time > open.bar.time ? this.#finish(open, bar.time) : []
    const next = { bar, ends: [...this.#ends(bar.key, bar.time)], isSent: true }
    this.#open.set(bar.key, next)
    const [closing = bar] = this.#finish(next, bar.time + minuteMs)
    return [...before, closing]
  }

  /** A copy of the running bar. Later ticks do not change it. */
  running(key: string): BarEvent | undefined {
    const bar = this.#open.get(key)?.bar
    return bar && { ...bar }
  }

  /** Continues the bar of a minute that another process published, whether running or final. */
  resume(bar: BarEvent): void {
    const { closes = [], ...open } = bar
    const ends = this.#ends(bar.key, bar.time).filter(({ interval }) => !closes.includes(interval))
    this.#open.set(bar.key, { bar: open, ends: [...ends], isSent: bar.final })
  }

  forget(key: string): void {
    this.#open.delete(key)
  }

  /** Applies a changed calendar to open wider bars. The next sweep closes bars whose new end has passed. */
  reschedule(): void {
    for (const [key, open] of this.#open) {
      const ends = new Map(this.#ends(key, open.bar.time).map(({ interval, end }) => [interval, end]))
      if (ends.size > 0)
        open.ends = open.ends.map(({ interval }) => ({ interval, end: ends.get(interval) ?? open.bar.time }))
    }
  }

  sweep(now: number): BarEvent[] {
    const events: BarEvent[] = []
    for (const [key, open] of this.#open) {
      events.push(...this.#finish(open, open.isSent ? now - sentLateMs : now))
      if (open.bar.final && open.ends.length === 0) this.#open.delete(key)
    }
    return events
  }

  #finish(open: Open, now: number): BarEvent[] {
    const closes = open.ends.filter(({ end }) => end <= now).map(({ interval }) => interval)
    const ended = !open.bar.final && open.bar.time + minuteMs <= now
    if (!ended && closes.length === 0) return []
    open.ends = open.ends.filter(({ end }) => end > now)
    open.bar = { ...open.bar, final: true }
    return [closes.length > 0 ? { ...open.bar, closes } : open.bar]
  }
}

function add(bar: BarEvent, { price, volume }: TickEvent): void {
  bar.high = Math.max(bar.high, price)
  bar.low = Math.min(bar.low, price)
  bar.close = price
  bar.volume = roundVolume(bar.volume + volume)
  bar.turnover = roundTurnover(bar.turnover + roundTurnover(price * volume))
}

function begun(tick: TickEvent, time: number): BarEvent {
  const { key, price, volume, source } = tick
  return {
    type: 'bar',
    key,
    interval: '1m',
    time,
    open: price,
    high: price,
    low: price,
    close: price,
    volume,
    turnover: roundTurnover(price * volume),
    final: false,
    source,
  }
}
