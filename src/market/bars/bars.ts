import { type DataSource, type Interval, instrumentKey } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Instrument } from '../instruments/instrument.ts'
import type { Bar } from './bar.ts'
import * as store from './bar-store.ts'
import { intervalOfNumber } from './interval.ts'
import { keyIn } from './key-in.ts'
import { type MinuteGroup, minuteSums } from './minute-sums-store.ts'
import type { BarSource } from './source-store.ts'
import * as sources from './source-store.ts'
import { insertBars } from './write-store.ts'

/** The channel for changes of stored history. Each message is a `HistoryChange`. */
export const historyChannel = 'history'

export type HistoryChange = { key: string; interval: Interval; source: DataSource; lastTime: number; lastClose: number }

/** The sources of an instrument's history, by interval. Only an import makes an entry. */
export async function barSources(ctx: Platform, instrumentId: number): Promise<BarSource[]> {
  return sources.sourcesOf(ctx.postgres.db, instrumentId)
}

export type RecordedBar = Bar & { instrumentId: number; interval: Interval }

/** Writes bars. Only imported bars replace imported bars. */
export async function recordBars(ctx: Platform, bars: readonly RecordedBar[]): Promise<void> {
  if (bars.length === 0) return
  await insertBars(
    ctx,
    bars.map((bar) => ({ instrument: bar.instrumentId, interval: bar.interval, bar })),
  )
}

/** The imported time spans at an interval, by instrument id. Instruments without such a span are left out. */
export async function importedSpansOf(
  ctx: Platform,
  instrumentIds: readonly number[],
  interval: Interval,
): Promise<Map<number, { first: number; last: number }>> {
  return sources.importedSpansOf(ctx.postgres.db, instrumentIds, interval)
}

/** The imported time span of an instrument, and the last close of the span; times in ms. */
export type Claim = { instrument: Instrument; first: number; last: number; lastClose: number }

/** Marks an interval of instruments as imported and notifies every process. */
export async function claimForImport(ctx: Platform, interval: Interval, claims: readonly Claim[]): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    for (const { instrument, ...span } of claims) {
      await sources.markImported(tx, instrument.id, interval, span)
      const change: HistoryChange = {
        key: instrumentKey(instrument),
        interval,
        source: 'import',
        lastTime: span.last,
        lastClose: span.lastClose,
      }
      await ctx.postgres.notify(tx, historyChannel, change)
    }
  })
}

/** Announces that past bars were added or changed, so that caches drop their bars of the instrument. */
export async function announceHistory(
  ctx: Platform,
  instrument: Instrument,
  interval: Interval,
  last: Bar,
): Promise<void> {
  const { source, time: lastTime, close } = last
  const change: HistoryChange = { key: instrumentKey(instrument), interval, source, lastTime, lastClose: close }
  await ctx.postgres.transaction((tx) => ctx.postgres.notify(tx, historyChannel, change))
}

/**
 * Calls the handler with the key of each instrument whose stored history changed, and with null if notifications may
 * have been lost.
 */
export function listenForHistory(
  { postgres }: Platform,
  handler: (key: string | null) => unknown,
): Promise<AsyncDisposable> {
  return postgres.listen(
    historyChannel,
    (change) => handler(keyIn(change)),
    () => handler(null),
  )
}

/**
 * The newest stored bar of each instrument at any interval. A simulated bar counts only if there are no other bars.
 * Instruments without bars are left out.
 */
export async function lastCloses(
  ctx: Platform,
  instrumentIds: readonly number[],
): Promise<Map<number, Bar & { interval: Interval }>> {
  const newest: { instrument: number; interval: number; time: number }[] = []
  for (const [instrument, spans] of await store.coverages(ctx, instrumentIds)) {
    const real = spans.filter(({ isSimulated }) => !isSimulated)
    const [last] = (real.length > 0 ? real : spans).toSorted((a, b) => b.last - a.last)
    if (last) newest.push({ instrument, interval: last.interval, time: last.last })
  }
  const bars = await store.barsAt(ctx, newest)
  return new Map(
    newest.flatMap(({ instrument, interval }) => {
      const [bar, name] = [bars.get(instrument), intervalOfNumber(interval)]
      return bar && name ? [[instrument, { ...bar, interval: name }]] : []
    }),
  )
}

/**
 * Adds up each instrument's minutes of the given spans to one bar with time 0. Instruments without minutes are left
 * out.
 */
export async function sumMinutes(ctx: Platform, groups: readonly MinuteGroup[]): Promise<Map<number, Bar>> {
  return minuteSums(ctx, groups)
}

export async function countBars(ctx: Platform): Promise<number> {
  return store.countBars(ctx)
}
