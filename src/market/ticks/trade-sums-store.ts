import type { BarInterval, SessionChoice } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import { bucketSql, type Rows } from '../bars/bar-time-sql.ts'
import { andSource, type SourceFilter } from '../bars/combine-sql.ts'
import type { Exchange } from '../calendar/exchange.ts'

/** The trades of one bar. `money`: the sum of price times volume. */
export type TradeSum = { start: number; trades: number; volume: number; money: number }

type Summed = {
  instrument: number
  exchange: Exchange
  /** An intraday interval or a day. */
  interval: BarInterval
  session: SessionChoice | undefined
  sources: SourceFilter
  /** The range of the trades' times, ms, both ends included. */
  range: Rows
}

/** The stored trades by bar, oldest first. A trade is in the same bar and session as its minute. */
export async function tradeSums(ctx: Platform, summed: Summed): Promise<TradeSum[]> {
  const { instrument, exchange, interval, session, sources, range } = summed
  const { columns, keep } = bucketSql(exchange, { interval, bases: ['1m'], rows: range, session })
  const [starts = [], trades, volumes, money] = await ctx.clickhouse.columns(
    `SELECT bucket, count(), sum(volume), sum(price * volume) FROM (
       SELECT *, ${columns} FROM (
         SELECT time - positiveModulo(time, ${minuteMs}) AS time, price, volume FROM ticks FINAL
         WHERE instrument = {instrument:UInt32} AND ticks.time >= {from:Int64} AND ticks.time <= {to:Int64}${andSource(sources)}))
     WHERE ${keep} GROUP BY bucket ORDER BY bucket`,
    { instrument, from: range.from, to: range.to },
  )
  return Array.from(starts, (start, at) => ({
    start,
    trades: trades?.[at] ?? 0,
    volume: volumes?.[at] ?? 0,
    money: money?.[at] ?? 0,
  }))
}
