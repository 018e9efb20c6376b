import { EMA, ROC, SMA } from 'trading-signals'
import { forgetting, type IndicatorSpec, param, period } from './indicator.ts'
import { Window } from './window.ts'

/**
 * MACD: exponential average over `fast` bars minus the average over `slow` bars, from bar `slow` on. The signal is the
 * exponential average of that line, seeded with its first value, and begins `signal` bars later. The histogram is macd
 * − signal, not doubled.
 */
export const macd: IndicatorSpec = {
  name: 'macd',
  params: [period('fast', 12), period('slow', 26), period('signal', 9)],
  outputs: [
    { name: 'macd', draw: 'line' },
    { name: 'signal', draw: 'line' },
    { name: 'histogram', draw: 'histogram' },
  ],
  pane: 'own',
  isPriced: true,
  guides: [0],
  lookback: (params) =>
    Math.max(param(params, 'slow'), param(params, 'fast')) +
    forgetting(2 / (Math.max(param(params, 'slow'), param(params, 'fast')) + 1)) +
    forgetting(2 / (param(params, 'signal') + 1)),
  start(params) {
    const fast = new EMA(param(params, 'fast'))
    const slow = new EMA(param(params, 'slow'))
    const smoothed = new EMA(param(params, 'signal'))
    return (bar) => {
      const line = fast.update(bar.c, false) - slow.update(bar.c, false)
      if (!fast.isStable || !slow.isStable) return { macd: null, signal: null, histogram: null }
      const signal = smoothed.update(line, false)
      if (!smoothed.isStable) return { macd: line, signal: null, histogram: null }
      return { macd: line, signal, histogram: line - signal }
    }
  },
}

/** Rate of change: (close − earlier close) / earlier close in percent; the earlier close is `period` bars ago. */
export const roc: IndicatorSpec = {
  name: 'roc',
  params: [period('period', 12)],
  outputs: [{ name: 'roc', draw: 'line' }],
  pane: 'own',
  guides: [0],
  lookback: (params) => param(params, 'period') + 1,
  start(params) {
    const rate = new ROC(param(params, 'period'))
    return (bar) => {
      const value = rate.update(bar.c, false)
      return { roc: value === null || !Number.isFinite(value) ? null : value * 100 }
    }
  },
}

/** Momentum: close minus the close `period` bars ago. */
export const mtm: IndicatorSpec = {
  name: 'mtm',
  params: [period('period', 12)],
  outputs: [{ name: 'mtm', draw: 'line' }],
  pane: 'own',
  isPriced: true,
  guides: [0],
  lookback: (params) => param(params, 'period') + 1,
  start(params) {
    const closes = new Window(param(params, 'period'))
    return (bar) => {
      const value = closes.full ? bar.c - closes.oldest : null
      closes.push(bar.c)
      return { mtm: value }
    }
  },
}

/**
 * TRIX: change of the triple exponential average from one bar to the next, in percent of the earlier value. The second
 * and third averages run over the previous average, from its first bar on. The first value is at bar 3 × `period` − 1.
 */
export const trix: IndicatorSpec = {
  name: 'trix',
  params: [period('period', 12)],
  outputs: [{ name: 'trix', draw: 'line' }],
  pane: 'own',
  guides: [0],
  lookback: (params) => 3 * param(params, 'period') + 3 * forgetting(2 / (param(params, 'period') + 1)),
  start(params) {
    const length = param(params, 'period')
    const averages = [new EMA(length), new EMA(length), new EMA(length)]
    let before: number | null = null
    let seen = 0
    return (bar) => {
      let value = bar.c
      for (const average of averages) value = average.update(value, false)
      seen += 1
      const shown = before !== null && before !== 0 && seen >= 3 * length - 1
      const row = { trix: shown && before !== null ? ((value - before) / before) * 100 : null }
      before = value
      return row
    }
  },
}

/** Awesome oscillator: simple average of the bar middles over `fast` bars minus the average over `slow` bars. */
export const ao: IndicatorSpec = {
  name: 'ao',
  params: [period('fast', 5), period('slow', 34)],
  outputs: [{ name: 'ao', draw: 'histogram' }],
  pane: 'own',
  isPriced: true,
  guides: [0],
  lookback: (params) => Math.max(param(params, 'fast'), param(params, 'slow')),
  start(params) {
    const fast = new SMA(param(params, 'fast'))
    const slow = new SMA(param(params, 'slow'))
    return (bar) => {
      const middle = (bar.h + bar.l) / 2
      const quick = fast.update(middle, false)
      const steady = slow.update(middle, false)
      return { ao: quick === null || steady === null ? null : quick - steady }
    }
  },
}
