import { dayMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Bar } from '../bars/bar.ts'
import * as store from '../bars/bar-store.ts'
import type { Combination } from '../bars/combine-sql.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { combinationOf, coverageOf } from './history.ts'

/** Bars of one trading date built from finer ones, with one query for all instruments of the same hours and series. */
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
  for (const combination of combinations(ctx, instruments, spans)) {
    for (const [id, [bar]] of await store.built(ctx, combination, range, rows, how)) if (bar) days.set(id, bar)
  }
  return days
}

/** The combinations that build days of these instruments. Each has the instruments of the same hours and series. */
export function combinations(
  ctx: Platform,
  instruments: readonly Instrument[],
  spans: ReadonlyMap<number, store.StoredSpan[]>,
): Combination[] {
  const found = new Map<string, Combination>()
  for (const instrument of instruments) {
    const one = combinationOf(ctx, instrument, '1d', coverageOf(spans.get(instrument.id) ?? []))
    if (one.bases.length === 0) continue
    const name = `${one.exchange.code} ${one.bases.join()} ${one.hasOwn} ${one.sources}`
    const known = found.get(name)
    found.set(name, known ? { ...known, instruments: [...known.instruments, instrument.id] } : one)
  }
  return [...found.values()]
}
