import type { AssetClass, Interval } from '#src/contract/market.ts'
import { csvCell, plainNumber } from '#src/platform/csv.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Bar } from '../bars/bar.ts'
import { builtDays } from '../history/built-days.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { instrumentsById } from '../instruments/instruments.ts'
import { canonicalRegion } from '../instruments/symbol.ts'
import { rowsByInstrument, storedCells } from './archive-store.ts'

/** Rows held in memory; one instrument's day is never split. */
const chunkRows = 20_000
/** Instruments per query for built days. */
const builtAtOnce = 200
const statementMs = 30_000

type DayFile = { class: AssetClass; region: string; date: number; interval: Interval }

type Held = { instrument: Instrument; rows: number }

export const dayFileColumns = 'code,exchange,time,open,high,low,close,volume,turnover'

/**
 * The bars of a class and region in one UTC day, ordered by instrument id: CSV in pieces of about 20,000 rows, `time`
 * in ms UTC, prices raw. Missing days are built from finer bars. Yields nothing when there are no bars. Stops reading
 * the store once `gone` aborts.
 */
export async function* dayFileChunks(ctx: Platform, file: DayFile, gone: AbortSignal): AsyncGenerator<string> {
  const atOnce = file.interval === '1d' ? builtAtOnce : Number.POSITIVE_INFINITY
  let chunk: Held[] = []
  let rows = 0
  for await (const held of heldInstruments(ctx, file, gone)) {
    if (chunk.length > 0 && (rows + held.rows > chunkRows || chunk.length === atOnce)) {
      yield* piecesOf(ctx, file, chunk, gone)
      chunk = []
      rows = 0
    }
    chunk.push(held)
    rows += held.rows
  }
  if (chunk.length > 0) yield* piecesOf(ctx, file, chunk, gone)
}

async function* piecesOf(ctx: Platform, file: DayFile, chunk: readonly Held[], gone: AbortSignal) {
  gone.throwIfAborted()
  const ids = chunk.map(({ instrument }) => instrument.id)
  const how = { lane: 'report', maxMs: statementMs, signal: gone } as const
  const lines = await storedCells(ctx, file, ids, how)
  if (file.interval === '1d') {
    const others = chunk.map(({ instrument }) => instrument).filter(({ id }) => !lines.has(id))
    const days = await builtDays(ctx, others, file.date, how)
    for (const [id, bar] of days) lines.set(id, [cellsOf(bar)])
  }
  const text = chunk.map(({ instrument }) => linesOf(instrument, lines.get(instrument.id) ?? [])).join('')
  // All finer bars of a day may lie outside its session.
  if (text !== '') yield text
}

function linesOf({ code, exchange }: Instrument, rows: readonly string[]): string {
  const head = `${csvCell(code, false)},${csvCell(exchange, false)}`
  return rows.map((cells) => `${head},${cells}\r\n`).join('')
}

function cellsOf({ time, open, high, low, close, volume, turnover }: Bar): string {
  return [time, open, high, low, close, volume, turnover].map(plainNumber).join(',')
}

async function* heldInstruments(ctx: Platform, file: DayFile, signal: AbortSignal) {
  const { class: assetClass, region } = file
  const counted = await rowsByInstrument(ctx, file, { lane: 'report', maxMs: statementMs, signal })
  const place = canonicalRegion(region)
  for (let at = 0; at < counted.length; at += 1_000) {
    const page = counted.slice(at, at + 1_000)
    const known = await instrumentsById(
      ctx,
      page.map(({ instrument }) => instrument),
    )
    const byId = new Map(known.map((instrument) => [instrument.id, instrument]))
    for (const { instrument: id, rows } of page) {
      const instrument = byId.get(id)
      if (instrument?.class === assetClass && instrument.region === place) yield { instrument, rows }
    }
  }
}
