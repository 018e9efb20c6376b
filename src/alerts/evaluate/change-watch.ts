import { minuteMs } from '#src/contract/time.ts'
import type { LiveAlert } from '../alert.ts'
import { Crossings, type Heard } from './crossings.ts'

/** Minutes kept beyond the longest window. */
const spareMinutes = 1_440

/** The closes of an instrument's minutes, oldest first. */
export class Minutes {
  isSeeded = false
  readonly #spanMs: number
  #times: number[] = []
  #closes: number[] = []
  /** The position of the first kept minute. The position of a minute never changes. */
  #dropped = 0

  constructor(windowMinutes: number) {
    this.#spanMs = windowMinutes * minuteMs
  }

  add(time: number, close: number): void {
    if (time <= (this.#times.at(-1) ?? Number.NEGATIVE_INFINITY)) return
    this.#times.push(time)
    this.#closes.push(close)
    const excess = this.#times.length - this.#spanMs / minuteMs - spareMinutes
    if (excess < spareMinutes) return
    this.#times = this.#times.slice(excess)
    this.#closes = this.#closes.slice(excess)
    this.#dropped += excess
  }

  /** Adds older minutes, oldest first. */
  addBefore(minutes: readonly { time: number; close: number }[]): void {
    this.isSeeded = true
    const first = this.#times[0] ?? Number.POSITIVE_INFINITY
    const older = minutes.filter(({ time }) => time < first)
    this.#times = [...older.map(({ time }) => time), ...this.#times]
    this.#closes = [...older.map(({ close }) => close), ...this.#closes]
    this.#dropped -= older.length
  }

  /** The last minute that ended at or before `time`, searched from `position` on; null if there is none. */
  endedBefore(time: number, position: number | null): { position: number; close: number } | null {
    let at = position === null ? -1 : Math.max(position - this.#dropped, -1)
    while (at + 1 < this.#times.length && (this.#times[at + 1] ?? 0) + minuteMs <= time) at += 1
    return at < 0 ? null : { position: at + this.#dropped, close: this.#closes[at] ?? 0 }
  }
}

/** Measures the change of a price over a time window, in percent of the close of the last minute before the window. */
export class ChangeWatch {
  readonly #windowMs: number
  readonly #crossings = new Crossings()
  #position: number | null = null

  constructor(minutes: number) {
    this.#windowMs = minutes * minuteMs
  }

  add(alert: LiveAlert): void {
    this.#crossings.add(alert)
  }

  evaluate(minutes: Minutes, tick: { price: number; time: number }, at: number, heard: Heard): void {
    const before = minutes.endedBefore(tick.time - this.#windowMs, this.#position)
    this.#position = before?.position ?? null
    if (before && before.close > 0) this.#crossings.evaluate((tick.price / before.close - 1) * 100, at, heard)
  }
}
