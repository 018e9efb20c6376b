import { type DataSource, dataSources } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'

/** One bar. `time`: open in ms UTC (days and longer: 00:00 UTC of the date). Unadjusted prices, quote currency. */
export type Bar = {
  time: number
  open: number
  high: number
  low: number
  close: number
  volume: number
  /** 0 if unknown */
  turnover: number
  source: DataSource
}

/** The number of decimals of stored and served volumes and turnovers. Further digits are noise of binary fractions. */
export const volumeDecimals = 8
export const turnoverDecimals = 4
/** The number of decimals of computed prices: enough for a penny stock after three splits. */
const priceDecimals = 10

export function roundPrice(value: number): number {
  return roundTo(value, priceDecimals)
}

export function roundVolume(value: number): number {
  return roundTo(value, volumeDecimals)
}

export function roundTurnover(value: number): number {
  return roundTo(value, turnoverDecimals)
}

/** Powers of ten are precomputed, because a quote or a bar has many figures. */
const scales = Array.from({ length: 16 }, (_, decimals) => 10 ** decimals)

/** Rounds half away from zero. A number that is too large for the decimals is returned unchanged. */
export function roundTo(value: number, decimals: number): number {
  if (Number.isInteger(value)) return value
  const scale = scales[decimals] ?? 10 ** decimals
  const scaled = Math.abs(value) * scale
  return scaled < Number.MAX_SAFE_INTEGER ? (value < 0 ? -Math.round(scaled) : Math.round(scaled)) / scale : value
}

export type Figures = Pick<Bar, 'open' | 'high' | 'low' | 'close' | 'volume' | 'turnover'>

export function extendBar<B extends Figures>(bar: B, next: Figures): B {
  return {
    ...bar,
    high: Math.max(bar.high, next.high),
    low: Math.min(bar.low, next.low),
    close: next.close,
    volume: roundVolume(bar.volume + next.volume),
    turnover: roundTurnover(bar.turnover + next.turnover),
  }
}

/** Merges bars in time order into one bar at `time`. Throws if there are no bars. */
export function mergeBars(time: number, bars: readonly Bar[]): Bar {
  const [first, ...rest] = bars
  if (!first) throw new Error('no bars to merge')
  const { open, high, low, close, source } = first
  const [volume, turnover] = [roundVolume(first.volume), roundTurnover(first.turnover)]
  return rest.reduce<Bar>(extendBar, { time, open, high, low, close, volume, turnover, source })
}

/**
 * The rank of each source. Of several bars of one instrument, interval and time, the bar of the source with the highest
 * rank counts; with equal ranks, the bar that was written last.
 */
const ranks: Record<DataSource, number> = { simulated: 1, built: 2, replay: 3, exchange: 4, push: 4, import: 5 }

/** The position of the source's rank, 1 for the highest rank. */
export function sourceRank(source: DataSource): number {
  return 1 + new Set(Object.values(ranks).filter((rank) => rank > ranks[source])).size
}

/** The version that ReplacingMergeTree compares: source rank first, then the time of writing in ms. */
export function versionOf(source: DataSource, now: number): string {
  return String(BigInt(ranks[source]) * 10n ** 15n + BigInt(now))
}

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

/**
 * The rule that a bar breaks, or null. A volume of 0 is valid. Only futures may have negative prices (oil in April
 * 2020).
 */
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
  if (time > limits.now + dayMs) return 'time_in_future'
  if (time < -5_364_662_400_000) return 'time_out_of_range'
  return null
}
