import { CCI, RSI, SMA, WilliamsR } from 'trading-signals'
import { candle, forgetting, type IndicatorSpec, param, period, typicalPrice } from './indicator.ts'
import { Window } from './window.ts'

/** Relative strength index with Wilder's smoothing; 100 while no close fell. The first value needs `period` changes. */
export const rsi: IndicatorSpec = {
  name: 'rsi',
  params: [period('period', 14, 2)],
  outputs: [{ name: 'rsi', draw: 'line' }],
  pane: 'own',
  guides: [70, 30],
  lookback: (params) => param(params, 'period') + forgetting(1 / param(params, 'period')),
  start(params) {
    const strength = new RSI(param(params, 'period'))
    return (bar) => ({ rsi: strength.update(bar.c, false) })
  },
}

/**
 * KDJ: RSV = (close − lowest low) / (highest high − lowest low) × 100 over `period`; 50 when the range is 0.
 * K = ((k − 1) K' + RSV) / k, D = ((d − 1) D' + K) / d, J = 3 K − 2 D. K' and D' are the values of the previous bar, at
 * first 50.
 */
export const kdj: IndicatorSpec = {
  name: 'kdj',
  params: [period('period', 9), period('k', 3, 1, 100), period('d', 3, 1, 100)],
  outputs: [
    { name: 'k', draw: 'line' },
    { name: 'd', draw: 'line' },
    { name: 'j', draw: 'line' },
  ],
  pane: 'own',
  guides: [80, 20],
  lookback: (params) =>
    param(params, 'period') + forgetting(1 / param(params, 'k')) + forgetting(1 / param(params, 'd')),
  start(params) {
    const highs = new Window(param(params, 'period'))
    const lows = new Window(param(params, 'period'))
    const smoothK = param(params, 'k')
    const smoothD = param(params, 'd')
    let k = 50
    let d = 50
    return (bar) => {
      highs.push(bar.h)
      lows.push(bar.l)
      if (!highs.full) return { k: null, d: null, j: null }
      const lowest = lows.lowest
      const span = highs.highest - lowest
      const raw = span === 0 ? 50 : ((bar.c - lowest) / span) * 100
      k = ((smoothK - 1) * k + raw) / smoothK
      d = ((smoothD - 1) * d + k) / smoothD
      return { k, d, j: 3 * k - 2 * d }
    }
  },
}

/** CCI: the typical price minus its mean, divided by 0.015 × the mean deviation; 0 when no price moved. */
export const cci: IndicatorSpec = {
  name: 'cci',
  params: [period('period', 20, 2)],
  outputs: [{ name: 'cci', draw: 'line' }],
  pane: 'own',
  guides: [100, -100],
  lookback: (params) => param(params, 'period'),
  start(params) {
    const channel = new CCI(param(params, 'period'))
    return (bar) => {
      const value = channel.update(candle(bar), false)
      return { cci: value === null ? null : Number.isFinite(value) ? value : 0 }
    }
  },
}

/** Williams %R over `period`: 0 at the highest high, −100 at the lowest low and when no price moved. */
export const wr: IndicatorSpec = {
  name: 'wr',
  params: [period('period', 14)],
  outputs: [{ name: 'wr', draw: 'line' }],
  pane: 'own',
  guides: [-20, -80],
  lookback: (params) => param(params, 'period'),
  start(params) {
    const range = new WilliamsR(param(params, 'period'))
    return (bar) => ({ wr: range.update(candle(bar), false) })
  },
}

/** Money flow index: RSI of typical price × volume with plain sums of `period` changes; 100 while no price fell. */
export const mfi: IndicatorSpec = {
  name: 'mfi',
  params: [period('period', 14)],
  outputs: [{ name: 'mfi', draw: 'line' }],
  pane: 'own',
  guides: [80, 20],
  lookback: (params) => param(params, 'period') + 1,
  start(params) {
    const gains = new Window(param(params, 'period'))
    const losses = new Window(param(params, 'period'))
    let before: number | null = null
    return (bar) => {
      const price = typicalPrice(bar)
      if (before !== null) {
        gains.push(price > before ? price * bar.v : 0)
        losses.push(price < before ? price * bar.v : 0)
      }
      before = price
      if (!gains.full) return { mfi: null }
      const fell = losses.sum
      return { mfi: fell === 0 ? 100 : 100 - 100 / (1 + gains.sum / fell) }
    }
  },
}

/** Psychological line: share of the last `period` closes that rose, in percent. */
export const psy: IndicatorSpec = {
  name: 'psy',
  params: [period('period', 12)],
  outputs: [{ name: 'psy', draw: 'line' }],
  pane: 'own',
  guides: [75, 25],
  lookback: (params) => param(params, 'period') + 1,
  start(params) {
    const length = param(params, 'period')
    const rises = new Window(length)
    let before: number | null = null
    return (bar) => {
      if (before !== null) rises.push(bar.c > before ? 1 : 0)
      before = bar.c
      return { psy: rises.full ? (rises.sum / length) * 100 : null }
    }
  },
}

/** Bias: distance of the close from its simple moving average, in percent of the average. */
export const bias: IndicatorSpec = {
  name: 'bias',
  params: [period('period', 6)],
  outputs: [{ name: 'bias', draw: 'line' }],
  pane: 'own',
  guides: [0],
  lookback: (params) => param(params, 'period'),
  start(params) {
    const average = new SMA(param(params, 'period'))
    return (bar) => {
      const mean = average.update(bar.c, false)
      return { bias: mean === null || mean === 0 ? null : ((bar.c - mean) / mean) * 100 }
    }
  },
}
