import { dayMs, minuteMs } from '#src/contract/time.ts'
import { zoneOffset } from '#src/contract/zone/zone-offset.ts'
import { parseIso } from '../../calendar/instant.ts'
import { onlyInstantOf } from '../../calendar/session.ts'
import type { Dialect } from '../file/dialect.ts'
import { instantOfNumber, unitOfDigits, wallOfDigits, wholeDigits } from './number-time.ts'
import { readWall } from './wall-time.ts'

/** A time that belongs to no bar, because no bar begins 1 ms after midnight. */
const between = 1
const dash = 45

export type TimeForm = Pick<Dialect, 'times' | 'dates' | 'zone' | 'isLocalDays' | 'dayMinute'> & {
  /** Whether the times are of bars of a day or more. */
  isDaily: boolean
  /** Whether a person named the unit. Numbers of any length then have this unit. */
  isUnitGiven: boolean
}

/** Reads times in the form of a file, as ms UTC; NaN for other text. A daily bar gets 00:00 UTC of its date. */
export class TimeReader {
  readonly #form: TimeForm
  readonly #isPlain: boolean

  constructor(form: TimeForm) {
    this.#form = form
    this.#isPlain = form.zone === 'UTC' && !form.isDaily
  }

  read(cell: string): number {
    const text = cell.trim()
    const { times, dates, isDaily } = this.#form
    if (this.#isPlain && text.charCodeAt(4) === dash) {
      const time = parseIso(text)
      if (time !== null) return time
    }
    const digits = wholeDigits(text)
    if (digits !== null) {
      const wall = times === 'text' || times === 'mixed' ? wallOfDigits(text) : null
      return wall === null ? this.#ofNumber(text, digits) : this.#ofWall(wall)
    }
    const read = readWall(text, dates)
    if (read === null) return Number.NaN
    const { wall, offset } = read
    if (offset === null) return this.#ofWall(wall)
    // A daily bar at a local midnight with an offset has the written date, whatever the offset is.
    if (isDaily && wall % dayMs === 0) return wall
    return this.#ofInstant(wall - offset * minuteMs)
  }

  #ofNumber(text: string, digits: string): number {
    const { times, isUnitGiven } = this.#form
    const unit = unitOfDigits(digits.length)
    if (times === 'text' || times === 'mixed')
      return unit === null ? Number.NaN : this.#ofInstant(instantOfNumber(text, unit))
    const fits = isUnitGiven || unit === times || (times === 's' && digits.length < 9 && wallOfDigits(digits) === null)
    return fits ? this.#ofInstant(instantOfNumber(text, times)) : Number.NaN
  }

  #ofWall(wall: number): number {
    const { zone, isDaily, isLocalDays, dayMinute } = this.#form
    if (isDaily) {
      const day = Math.floor(wall / dayMs) * dayMs
      if (wall === day || (isLocalDays && (wall - day) / minuteMs === dayMinute)) return day
      return isLocalDays ? between : wall
    }
    return zone === 'UTC' ? wall : onlyInstantOf(zone, wall)
  }

  #ofInstant(time: number): number {
    const { zone, isDaily, isLocalDays, dayMinute } = this.#form
    if (!isDaily || !isLocalDays || Number.isNaN(time)) return time
    const wall = time + zoneOffset(zone, time) * minuteMs
    const day = Math.floor(wall / dayMs) * dayMs
    return (wall - day) / minuteMs === dayMinute ? day : between
  }
}
