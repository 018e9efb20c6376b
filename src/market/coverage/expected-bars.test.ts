import { expect, test } from 'vitest'
import { type Interval, intervals } from '#src/contract/market.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import { barAt, isInSession } from '../bars/bar-time.ts'
import { isIntraday } from '../bars/interval.ts'
import { exchanges } from '../calendar/exchange.ts'
import { positionInDay } from '../calendar/session.ts'
import { expectedBars, windowOf } from './expected-bars.ts'

const stepMs = 15 * minuteMs
const wide = intervals.filter(
  (interval): interval is Interval => isIntraday(interval) && interval !== '1m' && interval !== '5m',
)

/** Markets with UTC dates have no sessions by which a minute could be judged. */
const withSessions = [...exchanges.values()].filter(({ day }) => day.kind !== 'utc')

test.each(withSessions.map((exchange) => [exchange.code, exchange] as const))(
  'the bars that %s is expected to have are the bars that contain a minute of a session',
  (_, exchange) => {
    const { days } = windowOf(exchange, Date.parse('2026-07-01T12:00:00Z'))
    const counted = days.slice(-8)
    const [first = 0, last = 0] = [counted[0], counted.at(-1)]
    const found = new Map(wide.map((interval) => [interval, new Set<number>()]))
    for (let time = first - dayMs; time < last + 2 * dayMs; time += stepMs) {
      if (!isInSession(exchange, time) || !counted.includes(positionInDay(exchange, time).date)) continue
      for (const interval of wide) found.get(interval)?.add(barAt(exchange, interval, time).start)
    }
    const expected = expectedBars(exchange, { days: counted, weeks: [], months: [] }, -1)
    expect(Object.fromEntries(wide.map((interval) => [interval, expected[interval]]))).toEqual(
      Object.fromEntries([...found].map(([interval, starts]) => [interval, starts.size])),
    )
  },
)
