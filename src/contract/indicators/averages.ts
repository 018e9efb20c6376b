import { EMA, SMA, WMA } from 'trading-signals'
import { dayMs } from '../time.ts'
import { forgetting, type IndicatorSpec, param, period, typicalPrice } from './indicator.ts'
import { Window } from './window.ts'

/** Simple moving average: the mean of the last `period` closes. */
export const sma: IndicatorSpec = {
  name: 'sma',
  params: [period('period', 20)],
  outputs: [{ name: 'sma', draw: 'line' }],
  pane: 'price',
  lookback: (params) => param(params, 'period'),
  start(params) {
    const closes = new Window(param(params, 'period'))
    return (bar) => {
      closes.push(bar.c)
      return { sma: closes.full ? closes.mean : null }
    }
  },
}

/** Exponential moving average: smoothing 2 / (period + 1), seeded with the first close. Begins at bar `period`. */
export const ema: IndicatorSpec = {
  name: 'ema',
  params: [period('period', 20)],
  outputs: [{ name: 'ema', draw: 'line' }],
  pane: 'price',
  lookback: (params) => forgetting(2 / (param(params, 'period') + 1)),
  start(params) {
    const average = new EMA(param(params, 'period'))
    return (bar) => {
      const value = average.update(bar.c, false)
      return { ema: average.isStable ? value : null }
    }
  },
}

/** Weighted moving average with weights 1…period; the newest close has the largest weight. */
export const wma: IndicatorSpec = {
  name: 'wma',
  params: [period('period', 20)],
  outputs: [{ name: 'wma', draw: 'line' }],
  pane: 'price',
  lookback: (params) => param(params, 'period'),
  start(params) {
    const average = new WMA(param(params, 'period'))
    return (bar) => ({ wma: average.update(bar.c, false) })
  },
}

/**
 * Volume-weighted average of the typical price. `period` 0 restarts with each UTC day; on daily and longer bars the
 * result is the typical price itself. `period` n uses the last n bars. Null while no volume was traded.
 */
export const vwap: IndicatorSpec = {
  name: 'vwap',
  params: [period('period', 0, 0)],
  outputs: [{ name: 'vwap', draw: 'line' }],
  pane: 'price',
  lookback: (params) => param(params, 'period') || 1_440,
  start(params) {
    const length = param(params, 'period')
    if (length > 0) {
      const money = new Window(length)
      const volume = new Window(length)
      return (bar) => {
        money.push(typicalPrice(bar) * bar.v)
        volume.push(bar.v)
        return { vwap: volume.full && volume.sum > 0 ? money.sum / volume.sum : null }
      }
    }
    let day = Number.NaN
    let money = 0
    let volume = 0
    return (bar) => {
      const today = Math.floor(bar.t / dayMs)
      if (today !== day) [day, money, volume] = [today, 0, 0]
      money += typicalPrice(bar) * bar.v
      volume += bar.v
      return { vwap: volume > 0 ? money / volume : null }
    }
  },
}

/** Bull and bear index: the mean of four simple moving averages. */
export const bbi: IndicatorSpec = {
  name: 'bbi',
  params: [period('first', 3), period('second', 6), period('third', 12), period('fourth', 24)],
  outputs: [{ name: 'bbi', draw: 'line' }],
  pane: 'price',
  lookback: (params) => Math.max(...Object.values(params)),
  start(params) {
    const averages = ['first', 'second', 'third', 'fourth'].map((name) => new SMA(param(params, name)))
    return (bar) => {
      let sum: number | null = 0
      for (const average of averages) {
        const value = average.update(bar.c, false)
        sum = sum === null || value === null ? null : sum + value
      }
      return { bbi: sum === null ? null : sum / 4 }
    }
  },
}
