import type { Adjustment } from '#src/contract/market.ts'
import {
  type BarInterval,
  type DataSource,
  type DayChoice,
  intervalMs,
  intervals,
  type SessionChoice,
} from '#src/contract/market.ts'
import { dayMs, hourMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Bar } from '../bars/bar.ts'
import * as store from '../bars/bar-store.ts'
import { groupBars, periodDays, periodStart } from '../bars/bar-time.ts'
import type { Rows } from '../bars/bar-time-sql.ts'
import type { Combination, SourceFilter } from '../bars/combine-sql.ts'
import { basesOf, isIntraday } from '../bars/interval.ts'
import type { Exchange } from '../calendar/exchange.ts'
import { exchangeOf } from '../calendar/exchange-of.ts'
import { datedByHours, tradingDate } from '../calendar/session.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { adjustBars, type Factor } from './adjust.ts'

/**
 * A stored span. `first`, `last`: opens of bars, ms UTC; `isSimulated`: all bars are simulated; `isMixed`: some are.
 */
export type Span = { first: number; last: number; isSimulated?: boolean; isMixed?: boolean }

/** The series that count: simulated series only if the instrument has no other series. */
export type Coverage = ReadonlyMap<BarInterval, Span>

export type BarQuery = {
  instrument: Instrument
  interval: BarInterval
  /** Range of bar times, ms UTC, both ends included. */
  from?: number | undefined
  to?: number | undefined
  limit: number
  /** `oldest` reads forward from `from`; `newest` returns the last `limit` bars up to `to`. */
  order: 'newest' | 'oldest'
  adjust?: Adjustment
  factors?: readonly Factor[]
  /** The stored spans; read from the store if absent. */
  coverage?: Coverage
  /** Only bars of this source, and bars that are built only from bars of this source. */
  source?: DataSource | undefined
  /** The part of each day that counts. Default: the whole day in intraday bars, the regular sessions in longer bars. */
  session?: SessionChoice | undefined
  /** The division into days, for currencies. Default: by UTC, as in stored bars. */
  day?: DayChoice | undefined
}

const beginning = -5_364_662_400_000
const end = 7_258_118_400_000

export async function readCoverage(ctx: Platform, instrumentId: number): Promise<Coverage> {
  return coverageOf(await store.coverage(ctx, instrumentId))
}

export function coverageOf(spans: readonly store.StoredSpan[]): Coverage {
  const counted = spans.some(({ isSimulated }) => !isSimulated)
    ? spans.filter(({ isSimulated }) => !isSimulated)
    : spans
  return new Map(
    counted.flatMap(({ interval, ...span }) => {
      const name = intervals[interval - 1]
      return name ? [[name, span] as const] : []
    }),
  )
}

/**
 * Bars of an interval, oldest first, sorted and unique. They combine all stored series, which may overlap, follow one
 * another or have gaps:
 *
 * - A stored bar of the interval is returned unchanged, because it covers its whole length.
 * - Every other bar is built from stored finer bars that begin in it. Where two series overlap, the longer bar counts
 * and finer bars that begin inside it do not. So each minute counts once, and a bar is the sum of the bars that finer
 * intervals return.
 * - A day includes bars that overlap its regular sessions. If a bar extends beyond a session, finer bars of the session
 * replace that bar, because they match the session exactly.
 * - With another part of the day (`session`) or another division into days (`day`), bars are built from finer bars
 * only.
 * - Weeks, months and longer bars that are not stored are built from days.
 * - Simulated bars count only while the instrument has no other bars, or if `source` requests them. No bar mixes
 * simulated and real prices.
 *
 * `from`, `to` and `limit` bound the times of the returned bars. A bar that the range cuts is still built whole, so
 * that pages join exactly.
 */
export async function readBars(ctx: Platform, query: BarQuery): Promise<Bar[]> {
  const coverage = query.coverage ?? (await readCoverage(ctx, query.instrument.id))
  if (periodDays(query.interval) > 1) return calendarBars(ctx, { ...query, coverage })
  const { exchange, session, isUsual } = hoursFor(ctx, query)
  const sources = sourcesOf(coverage, query.source)
  const range = { from: query.from ?? beginning, to: query.to ?? end, limit: query.limit, order: query.order, sources }
  const usual = combinationOf(ctx, query.instrument, query.interval, coverage)
  const own = isUsual && usual.hasOwn ? await store.stored(ctx, query.instrument.id, query.interval, range) : []
  const bases = basesOf(query.interval).filter((base) => isIntraday(base) && coverage.has(base))
  const combination = isUsual ? usual : { ...usual, exchange, session, bases, hasOwn: false }
  const built = await buildBars(ctx, { ...combination, sources }, range, coverage, own)
  const bars = built.length === 0 ? own : newestOrOldest([...own, ...built], range)
  return adjustBars(bars, query.adjust ?? 'none', query.factors ?? [], dateOf(query.interval, exchange))
}

export function combinationOf(
  ctx: Pick<Platform, 'kept'>,
  instrument: Instrument,
  interval: BarInterval,
  coverage: Coverage,
): Combination {
  return {
    instruments: [instrument.id],
    exchange: exchangeOf(ctx, instrument),
    interval,
    bases: basesOf(interval).filter((base) => base !== interval && coverage.has(base)),
    hasOwn: coverage.has(interval),
    sources: sourcesOf(coverage),
  }
}

/**
 * The hours by which a query reads. `isUsual`: they are the hours of the stored bars. With other hours, bars are built
 * only from finer bars; for an intraday bar, stored bars of its own interval count as finer bars.
 */
export function hoursFor(
  ctx: Pick<Platform, 'kept'>,
  { instrument, interval, session, day }: Pick<BarQuery, 'instrument' | 'interval' | 'session' | 'day'>,
): { exchange: Exchange; session: SessionChoice | undefined; isUsual: boolean } {
  const exchange = exchangeOf(ctx, instrument)
  const isOtherDay = day === 'fx' && !isIntraday(interval) && exchange.day !== exchange.hours
  const usual = isIntraday(interval) ? 'all' : 'regular'
  const other = session === usual ? undefined : session
  return {
    exchange: isOtherDay ? datedByHours(exchange) : exchange,
    session: other ?? (isOtherDay ? usual : undefined),
    isUsual: other === undefined && !isOtherDay,
  }
}

/** Leaves out simulated rows if there are other rows. Simulated rows may remain after the end of a simulation. */
export function sourcesOf(coverage: Coverage, source?: DataSource): SourceFilter {
  if (source !== undefined) return source
  for (const { isMixed } of coverage.values()) if (isMixed) return 'real'
  return undefined
}

/** The trading date by which a bar's adjustment factor is chosen. */
export function dateOf(interval: BarInterval, exchange: Exchange): (bar: Bar) => number {
  return isIntraday(interval) ? (bar) => tradingDate(exchange, bar.time) : (bar) => bar.time
}

function newestOrOldest(bars: Bar[], { order, limit }: Pick<store.BarRange, 'order' | 'limit'>): Bar[] {
  bars.sort((a, b) => a.time - b.time)
  return order === 'newest' ? bars.slice(-limit) : bars.slice(0, limit)
}

/** Builds the bars that are not stored, at most `limit` of the newest or oldest. */
async function buildBars(
  ctx: Platform,
  combination: Combination,
  requested: store.BarRange,
  coverage: Coverage,
  own: readonly Bar[],
): Promise<Bar[]> {
  const range = beside(requested, own)
  const size = intervalMs[combination.interval]
  // A row may lie on the UTC date before or after its trading date, and a clock change may lengthen a bar by an hour.
  const slack = isIntraday(combination.interval) ? size + hourMs : 2 * dayMs
  const all = { from: range.from - slack, to: range.to + slack }
  const bases = combination.bases.filter((base) => (coverage.get(base)?.first ?? end) <= all.to)
  if (bases.length === 0) return []
  const read = async (within: store.BarRange, rows: Rows) => {
    const found = await store.built(ctx, { ...combination, bases }, within, rows)
    return [...found.values()].flat()
  }
  const spans = bases.flatMap((base) => coverage.get(base) ?? [])
  const first = Math.min(...spans.map((span) => span.first))
  const last = Math.max(...spans.map((span) => span.last))
  // Most ranges are far longer than the time of the requested bars. So a shorter range is read first. It suffices for a
  // market that is open 1 hour in 6.
  const length = range.limit * size * 7 + 6 * dayMs
  const near =
    range.order === 'newest'
      ? { from: Math.min(all.to, last) - length, to: all.to }
      : { from: all.from, to: Math.max(all.from, first) + length }
  if (near.from <= Math.max(all.from, first) && near.to >= Math.min(all.to, last)) return read(range, all)
  const edge = range.order === 'newest' ? { ...range, from: near.from + slack } : { ...range, to: near.to - slack }
  const found = await read(edge, near)
  const known = own.filter(({ time }) => time >= edge.from && time <= edge.to).length
  return found.length + known >= range.limit ? found : read(range, all)
}

/**
 * Narrows the range to build: if there are enough stored bars, only bars between them, and newer bars (`newest`) or
 * older bars (`oldest`), can be in the result.
 */
function beside(range: store.BarRange, own: readonly Bar[]): store.BarRange {
  const [first, last] = [own[0], own.at(-1)]
  if (own.length < range.limit || !first || !last) return range
  return range.order === 'newest'
    ? { ...range, from: Math.max(range.from, first.time) }
    : { ...range, to: Math.min(range.to, last.time) }
}

async function calendarBars(ctx: Platform, query: BarQuery & { coverage: Coverage }): Promise<Bar[]> {
  const { limit, from, to, interval, order, ...rest } = query
  const start = (date: number) => periodStart(interval, date)
  const dates = periodDays(interval)
  const daysMax = (limit + 2) * dates
  const days = await readBars(ctx, {
    ...rest,
    order,
    interval: '1d',
    from: from === undefined ? undefined : order === 'newest' ? start(from) : from - dates * dayMs,
    to: to === undefined ? undefined : to + dates * dayMs,
    limit: daysMax,
  })
  const sources = sourcesOf(query.coverage, query.source)
  const range = { from: from ?? beginning, to: to ?? end, limit, order, sources }
  const { exchange, isUsual } = hoursFor(ctx, query)
  const stored =
    isUsual && query.coverage.has(interval) ? await store.stored(ctx, query.instrument.id, interval, range) : []
  const own = adjustBars(stored, query.adjust ?? 'none', query.factors ?? [], ({ time }) => time)
  const known = new Set(own.map(({ time }) => start(time)))
  const isCut = days.length === daysMax
  const built = groupBars(exchange, interval, '1d', days)
    .slice(isCut && order === 'newest' ? 1 : 0, isCut && order === 'oldest' ? -1 : undefined)
    .filter(({ time }) => !known.has(time) && time >= range.from && time <= range.to)
  return newestOrOldest([...own, ...built], range)
}
