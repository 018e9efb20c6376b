import { refuse } from '#src/contract/errors.ts'
import type { AssetClass } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import { parseIso } from '#src/market/calendar/instant.ts'
import { dateAt, startOfDay } from '../../vendor/days.ts'
import type { Asked } from '../../vendor/route.ts'

const isDate = /^\d{4}-\d{2}-\d{2}$/
/** A time of the vendor needs a zone; our own times may lack a zone. */
const isInstant = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:\d{2})$/
const finerThanMs = /\.\d{3}\d*[1-9]/

export function timeText(time: number): string {
  return new Date(time).toISOString()
}

/**
 * `start` and `end`, both inclusive. The default is from the beginning of today until now. If `end` is a date, that
 * whole day is included.
 */
export function spanOf(asked: Asked, assetClass: AssetClass): { start: number; end: number } {
  const today = startOfDay(assetClass, dateAt(assetClass, asked.now))
  return {
    start: timeOf(asked, 'start', assetClass) ?? today,
    end: timeOf(asked, 'end', assetClass) ?? asked.now,
  }
}

function timeOf({ query }: Asked, param: 'start' | 'end', assetClass: AssetClass): number | null {
  const text = query.get(param)?.trim() ?? ''
  if (text === '') return null
  const time = isDate.test(text) || isInstant.test(text) ? parseIso(text.toUpperCase()) : null
  if (time === null) throw refuse('invalid_time', { param })
  if (isDate.test(text)) {
    const day = startOfDay(assetClass, time)
    return param === 'start' ? day : startOfDay(assetClass, time + dayMs) - 1
  }
  return param === 'start' && finerThanMs.test(text) ? time + 1 : time
}

/** The dates (00:00 UTC) whose days begin in a span. If no day begins in the span, `to` is before `from`. */
export function datesIn(assetClass: AssetClass, { start, end }: { start: number; end: number }) {
  const first = dateAt(assetClass, start)
  const from = startOfDay(assetClass, first) < start ? first + dayMs : first
  return { from, to: dateAt(assetClass, end) }
}

/** The first ten characters of a parameter as a date, 00:00 UTC; null if the parameter is absent. */
export function dateIn({ query }: Asked, param: string): number | null {
  const text = query.get(param)?.trim() ?? ''
  if (text === '') return null
  const date = isDate.test(text.slice(0, 10)) ? parseIso(text.slice(0, 10)) : null
  if (date === null) throw refuse('invalid_time', { param })
  return date
}
