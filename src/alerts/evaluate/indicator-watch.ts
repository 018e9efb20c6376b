import type { AlertCondition } from '#src/contract/account/alerts.ts'
import { indicators } from '#src/contract/indicators/catalogue.ts'
import { lookback } from '#src/contract/indicators/compute.ts'
import type { IndicatorBar, IndicatorRow } from '#src/contract/indicators/indicator.ts'
import type { BarEvent } from '#src/contract/market.ts'
import type { LiveAlert } from '../alert.ts'
import { Crossings, type Heard } from './crossings.ts'

export type IndicatorCondition = Extract<AlertCondition, { kind: 'indicator' }>

/**
 * `closed`: closed bars, oldest first. `closedUntil`: the end of the last closed bar. `minutes`: the minutes of the
 * running bar.
 */
export type Seed = { closed: readonly IndicatorBar[]; closedUntil: number; minutes: readonly IndicatorBar[] }

/** One line of an indicator over the bars of an interval, measured when a bar closes. */
export class IndicatorWatch {
  readonly condition: IndicatorCondition
  readonly #crossings = new Crossings()
  #next: ((bar: IndicatorBar) => IndicatorRow) | null = null
  #running: IndicatorBar | null = null
  #lastMinute = Number.NEGATIVE_INFINITY
  #closedUntil = Number.NEGATIVE_INFINITY

  constructor(condition: IndicatorCondition) {
    this.condition = condition
  }

  /** Whether the earlier bars were read; until then nothing is measured. */
  get isSeeded(): boolean {
    return this.#next !== null
  }

  /** The number of closed bars that a seed needs. */
  get barsBefore(): number {
    return lookback(this.condition.name, this.condition.params) + 1
  }

  add(alert: LiveAlert): void {
    this.#crossings.add(alert)
  }

  seed({ closed, closedUntil, minutes }: Seed): void {
    this.#next = indicators[this.condition.name].start(this.condition.params)
    for (const bar of closed) this.#next(bar)
    this.#closedUntil = closedUntil
    this.#lastMinute = Number.NEGATIVE_INFINITY
    this.#running = null
    for (const minute of minutes) this.#extend(minute)
  }

  /**
   * Evaluates a final minute. `endOf`: returns the end of the bar that contains a time. `heard` null: the minute was
   * evaluated before and now only restores the state.
   */
  evaluate(bar: BarEvent, at: number, endOf: (time: number) => number, heard: Heard | null): void {
    if (!this.#next || bar.time < this.#closedUntil) return
    this.#extend({ t: bar.time, o: bar.open, h: bar.high, l: bar.low, c: bar.close, v: bar.volume })
    const { interval, output } = this.condition
    if (interval !== '1m' && !bar.closes?.includes(interval)) return
    const running = this.#running
    if (!running) return
    this.#running = null
    this.#closedUntil = endOf(bar.time)
    const value = this.#next(running)[output]
    if (heard && value !== null && value !== undefined) this.#crossings.evaluate(value, at, heard)
  }

  /** Skips a repeated minute: the tape repeats a minute when a wider bar closes later. */
  #extend(minute: IndicatorBar): void {
    if (minute.t <= this.#lastMinute) return
    this.#lastMinute = minute.t
    const before = this.#running
    this.#running = before
      ? {
          ...before,
          h: Math.max(before.h, minute.h),
          l: Math.min(before.l, minute.l),
          c: minute.c,
          v: before.v + minute.v,
        }
      : minute
  }
}
