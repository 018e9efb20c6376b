import { type DataSource, dataSources } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { sourceNumber, sourceOfNumber, versionOf } from './bar.ts'
import { RowBytes } from './row-bytes.ts'

/**
 * One trade; for currency quotes `price` is the mid and `bid`, `ask` are set. `time` in ms UTC, `seq` orders ticks of one ms.
 */
export type Tick = {
  time: number
  seq: number
  price: number
  volume: number
  side: 0 | 1 | 2
  bid: number
  ask: number
  source: DataSource
}

export type RecordedTick = Tick & { instrumentId: number }

const insertBytes = 6_000_000

/** Stores ticks; writing the same ones again changes nothing. */
export async function recordTicks(ctx: Platform, ticks: readonly RecordedTick[]): Promise<void> {
  const now = ctx.clock.now()
  const ends = new Map(dataSources.map((source) => [source, `${sourceNumber(source)}\t${versionOf(source, now)}\n`]))
  const rows = new RowBytes()
  for (const [at, tick] of ticks.entries()) {
    for (const value of [
      tick.instrumentId,
      tick.time,
      tick.seq,
      tick.price,
      tick.volume,
      tick.side,
      tick.bid,
      tick.ask,
    ]) {
      rows.number(value)
      rows.text('\t')
    }
    rows.text(ends.get(tick.source) ?? '')
    if (rows.length > insertBytes || at === ticks.length - 1)
      await ctx.clickhouse.insertText('ticks', 'TabSeparated', rows.drain())
  }
}

type TickRow = [string | number, number, number, number, number, number, number, number]

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
      const [time, seq, price, volume, side, bid, ask, source] = JSON.parse(line) as TickRow
      return {
        time: Number(time),
        seq,
        price,
        volume,
        side: side as 0 | 1 | 2,
        bid,
        ask,
        source: sourceOfNumber(source),
      }
    })
}

/** The span of an instrument's imported ticks, ms UTC, both ends included; null when there are none. */
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

/** Time of the newest tick of one source, ms UTC; null when there is none. */
export async function newestTickTime(ctx: Platform, instrumentId: number, source: DataSource): Promise<number | null> {
  const [row] = await ctx.clickhouse.query<{ last: string; n: string }>(
    `SELECT max(time) AS last, count() AS n FROM ticks
     WHERE instrument = {instrument:UInt32} AND source = ${sourceNumber(source)}`,
    { instrument: instrumentId },
  )
  return row && Number(row.n) > 0 ? Number(row.last) : null
}
