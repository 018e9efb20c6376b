import { dayMs, hourMs, minuteMs } from '#src/contract/time.ts'
import type { Exchange } from '#src/market/calendar/exchange.ts'
import { dayOf, instantOf, positionInDay } from '#src/market/calendar/session.ts'

export type Stretch = { open: number; close: number; date: number }

/** The trading hours of one trading date (00:00 UTC, ms), in order; empty when the market is closed. */
export function stretchesOf(exchange: Exchange, date: number): Stretch[] {
  if (exchange.day.kind !== 'utc' || exchange.hours.kind === 'utc') return stretchesBy(exchange, date)
  // A UTC date contains the end of one New York day and the beginning of the next.
  const end = date + dayMs
  return [...stretchesBy(exchange, date), ...stretchesBy(exchange, end)]
    .map(({ open, close }) => ({ open: Math.max(open, date), close: Math.min(close, end), date }))
    .filter(({ open, close }) => open < close)
}

function stretchesBy(exchange: Exchange, date: number): Stretch[] {
  const regular = dayOf(exchange, date)?.regular ?? []
  return regular.map(({ open, close }) => ({
    open: instantOf(exchange.timeZone, date + open * minuteMs),
    close: instantOf(exchange.timeZone, date + close * minuteMs),
    date,
  }))
}

/** Finds the trading hours that contain a time. The day is cached, because each trade needs it. */
export class Hours {
  readonly #profile: { readonly exchange: Exchange }
  #exchange: Exchange
  #until = 0
  #from = 0
  #stretches: Stretch[] = []

  /** `profile.exchange` is replaced by another object when its hours change. */
  constructor(profile: { readonly exchange: Exchange }) {
    this.#profile = profile
    this.#exchange = profile.exchange
  }

  at(time: number): Stretch | null {
    const isChanged = this.#exchange !== this.#profile.exchange
    if (isChanged || time < this.#from || time >= this.#until) this.#load(time)
    for (const stretch of this.#stretches) if (time >= stretch.open && time < stretch.close) return stretch
    return null
  }

  dateOf(time: number): number {
    return positionInDay(this.#exchange, time).date
  }

  #load(time: number): void {
    this.#exchange = this.#profile.exchange
    const { date } = positionInDay(this.#exchange, time)
    this.#stretches = [-1, 0, 1].flatMap((days) => stretchesOf(this.#exchange, date + days * dayMs))
    this.#from = time - (time % hourMs)
    this.#until = this.#from + hourMs
  }
}
