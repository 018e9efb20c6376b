import { ATR, EMA } from 'trading-signals'
import { candle, factor, forgetting, type IndicatorSpec, param, period } from './indicator.ts'
import { Window } from './window.ts'

/** Bollinger bands: simple average ± `deviation` times the population standard deviation of the last `period` closes. */
export const boll: IndicatorSpec = {
  name: 'boll',
  params: [period('period', 20, 2), factor('deviation', 2, 0.1, 10, 0.1)],
  outputs: [
    { name: 'upper', draw: 'line' },
    { name: 'middle', draw: 'line' },
    { name: 'lower', draw: 'line' },
  ],
  pane: 'price',
  lookback: (params) => param(params, 'period'),
  start(params) {
    const closes = new Window(param(params, 'period'))
    const factor = param(params, 'deviation')
    return (bar) => {
      closes.push(bar.c)
      if (!closes.full) return { upper: null, middle: null, lower: null }
      const middle = closes.mean
      const width = factor * closes.deviation(middle)
      return { upper: middle + width, middle, lower: middle - width }
    }
  },
}

/** Population standard deviation of the last `period` closes. */
export const stddev: IndicatorSpec = {
  name: 'stddev',
  params: [period('period', 20, 2)],
  outputs: [{ name: 'stddev', draw: 'line' }],
  pane: 'own',
  isPriced: true,
  lookback: (params) => param(params, 'period'),
  start(params) {
    const closes = new Window(param(params, 'period'))
    return (bar) => {
      closes.push(bar.c)
      return { stddev: closes.full ? closes.deviation(closes.mean) : null }
    }
  },
}

/**
 * Average true range, Wilder's smoothing, seeded with the mean of `period` true ranges. The first true range is high −
 * low.
 */
export const atr: IndicatorSpec = {
  name: 'atr',
  params: [period('period', 14)],
  outputs: [{ name: 'atr', draw: 'line' }],
  pane: 'own',
  isPriced: true,
  lookback: (params) => param(params, 'period') + forgetting(1 / param(params, 'period')),
  start(params) {
    const range = new ATR(param(params, 'period'))
    return (bar) => ({ atr: range.update(candle(bar), false) })
  },
}

/**
 * Donchian channel: highest high, lowest low and their middle over the last `period` bars, including the current one.
 */
export const donchian: IndicatorSpec = {
  name: 'donchian',
  params: [period('period', 20)],
  outputs: [
    { name: 'upper', draw: 'line' },
    { name: 'middle', draw: 'line' },
    { name: 'lower', draw: 'line' },
  ],
  pane: 'price',
  lookback: (params) => param(params, 'period'),
  start(params) {
    const highs = new Window(param(params, 'period'))
    const lows = new Window(param(params, 'period'))
    return (bar) => {
      highs.push(bar.h)
      lows.push(bar.l)
      if (!highs.full) return { upper: null, middle: null, lower: null }
      const upper = highs.highest
      const lower = lows.lowest
      return { upper, middle: (upper + lower) / 2, lower }
    }
  },
}

/** Keltner channel: exponential average of the closes ± `multiplier` × the average true range, both over `period`. */
export const keltner: IndicatorSpec = {
  name: 'keltner',
  params: [period('period', 20), factor('multiplier', 2, 0.1, 10, 0.1)],
  outputs: [
    { name: 'upper', draw: 'line' },
    { name: 'middle', draw: 'line' },
    { name: 'lower', draw: 'line' },
  ],
  pane: 'price',
  lookback: (params) => param(params, 'period') + forgetting(1 / param(params, 'period')),
  start(params) {
    const average = new EMA(param(params, 'period'))
    const range = new ATR(param(params, 'period'))
    const multiplier = param(params, 'multiplier')
    return (bar) => {
      const middle = average.update(bar.c, false)
      const width = range.update(candle(bar), false)
      if (width === null || !average.isStable) return { upper: null, middle: null, lower: null }
      return { upper: middle + width * multiplier, middle, lower: middle - width * multiplier }
    }
  },
}
