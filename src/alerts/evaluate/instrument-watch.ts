import { changeMinutes } from '#src/contract/account/alert-choices.ts'
import type { BarEvent, BarInterval, TickEvent } from '#src/contract/market.ts'
import type { LiveAlert } from '../alert.ts'
import { ChangeWatch, Minutes } from './change-watch.ts'
import { Crossings, type Heard } from './crossings.ts'
import { IndicatorWatch } from './indicator-watch.ts'

const longestWindow = Math.max(...changeMinutes)

/** Returns the end, in ms, of the bar that contains `time`. */
export type BarEnd = (interval: BarInterval, time: number) => number

/** All measured values of one instrument. Each value is measured once for all alerts. */
export class InstrumentWatch {
  #price: Crossings | null = null
  #changes: Map<number, ChangeWatch> | null = null
  #indicators: Map<string, IndicatorWatch> | null = null
  /** Null until an alert needs minutes. */
  minutes: Minutes | null = null
  endOf: BarEnd = () => Number.NEGATIVE_INFINITY
  #last: TickEvent | null = null
  #lastAt = 0

  add(alert: LiveAlert): void {
    const { condition } = alert
    if (condition.kind === 'indicator') this.#indicator(condition).add(alert)
    else if (condition.kind === 'change') this.#change(condition.minutes).add(alert)
    else {
      this.#price ??= new Crossings()
      this.#price.add(alert)
    }
  }

  /** Evaluates the last tick again for new alerts. A repeated tick does not change the other alerts. */
  tickAgain(heard: Heard): void {
    if (this.#last) this.tick(this.#last, this.#lastAt, heard)
  }

  /** `at`: when the tape received the event, ms. */
  tick(tick: TickEvent, at: number, heard: Heard | null): void {
    this.#last = tick
    this.#lastAt = at
    if (heard === null) return
    this.#price?.evaluate(tick.price, at, heard)
    if (!this.#changes || !this.minutes) return
    for (const change of this.#changes.values()) change.evaluate(this.minutes, tick, at, heard)
  }

  minute(bar: BarEvent, at: number, heard: Heard | null): void {
    this.minutes?.add(bar.time, bar.close)
    if (!this.#indicators) return
    for (const watch of this.#indicators.values())
      watch.evaluate(bar, at, (time) => this.endOf(watch.condition.interval, time), heard)
  }

  get unseeded(): IndicatorWatch[] {
    return [...(this.#indicators?.values() ?? [])].filter(({ isSeeded }) => !isSeeded)
  }

  get lastPrice(): number {
    return this.#last?.price ?? 0
  }

  #change(minutes: number): ChangeWatch {
    this.minutes ??= new Minutes(longestWindow)
    this.#changes ??= new Map()
    return known(this.#changes, minutes, () => new ChangeWatch(minutes))
  }

  #indicator(condition: IndicatorWatch['condition']): IndicatorWatch {
    const { name, params, interval, output } = condition
    this.#indicators ??= new Map()
    const measured = JSON.stringify([name, interval, output, Object.entries(params).sort()])
    return known(this.#indicators, measured, () => new IndicatorWatch(condition))
  }
}

function known<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}
