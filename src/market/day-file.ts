import type { AssetClass, Interval } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { csvCell } from './import/csv.ts'
import type { Instrument } from './instrument.ts'
import { instrumentsById } from './instruments.ts'
import { intervalNumber } from './interval.ts'
import { canonicalRegion } from './symbol.ts'

const dayMs = 86_400_000
/** Rows in memory at a time, except that one instrument's day is never split. */
const chunkRows = 20_000
const statementMs = 30_000

type DayFile = { class: AssetClass; region: string; date: number; interval: Interval }

type Held = { instrument: Instrument; rows: number }

export const dayFileColumns = 'code,exchange,time,open,high,low,close,volume,turnover'

/**
 * The stored bars of a class and region whose time lies in one UTC day, instrument by instrument in id order: CSV in
 * pieces of about 20,000 rows, `time` in ms UTC, prices raw. No piece at all when nothing is stored. Nothing more is asked
 * of the store once the reader is gone.
 */
export async function* dayFileChunks(ctx: Platform, file: DayFile, gone: AbortSignal): AsyncGenerator<string> {
  let chunk: Held[] = []
  let rows = 0
  for await (const held of heldInstruments(ctx, file, gone)) {
    if (chunk.length > 0 && rows + held.rows > chunkRows) {
      yield await chunkText(ctx, file, chunk, gone)
      chunk = []
      rows = 0
    }
    chunk.push(held)
    rows += held.rows
  }
  if (chunk.length > 0) yield await chunkText(ctx, file, chunk, gone)
}

async function* heldInstruments(
  ctx: Platform,
  { class: assetClass, region, date, interval }: DayFile,
  signal: AbortSignal,
) {
  const counted = await ctx.clickhouse.query<{ instrument: number; rows: number }>(
    `SELECT instrument, toUInt32(count()) AS rows FROM bars
     WHERE interval = {interval:UInt8} AND time >= {from:Int64} AND time < {to:Int64}
     GROUP BY instrument ORDER BY instrument`,
    { interval: intervalNumber(interval), from: date, to: date + dayMs },
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

async function chunkText(
  ctx: Platform,
  { date, interval }: DayFile,
  chunk: readonly Held[],
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted()
  const heads = new Map(
    chunk.map(({ instrument: { id, code, exchange } }) => [
      String(id),
      `${csvCell(code, false)},${csvCell(exchange, false)}`,
    ]),
  )
  const text = await ctx.clickhouse.text(
    `SELECT instrument, time, open, high, low, close, volume, turnover FROM bars FINAL
     WHERE instrument IN (${[...heads.keys()].join(', ')}) AND interval = {interval:UInt8}
       AND time >= {from:Int64} AND time < {to:Int64}
     ORDER BY instrument, time`,
    'TabSeparated',
    { interval: intervalNumber(interval), from: date, to: date + dayMs },
    { lane: 'report', maxMs: statementMs, signal },
  )
  const lines = text.split('\n').filter((line) => line !== '')
  return lines
    .map((line) => {
      const [id = '', ...cells] = line.split('\t')
      return `${heads.get(id) ?? ','},${cells.join(',')}\r\n`
    })
    .join('')
}
