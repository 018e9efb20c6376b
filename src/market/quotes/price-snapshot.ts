import type { QuoteEvent } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type Bar, roundPrice } from '../bars/bar.ts'
import { barStarting } from '../bars/bar-time.ts'
import { exchangeOf } from '../calendar/exchange-of.ts'
import { type Instrument, keyOf, tradingStatuses } from '../instruments/instrument.ts'

/** The values of `/quote`. `time`: ms UTC. Changes are relative to the previous close. */
export type PriceSnapshot = Omit<QuoteEvent, 'type' | 'key'>

/** The newest quote of an instrument on the tape, by its key. `gateway/board.ts` implements it. */
export type NewestQuotes = { quote(key: string): PriceSnapshot | null }

/** The newest quote on the tape, or else the values at the end of stored history. */
export function snapshotOf(
  ctx: Pick<Platform, 'kept'>,
  quotes: NewestQuotes,
  instrument: Instrument,
  days: readonly Bar[],
  now: number,
): PriceSnapshot | null {
  return quotes.quote(keyOf(instrument)) ?? snapshotOfDays(ctx, instrument, days, now)
}

/**
 * The values of the last day of `days` (oldest first), with the changes from the day before, or from the open of the
 * only day. A day that is not over has the time `now`.
 */
export function snapshotOfDays(
  ctx: Pick<Platform, 'kept'>,
  instrument: Instrument,
  days: readonly Bar[],
  now: number,
): PriceSnapshot | null {
  const day = days.at(-1)
  if (!day) return null
  const previousClose = days.at(-2)?.close ?? day.open
  const change = roundPrice(day.close - previousClose)
  return {
    last: day.close,
    open: day.open,
    previousClose,
    high: day.high,
    low: day.low,
    time: Math.min(barStarting(exchangeOf(ctx, instrument), '1d', day.time).end, now),
    volume: day.volume,
    turnover: day.turnover,
    tradingStatus: tradingStatuses[instrument.state],
    change,
    changePercent: previousClose === 0 ? 0 : Math.round((change / Math.abs(previousClose)) * 1e6) / 1e4,
    source: day.source,
  }
}
