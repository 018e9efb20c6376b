import { type BarInterval, intervalMs } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type Bar, extendBar } from '../bars/bar.ts'
import * as store from '../bars/bar-store.ts'
import { barAt, barStarting, groupBars, isFinal } from '../bars/bar-time.ts'
import { isIntraday } from '../bars/interval.ts'
import type { Exchange } from '../calendar/exchange.ts'
import { exchangeOf } from '../calendar/exchange-of.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { type Coverage, combinationOf, readBars, readCoverage, sourcesOf } from './history.ts'

/** The stored end of a series, which live minutes continue. */
export type BarTail = {
  /** Bars, oldest first, from the bar that contains the first live minute. */
  bars: Bar[]
  /** The bars already include minutes before this time, ms. */
  liveFrom: number
}

type TailQuery = {
  instrument: Instrument
  interval: BarInterval
  /** The oldest live minute, ms; if there is none, the current minute. */
  first: number
  now: number
  coverage?: Coverage
}

const barsMax = 500

/**
 * The stored bars from the bar of `first` on. A stored bar that has ended is returned unchanged. Any other bar is built
 * from rows that ended before the first live minute, or returned as stored if there are no such rows.
 */
export async function readTail(ctx: Platform, query: TailQuery): Promise<BarTail> {
  const coverage = query.coverage ?? (await readCoverage(ctx, query.instrument.id))
  const { instrument, interval, first, now } = query
  const exchange = exchangeOf(ctx, instrument)
  const { start } = barAt(exchange, interval, first)
  const range = { from: start, to: Number.MAX_SAFE_INTEGER, limit: barsMax, order: 'oldest' } as const
  const from = { ...range, sources: sourcesOf(coverage) }
  const stored = coverage.has(interval) ? await store.stored(ctx, instrument.id, interval, from) : []
  const ended = stored.filter(({ time }) => isFinal(exchange, interval, time, now))
  const known = new Set(ended.map(({ time }) => time))
  const { bars: built, liveFrom } =
    isIntraday(interval) || interval === '1d'
      ? { bars: await builtBefore(ctx, { ...query, coverage }, from), liveFrom: first }
      : await daysBefore(ctx, { ...query, coverage }, start)
  const live = built.filter(({ time }) => !known.has(time))
  for (const { time } of live) known.add(time)
  // A bar that was stored before its end counts only if there are no finer bars.
  const unended = stored.filter(({ time }) => !known.has(time))
  return {
    bars: [...ended, ...live, ...unended].sort((a, b) => a.time - b.time),
    liveFrom: Math.max(liveFrom, ...ended.map(({ time }) => barStarting(exchange, interval, time).end)),
  }
}

async function builtBefore(
  ctx: Platform,
  { instrument, interval, coverage, first }: TailQuery & { coverage: Coverage },
  range: store.BarRange,
): Promise<Bar[]> {
  const combination = { ...combinationOf(ctx, instrument, interval, coverage), hasOwn: false, before: first }
  if (interval === '1m') return []
  const slack = isIntraday(interval) ? intervalMs[interval] : 2 * dayMs
  const found = await store.built(ctx, combination, range, { from: range.from - slack, to: first })
  return found.get(instrument.id) ?? []
}

/** Builds the current longer bar from the days before the live day and the stored part of the live day. */
async function daysBefore(ctx: Platform, query: TailQuery & { coverage: Coverage }, start: number): Promise<BarTail> {
  const { instrument, interval, coverage, first } = query
  const exchange = exchangeOf(ctx, instrument)
  const today = await readTail(ctx, { ...query, interval: '1d' })
  const range = { from: start, to: barAt(exchange, '1d', first).start - 1, limit: barsMax, order: 'oldest' } as const
  const days = range.to < range.from ? [] : await readBars(ctx, { instrument, interval: '1d', coverage, ...range })
  return { bars: groupBars(exchange, interval, '1d', [...days, ...today.bars]), liveFrom: today.liveFrom }
}

export function continueTail(exchange: Exchange, interval: BarInterval, tail: BarTail, minutes: Iterable<Bar>): Bar[] {
  const live = [...minutes].filter(({ time }) => time >= tail.liveFrom)
  const bars = new Map(tail.bars.map((bar) => [bar.time, bar]))
  for (const bar of groupBars(exchange, interval, '1m', live)) {
    const known = bars.get(bar.time)
    bars.set(bar.time, known ? extendBar(known, bar) : bar)
  }
  return [...bars.values()]
}
