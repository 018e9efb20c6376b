import type { AssetClass, Interval } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { plainNumber } from '#src/platform/text/csv.ts'
import type { Bar } from '../bars/bar.ts'
import { builtDays } from '../history/built-bars.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { rowsByInstrument, storedCells } from './archive-store.ts'
import { type DayRows, listedIn, statementMs } from './day-rows.ts'

/**
 * The number of rows that are held in memory at once. All rows of one instrument are held together, even if there are
 * more.
 */
const chunkRows = 20_000
/** The number of instruments per query that builds days. */
const builtAtOnce = 200

type DayFile = { class: AssetClass; region: string; date: number; interval: Interval }

/**
 * The bars of a class and region in one UTC day, ordered by instrument id, with raw prices. Missing daily bars are
 * built from finer bars. Minutes are not built, because minutes from ticks are already stored. Stops reading the store
 * when `gone` aborts.
 */
export async function* barsOfDay(ctx: Platform, file: DayFile, gone: AbortSignal): AsyncGenerator<DayRows> {
  const counted = await rowsByInstrument(ctx, file, { lane: 'report', maxMs: statementMs, signal: gone })
  const rowsOf = new Map(counted.map(({ instrument, rows }) => [instrument, rows]))
  const atOnce = file.interval === '1d' ? builtAtOnce : Number.POSITIVE_INFINITY
  let chunk: Instrument[] = []
  let rows = 0
  for await (const instrument of listedIn(ctx, file, [...rowsOf.keys()])) {
    const own = rowsOf.get(instrument.id) ?? 0
    if (chunk.length > 0 && (rows + own > chunkRows || chunk.length === atOnce)) {
      yield* partsOf(ctx, file, chunk, gone)
      chunk = []
      rows = 0
    }
    chunk.push(instrument)
    rows += own
  }
  if (chunk.length > 0) yield* partsOf(ctx, file, chunk, gone)
}

async function* partsOf(
  ctx: Platform,
  file: DayFile,
  chunk: readonly Instrument[],
  gone: AbortSignal,
): AsyncGenerator<DayRows> {
  gone.throwIfAborted()
  const ids = chunk.map(({ id }) => id)
  const how = { lane: 'report', maxMs: statementMs, signal: gone } as const
  const cells = await storedCells(ctx, file, ids, how)
  if (file.interval === '1d') {
    const others = chunk.filter(({ id }) => !cells.has(id))
    for (const [id, bar] of await builtDays(ctx, others, file.date, how)) cells.set(id, [cellsOf(bar)])
  }
  // An instrument has no daily bar if all its finer bars lie outside the session.
  for (const instrument of chunk) {
    const rows = cells.get(instrument.id)
    if (rows) yield { instrument, rows }
  }
}

function cellsOf({ time, open, high, low, close, volume, turnover }: Bar): string {
  return [time, open, high, low, close, volume, turnover].map(plainNumber).join(',')
}
