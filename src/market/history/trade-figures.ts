import type { BarInterval } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type Bar, roundPrice } from '../bars/bar.ts'
import { barStarting, periodDays, periodStart } from '../bars/bar-time.ts'
import type { SourceFilter } from '../bars/combine-sql.ts'
import { isIntraday } from '../bars/interval.ts'
import { type TradeSum, tradeSums } from '../ticks/trade-sums-store.ts'
import { adjustBars } from './adjust.ts'
import { type BarQuery, type Coverage, dateOf, hoursFor } from './history.ts'

/** Figures of a bar's stored trades: their number, and their average price by volume; null without volume. */
export type TradeFigures = { trades: number; vwap: number | null }

type FiguresQuery = Pick<BarQuery, 'instrument' | 'interval' | 'session' | 'day' | 'source' | 'adjust' | 'factors'> & {
  coverage: Coverage
}

/** The recorder usually writes trades within this time, ms. A bar that ended more recently may lack some trades. */
const settledAfterMs = 10_000

/**
 * The figures of bars, by the bar's time. A bar is left out if it is not final, or if its trades are not in the store:
 * they are in the archive or were never recorded.
 */
export async function readTradeFigures(
  ctx: Platform,
  query: FiguresQuery,
  bars: readonly Bar[],
): Promise<Map<number, TradeFigures>> {
  const [first, last] = [bars[0], bars.at(-1)]
  if (!first || !last) return new Map()
  const { interval, instrument } = query
  const { exchange, session } = hoursFor(ctx, query)
  const isDated = !isIntraday(interval)
  // A day ends with its regular session, but trades of the day may follow.
  const later = isDated && session !== undefined && session !== 'regular' ? dayMs : 0
  const endOf = ({ time }: Pick<Bar, 'time'>) => barStarting(exchange, interval, time).end + later
  const settled = ctx.clock.now() - settledAfterMs
  const from = isDated ? first.time - dayMs : first.time
  const sums = await tradeSums(ctx, {
    ...{ instrument: instrument.id, exchange, session, sources: sourcesOf(query) },
    interval: periodDays(interval) > 1 ? '1d' : interval,
    range: { from, to: Math.min(endOf(last), settled) },
  })
  const whole = groupSums(interval, adjusted(query, sums, dateOf(interval, exchange)))
  return new Map(
    bars.flatMap((bar) => {
      const sum = endOf(bar) > settled ? undefined : whole.get(bar.time)
      if (!sum) return []
      const vwap = sum.volume > 0 ? roundPrice(sum.money / sum.volume) : null
      return [[bar.time, { trades: sum.trades, vwap }]]
    }),
  )
}

/**
 * The trades that count. By default, simulated trades count only if all stored bars are simulated. With the source
 * `built`, imported trades count, because bars of this source are built from them.
 */
function sourcesOf({ coverage, source }: FiguresQuery): SourceFilter {
  if (source !== undefined) return source === 'built' ? 'import' : source
  return [...coverage.values()].every(({ isSimulated }) => isSimulated) ? 'simulated' : 'real'
}

/** The sums, with the prices and volumes of their trades adjusted. */
function adjusted({ adjust = 'none', factors = [] }: FiguresQuery, sums: TradeSum[], dateOf: DateOf): TradeSum[] {
  if (adjust === 'none' || factors.length === 0) return sums
  const bars = adjustBars(sums.map(toBar), adjust, factors, dateOf)
  return sums.map((sum, at) => {
    const { close = 0, volume = 0 } = bars[at] ?? {}
    return { ...sum, volume, money: close * volume }
  })
}

type DateOf = (bar: Bar) => number

/** A bar at the average price, because the average is adjusted like each price. */
function toBar({ start, volume, money }: TradeSum): Bar {
  const price = volume > 0 ? money / volume : 0
  return {
    ...{ time: start, open: price, high: price, low: price, close: price },
    ...{ volume, turnover: money, source: 'built' },
  }
}

function groupSums(interval: BarInterval, sums: readonly TradeSum[]): Map<number, TradeSum> {
  const groups = new Map<number, TradeSum>()
  for (const sum of sums) {
    const start = periodDays(interval) > 1 ? periodStart(interval, sum.start) : sum.start
    const known = groups.get(start)
    groups.set(start, known ? added(known, sum) : { ...sum, start })
  }
  return groups
}

function added(one: TradeSum, other: TradeSum): TradeSum {
  const { start, trades, volume, money } = one
  return { start, trades: trades + other.trades, volume: volume + other.volume, money: money + other.money }
}
