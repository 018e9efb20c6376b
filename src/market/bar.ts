import { type DataSource, dataSources } from '#src/contract/market.ts'

/** One bar. `time` is its open in ms UTC (days and longer: 00:00 UTC of the trading date); prices raw, in quote currency. */
export type Bar = {
  time: number
  open: number
  high: number
  low: number
  close: number
  volume: number
  /** 0 where unknown. */
  turnover: number
  source: DataSource
}

/** How finely sums over bars are told: beyond it lies nothing but the noise of adding. */
export const volumeDecimals = 8
export const turnoverDecimals = 4

/** Higher beats lower for the same instrument, interval and time. */
const ranks: Record<DataSource, number> = { simulated: 1, built: 2, replay: 3, exchange: 4, import: 5 }

/** The version that ReplacingMergeTree compares: source rank first, then the time of writing in ms. */
export function versionOf(source: DataSource, now: number): string {
  return String(BigInt(ranks[source]) * 10n ** 15n + BigInt(now))
}

/** How sources stand in the column store. */
export function sourceNumber(source: DataSource): number {
  return dataSources.indexOf(source)
}

export function sourceOfNumber(number: number): DataSource {
  return dataSources[number] ?? 'built'
}

export type BarFault =
  | 'not_a_number'
  | 'negative_price'
  | 'high_below_low'
  | 'outside_high_low'
  | 'negative_volume'
  | 'time_in_future'
  | 'time_out_of_range'

/** The rule a bar breaks, or null. Volume 0 is fine; prices may be negative only for futures (oil was, in April 2020). */
export function barFault(
  time: number,
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
  limits: { now: number; negativePrices: boolean },
): BarFault | null {
  if (!Number.isFinite(open + high + low + close + volume)) return 'not_a_number'
  if (!limits.negativePrices && (low <= 0 || open <= 0 || high <= 0 || close <= 0)) return 'negative_price'
  if (high < low) return 'high_below_low'
  if (open > high || close > high || open < low || close < low) return 'outside_high_low'
  if (volume < 0) return 'negative_volume'
  if (time > limits.now + 86_400_000) return 'time_in_future'
  if (time < -5_364_662_400_000) return 'time_out_of_range'
  return null
}
