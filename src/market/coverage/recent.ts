import { type Interval, intervals } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { isIntraday } from '../bars/interval.ts'
import type { Exchange } from '../calendar/exchange.ts'
import { exchangeOf } from '../calendar/exchange-of.ts'
import { tradingDate } from '../calendar/session.ts'
import type { InstrumentListing, RecentRow } from './coverage-store.ts'
import { expectedBars, type Window, windowOf } from './expected-bars.ts'
import { presentBars, type StoredSeries, seriesName } from './stored-store.ts'

/** The maximum number of instruments of one statement, to limit its text and memory. */
const instrumentsAtOnce = 2_000

type BarCount = { present: number; expected: number }
type Series = Pick<StoredSeries, 'instrument' | 'interval' | 'first'>
type Calendar = { exchange: Exchange; window: Window; series: Map<number, Series[]> }

/**
 * Counts the stored or buildable bars among the bars that calendars expect in the last 30 trading days, for listed
 * instruments. For each interval, the most complete series of an instrument counts, of this or a finer interval.
 */
export async function recentCoverage(
  ctx: Platform,
  stored: readonly StoredSeries[],
  listings: ReadonlyMap<number, InstrumentListing>,
): Promise<RecentRow[]> {
  const found = new Map<string, RecentRow>()
  for (const calendar of calendarsOf(ctx, stored, listings)) {
    const ids = [...calendar.series.keys()]
    for (let at = 0; at < ids.length; at += instrumentsAtOnce) {
      const counts = await countsOf(ctx, calendar, ids.slice(at, at + instrumentsAtOnce))
      for (const [instrument, own] of counts) add(found, listings.get(instrument), own)
    }
  }
  return [...found.values()]
}

function calendarsOf(
  ctx: Platform,
  stored: readonly StoredSeries[],
  listings: ReadonlyMap<number, InstrumentListing>,
): Iterable<Calendar> {
  const calendars = new Map<Exchange, Calendar>()
  const now = ctx.clock.now()
  for (const { instrument, interval, first } of stored) {
    const listing = listings.get(instrument)
    if (listing?.state !== 'listed' || interval === 0) continue
    const exchange = exchangeOf(ctx, listing)
    const calendar = calendars.get(exchange) ?? { exchange, window: windowOf(exchange, now), series: new Map() }
    calendars.set(exchange, calendar)
    const series = calendar.series.get(instrument) ?? []
    calendar.series.set(instrument, [...series, { instrument, interval, first }])
  }
  return calendars.values()
}

/** The number of bars of each instrument and interval, in its most complete series. */
async function countsOf(
  ctx: Platform,
  { exchange, window, series }: Calendar,
  ids: readonly number[],
): Promise<Map<number, Map<Interval, BarCount>>> {
  const earliest = Math.min(...window.days, ...window.weeks, ...window.months)
  const own = ids.flatMap((id) => series.get(id) ?? [])
  const since = new Map(
    own
      .filter(({ first }) => first >= earliest)
      .map(({ instrument, interval, first }) => [
        seriesName(instrument, interval),
        isDated(interval) ? first : tradingDate(exchange, first),
      ]),
  )
  const present = await presentBars(ctx, { exchange, window, ids, since })
  const whole = new Map<number, Record<Interval, number>>()
  const expectedSince = (day: number) => {
    const known = whole.get(day) ?? expectedBars(exchange, window, day)
    whole.set(day, known)
    return known
  }
  const counts = new Map<number, Map<Interval, BarCount>>()
  for (const { instrument, interval } of own) {
    const name = seriesName(instrument, interval)
    const expected = expectedSince(since.get(name) ?? -1)
    const best = counts.get(instrument) ?? new Map<Interval, BarCount>()
    counts.set(instrument, best)
    for (const target of intervals.slice(interval - 1)) {
      if (!isBuilt(intervals[interval - 1] ?? target, target) || expected[target] === 0) continue
      const count = { present: present.get(name)?.[target] ?? 0, expected: expected[target] }
      const known = best.get(target)
      if (!known || count.present / count.expected > known.present / known.expected) best.set(target, count)
    }
  }
  return counts
}

const isDated = (number: number) => !intervals.slice(0, number).every(isIntraday)

/** Weeks are excluded because months are built from days, never from weeks. */
function isBuilt(base: Interval, target: Interval): boolean {
  return base === target || isIntraday(base) || base === '1d'
}

function add(
  found: Map<string, RecentRow>,
  listing: InstrumentListing | undefined,
  counts: ReadonlyMap<Interval, BarCount>,
): void {
  if (!listing) return
  for (const [interval, { present, expected }] of counts) {
    const name = `${listing.class} ${listing.exchange} ${interval}`
    const known = found.get(name) ?? {
      ...{ class: listing.class, exchange: listing.exchange, interval },
      ...{ instruments: 0, present: 0, expected: 0 },
    }
    found.set(name, {
      ...known,
      instruments: known.instruments + 1,
      present: known.present + present,
      expected: known.expected + expected,
    })
  }
}
