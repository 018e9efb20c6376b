import type { Exchange, Span } from '#src/market/exchange.ts'
import { dayMs } from '#src/market/interval.ts'
import { instantOf, placeInDay } from '#src/market/session.ts'

/** A stretch of trading in instants; the simulator keeps weekly hours and knows no holidays. */
export type Stretch = { open: number; close: number; date: number }

const fxWeek = { closeDay: 5, openDay: 0, hour: 17 }

/** The stretches of one trading date (00:00 UTC), in order; none where the market rests. */
export function stretchesOf(exchange: Exchange, date: number): Stretch[] {
  const weekday = new Date(date).getUTCDay()
  if (exchange.code === 'FX') return fxStretch(date, weekday)
  if (!exchange.weekdays.includes(weekday)) return []
  return exchange.regular.map(({ open, close }: Span) => ({
    open: instantOf(exchange.timeZone, date + open * 60_000),
    close: instantOf(exchange.timeZone, date + close * 60_000),
    date,
  }))
}

/** Sunday 17:00 to Friday 17:00 in New York, cut at 00:00 UTC. */
function fxStretch(date: number, weekday: number): Stretch[] {
  const edge = instantOf('America/New_York', date + fxWeek.hour * 3_600_000)
  if (weekday === 6) return []
  if (weekday === fxWeek.openDay) return [{ open: edge, close: date + dayMs, date }]
  if (weekday === fxWeek.closeDay) return [{ open: date, close: edge, date }]
  return [{ open: date, close: date + dayMs, date }]
}

/** Finds the stretch of an instant; remembers the day, because it is asked for every trade. */
export class Hours {
  readonly #exchange: Exchange
  #until = 0
  #from = 0
  #stretches: Stretch[] = []

  constructor(exchange: Exchange) {
    this.#exchange = exchange
  }

  at(time: number): Stretch | null {
    if (time < this.#from || time >= this.#until) this.#load(time)
    for (const stretch of this.#stretches) if (time >= stretch.open && time < stretch.close) return stretch
    return null
  }

  /** The trading date of an instant, whether the market is open or not. */
  dateOf(time: number): number {
    return placeInDay(this.#exchange, time).date
  }

  /** The next opening within ten days after a closed instant. */
  #load(time: number): void {
    const { date } = placeInDay(this.#exchange, time)
    this.#stretches = [-1, 0, 1].flatMap((days) => stretchesOf(this.#exchange, date + days * dayMs))
    this.#from = time - (time % 3_600_000)
    this.#until = this.#from + 3_600_000
  }
}
