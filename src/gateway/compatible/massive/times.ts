import { refuse } from '#src/contract/errors.ts'
import { dayMs } from '#src/contract/time.ts'
import { parseIso } from '#src/market/calendar/instant.ts'
import { dateAt, startOfDay } from '../vendor/days.ts'
import type { Asked } from '../vendor/route.ts'

const isDate = /^\d{4}-\d{2}-\d{2}$/
/** Converts a time in ms to ns. The number may be rounded, but its JSON text is exact. */
export function nanoseconds(time: number): number {
  return time * 1e6
}

function dateNamed(param: string, text: string): number {
  const date = isDate.test(text) ? parseIso(text) : null
  if (date === null) throw refuse('invalid_time', { param })
  return date
}

/**
 * The beginning or end of a range of bars, as a date or a time in ms. Daily and longer bars are found by their date,
 * shorter bars by their time. The date of `to` is included.
 */
export function barTime({ ticker, params }: Asked, param: 'from' | 'to', isOfDays: boolean): number {
  const text = params[param] ?? ''
  if (/^-?\d{1,15}$/.test(text)) return isOfDays ? dateAt(ticker.class, Number(text)) : Number(text)
  const date = dateNamed(param, text)
  if (isOfDays) return date
  return param === 'from' ? startOfDay(ticker.class, date) : startOfDay(ticker.class, date + dayMs) - 1
}

/**
 * The vendor's filters on a time: `timestamp`, `.gte`, `.gt`, `.lte` and `.lt`, as dates or whole numbers. `perMs`: how
 * many units of such a number make a millisecond.
 */
export function timeFilter({ ticker, query }: Asked, perMs: bigint): { from?: number; to?: number } {
  const at = (suffix: string, up: boolean, step: number): number[] => {
    const name = `timestamp${suffix}`
    const text = query.get(name)
    if (text === null || text === '') return []
    if (/^\d{1,20}$/.test(text)) {
      const value = BigInt(text)
      const whole = Number(value / perMs)
      return [whole + (value % perMs === 0n ? step : up ? 1 : 0)]
    }
    return [startOfDay(ticker.class, dateNamed(name, text)) + step]
  }
  const exact = query.get('timestamp') ?? ''
  const lasts = isDate.test(exact) ? dayMs - 1 : 0
  const from = [...at('', true, 0), ...at('.gte', true, 0), ...at('.gt', true, 1)]
  const to = [...at('', false, lasts), ...at('.lte', false, 0), ...at('.lt', false, -1)]
  return {
    ...(from.length > 0 ? { from: Math.max(...from) } : {}),
    ...(to.length > 0 ? { to: Math.min(...to) } : {}),
  }
}
