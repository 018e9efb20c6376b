import { dayMs } from '#src/contract/time.ts'
import type { Exchange } from '../calendar/exchange.ts'
import { holidayOn } from '../calendar/holidays/holidays.ts'
import { dayOf } from '../calendar/session.ts'

/** The trading days of an exchange, in ms, at most `limit`; only in the years of its holiday list, if it has a list. */
export function tradingDays(
  exchange: Exchange,
  from: number,
  to: number,
  limit: number = Number.POSITIVE_INFINITY,
): number[] {
  const days: number[] = []
  for (let day = from - (((from % dayMs) + dayMs) % dayMs); day <= to && days.length < limit; day += dayMs) {
    const isCovered =
      exchange.calendar === null || holidayOn(exchange.calendar, new Date(day).toISOString().slice(0, 10)) !== undefined
    if (isCovered && (dayOf(exchange, day)?.regular.length ?? 0) > 0) days.push(day)
  }
  return days
}
