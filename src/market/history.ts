import { type Interval, intervals } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type Adjustment, adjustBars, type Factor } from './adjust.ts'
import { type Bar, turnoverDecimals, volumeDecimals } from './bar.ts'
import * as store from './bar-store.ts'
import { type Exchange, exchangeOf } from './exchange.ts'
import type { Instrument } from './instrument.ts'
import { dayMs, intervalMs, intervalNumber, isIntraday, monthStart, weekStart } from './interval.ts'
import { tradingDate, zoneOffset } from './session.ts'

/** What is stored of one interval: bars' opens, both included, ms UTC; whether any of it was imported, whether all is simulated. */
export type Span = { first: number; last: number; isImported?: boolean; isSimulated?: boolean }

/** Which part of time each stored interval of an instrument covers. */
export type Coverage = ReadonlyMap<Interval, Span>

export type BarQuery = {
  instrument: Instrument
  interval: Interval
  /** Both ends included, ms UTC. */
  from?: number | undefined
  to?: number | undefined
  limit: number
  /** `oldest` reads forward from `from`; `newest` the last `limit` up to `to`. */
  order: 'newest' | 'oldest'
  adjust?: Adjustment
  factors?: readonly Factor[]
  /** Known already; otherwise asked from the store. */
  coverage?: Coverage
}

const beginning = -5_364_662_400_000
const end = 7_258_118_400_000

/** What is stored of an instrument. */
export async function readCoverage(ctx: Platform, instrumentId: number): Promise<Coverage> {
  const rows = await store.coverage(ctx, instrumentId)
  return new Map(
    rows.flatMap(({ interval, ...span }) => {
      const name = intervals[interval - 1]
      return name ? [[name, span] as const] : []
    }),
  )
}

/**
 * Bars of an interval, oldest first, sorted and unique. Stored bars of that interval win; where they do not reach, bars are
 * built from the next finer interval that does: intraday ones aligned to the exchange's clock and with all recorded minutes,
 * days from the regular session alone (markets that never close: UTC days), weeks from Monday, months from the first.
 * What was imported is never continued by what is simulated.
 */
export async function readBars(ctx: Platform, query: BarQuery): Promise<Bar[]> {
  const coverage = query.coverage ?? (await readCoverage(ctx, query.instrument.id))
  if (query.interval === '1w' || query.interval === '1M') return calendarBars(ctx, { ...query, coverage })
  const exchange = exchangeOf(query.instrument)
  const pieces = piecesOf(query.interval, coverage)
  // The store may have grown since coverage was asked: the last piece has no end.
  const last = pieces.at(-1)
  if (last) last.to = end
  const ordered = query.order === 'newest' ? pieces.reverse() : pieces
  const bounds = { from: query.from ?? beginning, to: query.to ?? end }
  let bars: Bar[] = []
  for (const piece of ordered) {
    const limit = query.limit - bars.length
    if (limit <= 0) break
    const range = {
      from: Math.max(bounds.from, piece.from),
      to: Math.min(bounds.to, piece.to),
      limit,
      order: query.order,
    }
    if (range.from > range.to) continue
    const found =
      piece.base === query.interval
        ? await store.stored(ctx, query.instrument.id, query.interval, range)
        : await build(ctx, query.instrument, exchange, query.interval, piece.base, range)
    bars = query.order === 'newest' ? [...found, ...bars] : [...bars, ...found]
  }
  return adjustBars(bars, query.adjust ?? 'none', query.factors ?? [], dateOf(query.interval, exchange))
}

/** The newest finished days of several instruments at once: stored ones, and built ones only where an instrument has none stored. */
export async function readNewestDays(
  ctx: Platform,
  instruments: readonly Instrument[],
  limit: number,
): Promise<Map<number, Bar[]>> {
  if (instruments.length === 0) return new Map()
  const days = await store.newestDays(
    ctx,
    instruments.map(({ id }) => id),
    limit,
  )
  const others = instruments.filter(({ id }) => !days.has(id))
  const built = await Promise.all(
    others.map((instrument) => readBars(ctx, { instrument, interval: '1d', limit, order: 'newest' })),
  )
  for (const [at, { id }] of others.entries()) days.set(id, built[at] ?? [])
  return days
}

/** The trading date that decides which factor applies to a bar. */
function dateOf(interval: Interval, exchange: Exchange): (bar: Bar) => number {
  return isIntraday(interval) ? (bar) => tradingDate(exchange, bar.time) : (bar) => bar.time
}

type Piece = { base: Interval; from: number; to: number }

/** Disjoint spans of bar times in order, each with the interval it is read from: the interval itself, then ever finer ones around it. */
export function piecesOf(interval: Interval, coverage: Coverage): Piece[] {
  const pieces: Piece[] = []
  const keepsImport = isFromImport(interval, coverage)
  for (const base of basesOf(interval)) {
    const span = coverage.get(base)
    if (!span || (keepsImport && span.isSimulated)) continue
    const reach = { from: floorTo(span.first, interval), to: span.last }
    const [head] = pieces
    const tail = pieces.at(-1)
    if (!head || !tail) {
      pieces.push({ base, ...reach })
      continue
    }
    if (reach.from < head.from) pieces.unshift({ base, from: reach.from, to: head.from - 1 })
    if (reach.to > tail.to) pieces.push({ base, from: tail.to + 1, to: reach.to })
  }
  return pieces
}

/** An interval of which the coarsest stored base was imported: simulated bars, stored or live, do not go on from it. */
export function isFromImport(interval: Interval, coverage: Coverage): boolean {
  const base = basesOf(interval).find((known) => coverage.has(known))
  return base !== undefined && coverage.get(base)?.isImported === true
}

/** The intervals that bars of this one are read or built from, itself first, then ever finer. */
function basesOf(interval: Interval): Interval[] {
  return intervals.slice(0, intervalNumber(interval)).reverse()
}

/** The earliest time that the bar holding `time` can have; a day may begin the evening before or the morning after in UTC. */
function floorTo(time: number, interval: Interval): number {
  return isIntraday(interval) ? time - intervalMs[interval] : Math.floor(time / dayMs) * dayMs - dayMs
}

async function build(
  ctx: Platform,
  instrument: Instrument,
  exchange: Exchange,
  interval: Interval,
  base: Interval,
  range: store.BarRange,
): Promise<Bar[]> {
  const grouping = groupingFor(exchange, interval, base)
  const slack = isIntraday(interval) ? intervalMs[interval] : 2 * dayMs
  const all = { from: range.from - slack, to: range.to + slack }
  // Most ranges hold far more time than the bars asked for: read a part first, sized for a market that is open 1 hour in 6.
  const part = range.limit * intervalMs[interval] * 7 + 6 * dayMs
  if (all.to - all.from <= part * 2) return store.grouped(ctx, instrument.id, grouping, range, all)
  const near = range.order === 'newest' ? { from: all.to - part, to: all.to } : { from: all.from, to: all.from + part }
  const edge = range.order === 'newest' ? { ...range, from: near.from + slack } : { ...range, to: near.to - slack }
  const found = await store.grouped(ctx, instrument.id, grouping, edge, near)
  return found.length >= range.limit ? found : store.grouped(ctx, instrument.id, grouping, range, all)
}

/** How SQL cuts rows of `base` into bars of `interval`. */
export function groupingFor(exchange: Exchange, interval: Interval, base: Interval): store.Grouping {
  const zone = exchange.day.kind === 'utc' ? 'UTC' : exchange.timeZone
  const offset = zone === 'UTC' ? '0' : `timeZoneOffset(toDateTime(intDiv(time, 1000), '${zone}')) * 1000`
  if (isIntraday(interval)) {
    const size = intervalMs[interval]
    return { base, bucket: `(time + ${offset}) - (time + ${offset}) % ${size} - ${offset}`, keep: '1' }
  }
  const shift = exchange.day.kind === 'evening' ? exchange.day.shiftHours * 3_600_000 : 0
  const bucket = `intDiv(time + ${offset} + ${shift}, ${dayMs}) * ${dayMs}`
  if (exchange.day.kind === 'utc') return { base, bucket, keep: '1' }
  const minute = `intDiv(time + ${offset} - ${bucket}, 60000)`
  const length = intervalMs[base] / 60_000
  const spans = exchange.regular.map(({ open, close }) => `(${minute} + ${length} > ${open} AND ${minute} < ${close})`)
  return { base, bucket, keep: `(${spans.join(' OR ')})` }
}

async function calendarBars(ctx: Platform, query: BarQuery & { coverage: Coverage }): Promise<Bar[]> {
  const start = query.interval === '1w' ? weekStart : monthStart
  const days = query.interval === '1w' ? 7 : 31
  const own = query.coverage.get(query.interval)
  const { limit, from, to, interval, ...rest } = query
  const daily = await readBars(ctx, {
    ...rest,
    interval: '1d',
    from: from === undefined ? undefined : query.order === 'newest' ? start(from) : from - days * dayMs,
    to: to === undefined ? undefined : to + days * dayMs,
    limit: (limit + 2) * days,
  })
  const groups = new Map<number, Bar[]>()
  for (const bar of daily) {
    const at = start(bar.time)
    const group = groups.get(at)
    if (group) group.push(bar)
    else groups.set(at, [bar])
  }
  const cutFirst = query.order === 'newest' && daily.length === (limit + 2) * days
  const built = [...groups].slice(cutFirst ? 1 : 0).map(([at, bars]) => merge(at, bars))
  const recorded = own
    ? await store.stored(ctx, query.instrument.id, interval, {
        from: from ?? beginning,
        to: to ?? end,
        limit,
        order: query.order,
      })
    : []
  const times = new Set(recorded.map(({ time }) => time))
  const bars = [...recorded, ...built.filter(({ time }) => !times.has(time))]
    .filter(({ time }) => time >= (from ?? beginning) && time <= (to ?? end))
    .sort((a, b) => a.time - b.time)
  return query.order === 'newest' ? bars.slice(-limit) : bars.slice(0, limit)
}

/** One bar out of several that follow each other. */
export function merge(time: number, bars: readonly Bar[]): Bar {
  const first = bars[0]
  const last = bars.at(-1)
  if (!first || !last) throw new Error('no bars to merge')
  let { high, low } = first
  let volume = 0
  let turnover = 0
  for (const bar of bars) {
    high = Math.max(high, bar.high)
    low = Math.min(low, bar.low)
    volume += bar.volume
    turnover += bar.turnover
  }
  return {
    time,
    open: first.open,
    high,
    low,
    close: last.close,
    volume: Number(volume.toFixed(volumeDecimals)),
    turnover: Number(turnover.toFixed(turnoverDecimals)),
    source: first.source,
  }
}

/** The time of the bar of an intraday interval that holds `time`, on the exchange's clock. */
export function bucketStart(exchange: Exchange, interval: Interval, time: number): number {
  const offset = exchange.day.kind === 'utc' ? 0 : zoneOffset(exchange.timeZone, time) * 60_000
  return time + offset - ((time + offset) % intervalMs[interval]) - offset
}
