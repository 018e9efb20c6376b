import type { AssetClass, Interval } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import { csvCell, plainNumber } from '#src/platform/csv.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Bar } from '../bars/bar.ts'
import { builtDays } from '../bars/built-days.ts'
import { intervalNumber } from '../bars/interval.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { instrumentsById } from '../instruments/instruments.ts'
import { canonicalRegion } from '../instruments/symbol.ts'

/** Rows held in memory; one instrument's day is never split. */
const chunkRows = 20_000
/** Instruments per query for built days. */
const builtAtOnce = 200
const statementMs = 30_000

type DayFile = { class: AssetClass; region: string; date: number; interval: Interval }

const withFiner = 'interval <= {interval:UInt8}'

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
  const lines = await storedLines(ctx, file, chunk, gone)
  if (file.interval === '1d') {
    const others = chunk.map(({ instrument }) => instrument).filter(({ id }) => !lines.has(id))
    const days = await builtDays(ctx, others, file.date, { lane: 'report', maxMs: statementMs, signal: gone })
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

async function* heldInstruments(
  ctx: Platform,
  { class: assetClass, region, date, interval }: DayFile,
  signal: AbortSignal,
) {
  // A finer bar may lie on the UTC date before or after its trading date.
  const around = interval === '1d' ? dayMs : 0
  const counted = await ctx.clickhouse.query<{ instrument: number; rows: number }>(
    `SELECT instrument, toUInt32(count()) AS rows FROM bars
     WHERE ${interval === '1d' ? withFiner : 'interval = {interval:UInt8}'} AND time >= {from:Int64} AND time < {to:Int64}
     GROUP BY instrument ORDER BY instrument`,
    { interval: intervalNumber(interval), from: date - around, to: date + dayMs + around },
    { lane: 'report', maxMs: statementMs, signal },
  )
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

/** The cells of each instrument's stored bars, `time` first. */
async function storedLines(
  ctx: Platform,
  { date, interval }: DayFile,
  chunk: readonly Held[],
  signal: AbortSignal,
): Promise<Map<number, string[]>> {
  const text = await ctx.clickhouse.text(
    `SELECT instrument, time, open, high, low, close, volume, turnover FROM bars FINAL
     WHERE instrument IN (${chunk.map(({ instrument }) => instrument.id).join(', ')}) AND interval = {interval:UInt8}
       AND time >= {from:Int64} AND time < {to:Int64}
     ORDER BY instrument, time`,
    'TabSeparated',
    { interval: intervalNumber(interval), from: date, to: date + dayMs },
    { lane: 'report', maxMs: statementMs, signal },
  )
  const lines = new Map<number, string[]>()
  for (const line of text.split('\n')) {
    if (line === '') continue
    const [id = '', ...cells] = line.split('\t')
    const known = lines.get(Number(id))
    if (known) known.push(cells.join(','))
    else lines.set(Number(id), [cells.join(',')])
  }
  return lines
}
