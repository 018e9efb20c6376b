import { type BarInterval, intervalMs } from '#src/contract/market.ts'
import { dayMs, hourMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Bar } from '../bars/bar.ts'
import * as store from '../bars/bar-store.ts'
import type { Rows } from '../bars/bar-time-sql.ts'
import type { Combination } from '../bars/combine-sql.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { combinationOf, coverageOf, readBars } from './history.ts'

/** A limit that no instrument reaches in `intradayBars`. */
const barsMax = 100_000

/**
 * Bars of one trading date, built from finer bars, with one query for all instruments with the same hours and series.
 */
export async function builtDays(
  ctx: Platform,
  instruments: readonly Instrument[],
  date: number,
  how: store.Reading,
): Promise<Map<number, Bar>> {
  const ids = instruments.map(({ id }) => id)
  const spans = await store.coverages(ctx, ids, how)
  const range = { from: date, to: date, limit: 1, order: 'newest' as const }
  // A row may lie on the UTC date before or after its trading date.
  const rows = { from: date - 2 * dayMs, to: date + 2 * dayMs }
  const days = new Map<number, Bar>()
  for (const combination of combinations(ctx, instruments, spans, '1d')) {
    for (const [id, [bar]] of await store.built(ctx, combination, range, rows, how)) if (bar) days.set(id, bar)
  }
  return days
}

/**
 * All bars of an intraday interval in a short range, by instrument, with one query for all instruments with the same
 * hours and series. An instrument with stored bars of the interval itself has a query of its own.
 */
export async function intradayBars(
  ctx: Platform,
  instruments: readonly Instrument[],
  interval: BarInterval,
  { from, to }: Rows,
): Promise<Map<number, Bar[]>> {
  const ids = instruments.map(({ id }) => id)
  const spans = await store.coverages(ctx, ids)
  const bars = new Map<number, Bar[]>()
  const range = { from, to, limit: barsMax, order: 'newest' as const }
  const hasOwn = ({ id }: Instrument) => coverageOf(spans.get(id) ?? []).has(interval)
  for (const instrument of instruments.filter(hasOwn)) {
    const coverage = coverageOf(spans.get(instrument.id) ?? [])
    bars.set(instrument.id, await readBars(ctx, { instrument, interval, ...range, coverage }))
  }
  const others = instruments.filter((one) => !hasOwn(one))
  const slack = intervalMs[interval] + hourMs
  const rows = { from: from - slack, to: to + slack }
  for (const combination of combinations(ctx, others, spans, interval))
    for (const [id, found] of await store.built(ctx, combination, range, rows)) bars.set(id, found)
  return bars
}

/**
 * The combinations that build bars of these instruments. Each combination has the instruments with the same hours and
 * series.
 */
export function combinations(
  ctx: Platform,
  instruments: readonly Instrument[],
  spans: ReadonlyMap<number, store.StoredSpan[]>,
  interval: BarInterval,
): Combination[] {
  const found = new Map<string, Combination>()
  for (const instrument of instruments) {
    const one = combinationOf(ctx, instrument, interval, coverageOf(spans.get(instrument.id) ?? []))
    if (one.bases.length === 0) continue
    const name = `${one.exchange.code} ${one.bases.join()} ${one.hasOwn} ${one.sources}`
    const known = found.get(name)
    found.set(name, known ? { ...known, instruments: [...known.instruments, instrument.id] } : one)
  }
  return [...found.values()]
}
