import { dayMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Bar } from '../bars/bar.ts'
import * as store from '../bars/bar-store.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { combinations } from './built-bars.ts'
import { coverageOf, readBars, sourcesOf } from './history.ts'

/**
 * The newest days of many instruments: the same bars as from `readBars`, but with few queries for all instruments
 * together.
 */
export async function readNewestDays(
  ctx: Platform,
  instruments: readonly Instrument[],
  limit: number,
): Promise<Map<number, Bar[]>> {
  if (instruments.length === 0) return new Map()
  const ids = instruments.map(({ id }) => id)
  const days = await store.newestDays(ctx, ids, limit)
  // Finer bars may continue after the last stored day, or fill an old gap.
  const oldest = [...days.values()].flatMap(([first]) => first?.time ?? [])
  const from = Math.min(store.newestDaysFrom(ctx, limit), ...oldest)
  const finer = await store.withFinerBars(ctx, ids, '1d', from)
  const others = instruments.filter(({ id }) => finer.has(id) || !days.has(id))
  const combined = await combinedDays(ctx, others, { limit, from, stored: days })
  return new Map([...days, ...combined])
}

type Days = { limit: number; from: number; stored: ReadonlyMap<number, Bar[]> }

/**
 * Days since `from` that are stored or built from finer bars. Earlier days are read only for an instrument that has too
 * few days.
 */
async function combinedDays(
  ctx: Platform,
  instruments: readonly Instrument[],
  { limit, from, stored }: Days,
): Promise<Map<number, Bar[]>> {
  if (instruments.length === 0) return new Map()
  const ids = instruments.map(({ id }) => id)
  const spans = await store.coverages(ctx, ids)
  const range = { from, to: Number.MAX_SAFE_INTEGER, limit, order: 'newest' as const }
  const rows = { from: from - 2 * dayMs, to: ctx.clock.now() + 2 * dayMs }
  const built = new Map<number, Bar[]>()
  for (const combination of combinations(ctx, instruments, spans, '1d'))
    for (const [id, bars] of await store.built(ctx, combination, range, rows)) built.set(id, bars)
  const days = new Map<number, Bar[]>()
  for (const instrument of instruments) {
    const coverage = coverageOf(spans.get(instrument.id) ?? [])
    const own = coverage.has('1d') ? (stored.get(instrument.id) ?? []) : []
    const all = [...own, ...(built.get(instrument.id) ?? [])].sort((a, b) => a.time - b.time).slice(-limit)
    const isPart = all.length < limit && [...coverage.values()].some(({ first }) => first < rows.from)
    // The stored days of an ended simulation must not count.
    const isWhole = !isPart && sourcesOf(coverage) === undefined
    const query = { instrument, interval: '1d', limit, order: 'newest', coverage } as const
    days.set(instrument.id, isWhole ? all : await readBars(ctx, query))
  }
  return days
}

/** Longer than the time from a trading date back to the trading date before it, unless trading was suspended. */
const dateReachMs = 20 * dayMs

/**
 * The bar of a trading date and the last bar before it, oldest first. Instruments without a bar of the date are left
 * out. One query reads all stored days, and one query reads each group of instruments with finer bars.
 */
export async function readDaysOf(
  ctx: Platform,
  instruments: readonly Instrument[],
  date: number,
): Promise<Map<number, Bar[]>> {
  const ids = instruments.map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const spans = await store.coverages(ctx, ids)
  const range = { from: date - dateReachMs, to: date, limit: 2, order: 'newest' as const }
  const stored = await store.lastDays(ctx, ids, range)
  const rows = { from: range.from - 2 * dayMs, to: date + 2 * dayMs }
  const built = new Map<number, Bar[]>()
  for (const combination of combinations(ctx, instruments, spans, '1d'))
    for (const [id, bars] of await store.built(ctx, combination, range, rows)) built.set(id, bars)
  return new Map(
    instruments.flatMap(({ id }) => {
      const isReal = sourcesOf(coverageOf(spans.get(id) ?? [])) === 'real'
      const own = (stored.get(id) ?? []).filter(({ source }) => !isReal || source !== 'simulated')
      const days = [...own, ...(built.get(id) ?? [])].sort((a, b) => a.time - b.time).slice(-2)
      return days.at(-1)?.time === date ? [[id, days] as const] : []
    }),
  )
}

/** Only the newest stored days, without days that are built from finer bars. */
export async function readStoredDays(
  ctx: Platform,
  instruments: readonly Instrument[],
  limit: number,
): Promise<Map<number, Bar[]>> {
  if (instruments.length === 0) return new Map()
  return store.newestDays(
    ctx,
    instruments.map(({ id }) => id),
    limit,
  )
}
