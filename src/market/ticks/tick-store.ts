import type { DataSource } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { sourceNumber, sourceOfNumber, turnoverDecimals, versionOf, volumeDecimals } from '../bars/bar.ts'
import { eventPage, type Reading } from './page-store.ts'
import type { EventPageRequest, Tick, Versioned } from './tick.ts'

export async function insertTicks(ctx: Platform, lines: string): Promise<void> {
  await ctx.clickhouse.insertText('ticks', 'CSV', lines)
}

/** Inserts a block of `TickColumns`. */
export async function insertTickBlock(ctx: Platform, block: Buffer): Promise<void> {
  await ctx.clickhouse.insertBlock('ticks', block)
}

type TickRow = [
  time: string | number,
  seq: number,
  price: number,
  volume: number,
  side: Tick['side'],
  bid: number,
  ask: number,
  source: number,
]

const readRow = (line: string): TickRow => JSON.parse(line)

/** Ticks in a range, oldest first, at most `limit`; both ends included. */
export async function readTicks(
  ctx: Platform,
  instrumentId: number,
  range: { from: number; to: number; limit: number; source?: DataSource },
): Promise<Tick[]> {
  const text = await ctx.clickhouse.text(
    `SELECT time, seq, price, volume, side, bid, ask, source FROM ticks FINAL
     WHERE instrument = {instrument:UInt32} AND time >= {from:Int64} AND time <= {to:Int64}
       ${range.source ? `AND source = ${sourceNumber(range.source)}` : ''}
     ORDER BY time, seq LIMIT {limit:UInt32}`,
    'JSONCompactEachRow',
    { instrument: instrumentId, from: range.from, to: range.to, limit: range.limit },
  )
  if (text === '') return []
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [time, seq, price, volume, side, bid, ask, source] = readRow(line)
      return {
        time: Number(time),
        seq,
        price,
        volume,
        side,
        bid,
        ask,
        source: sourceOfNumber(source),
      }
    })
}

const tickTable = { name: 'ticks', columns: 'price, volume, side, bid, ask, source' }

export async function tickPage(
  ctx: Platform,
  instrumentId: number,
  page: EventPageRequest & { without?: DataSource },
  how: Reading = {},
): Promise<Versioned<Tick>[]> {
  return eventPage(
    ctx,
    instrumentId,
    [tickTable],
    page,
    (time, seq, version, [prices, volumes, sides, bids, asks, sources], at) => ({
      time,
      seq,
      version,
      price: prices?.[at] ?? 0,
      volume: volumes?.[at] ?? 0,
      side: sideOf(sides?.[at] ?? 0),
      bid: bids?.[at] ?? 0,
      ask: asks?.[at] ?? 0,
      source: sourceOfNumber(sources?.[at] ?? 0),
    }),
    how,
  )
}

function sideOf(number: number): Tick['side'] {
  return number === 1 || number === 2 ? number : 0
}

/** The first and last time (ms UTC, both included) and the number of an instrument's imported ticks; null: none. */
export async function importedTicks(
  ctx: Platform,
  instrumentId: number,
): Promise<{ first: number; last: number; count: number } | null> {
  const [row] = await ctx.clickhouse.query<{ first: string; last: string; n: string }>(
    `SELECT min(time) AS first, max(time) AS last, count() AS n FROM ticks
     WHERE instrument = {instrument:UInt32} AND source = ${sourceNumber('import')}`,
    { instrument: instrumentId },
  )
  const count = Number(row?.n ?? 0)
  return row && count > 0 ? { first: Number(row.first), last: Number(row.last), count } : null
}

/** The time of the newest tick of one source, ms UTC; null if there is none. */
export async function newestTickTime(ctx: Platform, instrumentId: number, source: DataSource): Promise<number | null> {
  const [row] = await ctx.clickhouse.query<{ last: string; n: string }>(
    `SELECT max(time) AS last, count() AS n FROM ticks
     WHERE instrument = {instrument:UInt32} AND source = ${sourceNumber(source)}`,
    { instrument: instrumentId },
  )
  return row && Number(row.n) > 0 ? Number(row.last) : null
}

/**
 * Builds minutes from imported ticks; `first` and `last` must be the ends of whole minutes. An imported minute has
 * priority over a built minute.
 */
export async function buildMinutes(ctx: Platform, instrument: number, first: number, last: number): Promise<void> {
  await ctx.clickhouse.command(
    `INSERT INTO bars
     SELECT ${instrument}, 1, intDiv(time, 60000) * 60000 AS minute, argMin(price, (time, seq)), max(price), min(price),
       argMax(price, (time, seq)), round(sum(volume), ${volumeDecimals}), round(sum(price * volume), ${turnoverDecimals}), ${sourceNumber('built')}, ${versionOf('built', ctx.clock.now())}
     FROM (SELECT * FROM ticks FINAL WHERE instrument = ${instrument} AND time >= ${first} AND time <= ${last} AND source = ${sourceNumber('import')})
     GROUP BY minute`,
  )
}
