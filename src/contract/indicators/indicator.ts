/** One bar in the wire format: open time in ms UTC, prices in the quote currency, volume in units of the instrument. */
export type IndicatorBar = { t: number; o: number; h: number; l: number; c: number; v: number }

/** A setting of an indicator, with the bounds that the endpoint and the chart's form enforce. */
export type IndicatorParam = {
  name: string
  default: number
  min: number
  max: number
  /** 1 for whole numbers, less for factors. */
  step: number
}

/** One value of a row and how a chart draws it. */
export type IndicatorOutput = { name: string; draw: 'line' | 'histogram' | 'dots' }

/** Values by parameter name. */
export type IndicatorParams = Readonly<Record<string, number>>

/** Values by output name; null where too few bars precede. */
export type IndicatorRow = Record<string, number | null>

/**
 * One indicator: settings, outputs, where it is drawn, and its formula.
 * The `/indicator` endpoint, the chart, the docs and the tests all derive from it.
 */
export type IndicatorSpec = {
  name: string
  params: readonly IndicatorParam[]
  outputs: readonly IndicatorOutput[]
  /** `price`: drawn over the candles; `own`: drawn in a separate pane. */
  pane: 'price' | 'own'
  /** Whether the values of a separate pane are in the unit of the price, so that they need its decimals. */
  isPriced?: true
  /** Levels with which readers compare the values, such as 70 and 30 of the RSI. */
  guides?: readonly number[]
  /**
   * The number of earlier bars on which a bar's value depends. Still earlier bars change the value by less than about
   * 1e-14 of the price.
   */
  lookback(params: IndicatorParams): number
  /** True when the value accumulates from the first stored bar on. */
  isCumulative?: true
  /** Starts a new calculation. Call the returned function for each bar, oldest first; it returns the bar's row. */
  start(params: IndicatorParams): (bar: IndicatorBar) => IndicatorRow
}

/** A parameter that is a length in bars, 1…500 unless `min` and `max` say otherwise. */
export function period(name: string, standard: number, min = 1, max = 500): IndicatorParam {
  return { name, default: standard, min, max, step: 1 }
}

export function factor(name: string, standard: number, min: number, max: number, step: number): IndicatorParam {
  return { name, default: standard, min, max, step }
}

/** A parameter's value for `start`. Throws if `readParams` has not filled it in. */
export function param(params: IndicatorParams, name: string): number {
  const value = params[name]
  if (value === undefined) throw new Error(`indicator parameter ${name} was not filled in`)
  return value
}

/** The number of bars after which an exponential average with smoothing `alpha` has forgotten its seed (to 1e-14). */
export function forgetting(alpha: number): number {
  return alpha >= 1 ? 1 : Math.ceil(Math.log(1e-14) / Math.log(1 - alpha))
}

export function typicalPrice(bar: IndicatorBar): number {
  return (bar.h + bar.l + bar.c) / 3
}

/** The bar with the field names of the trading-signals library. */
export function candle(bar: IndicatorBar): {
  open: number
  high: number
  low: number
  close: number
  volume: number
} {
  return { open: bar.o, high: bar.h, low: bar.l, close: bar.c, volume: bar.v }
}
