import { ATR, WSMA } from 'trading-signals'
import { candle, factor, forgetting, type IndicatorBar, type IndicatorSpec, param, period } from './indicator.ts'

/**
 * Directional movement after Wilder: +DI and −DI in percent of the true range, and ADX, the average of |+DI − −DI| /
 * (+DI + −DI) × 100. Only the larger of the two movements counts; if they are equal, neither counts. All averages are
 * Wilder's, seeded with plain means, from the second bar on. +DI and −DI begin at bar `period` + 1, ADX at bar 2 ×
 * `period`.
 */
export const adx: IndicatorSpec = {
  name: 'adx',
  params: [period('period', 14, 2)],
  outputs: [
    { name: 'adx', draw: 'line' },
    { name: 'pdi', draw: 'line' },
    { name: 'mdi', draw: 'line' },
  ],
  pane: 'own',
  guides: [25],
  lookback: (params) => 2 * param(params, 'period') + 2 * forgetting(1 / param(params, 'period')),
  start(params) {
    const length = param(params, 'period')
    const [range, rise, fall, index] = [new WSMA(length), new WSMA(length), new WSMA(length), new WSMA(length)]
    let before: IndicatorBar | null = null
    return (bar) => {
      if (before === null) {
        before = bar
        return { adx: null, pdi: null, mdi: null }
      }
      const up = bar.h - before.h
      const down = before.l - bar.l
      const span = range.update(Math.max(bar.h, before.c) - Math.min(bar.l, before.c), false)
      const rising = rise.update(up > down && up > 0 ? up : 0, false)
      const falling = fall.update(down > up && down > 0 ? down : 0, false)
      before = bar
      if (span === null || rising === null || falling === null) return { adx: null, pdi: null, mdi: null }
      const both = rising + falling
      return {
        adx: index.update(both === 0 ? 0 : (Math.abs(rising - falling) / both) * 100, false),
        pdi: span === 0 ? 0 : (rising / span) * 100,
        mdi: span === 0 ? 0 : (falling / span) * 100,
      }
    }
  },
}

type Stop = { rising: boolean; stop: number; extreme: number; speed: number }

function firstStop(before: IndicatorBar, bar: IndicatorBar, step: number): Stop {
  const rising = bar.h + bar.l >= before.h + before.l
  return rising
    ? { rising, stop: before.l, extreme: bar.h, speed: step }
    : { rising, stop: before.h, extreme: bar.l, speed: step }
}

/**
 * Parabolic SAR after Wilder. The stop moves towards the extreme at a speed that grows by `step` with each new
 * extreme, up to `max`. It never enters the range of the last two bars, and the trend turns when a price touches it.
 * The middles of the first two bars decide the first trend.
 */
export const sar: IndicatorSpec = {
  name: 'sar',
  params: [factor('step', 0.02, 0.001, 1, 0.001), factor('max', 0.2, 0.01, 1, 0.01)],
  outputs: [{ name: 'sar', draw: 'dots' }],
  pane: 'price',
  lookback: () => 500,
  start(params) {
    const step = param(params, 'step')
    const max = param(params, 'max')
    let state: Stop | null = null
    let before: IndicatorBar | null = null
    let earlier: IndicatorBar | null = null
    return (bar) => {
      if (before === null) {
        before = bar
        return { sar: null }
      }
      state = state === null ? firstStop(before, bar, step) : nextStop(state, earlier ?? before, before, bar, step, max)
      earlier = before
      before = bar
      return { sar: state.stop }
    }
  },
}

function nextStop(
  state: Stop,
  earlier: IndicatorBar,
  before: IndicatorBar,
  bar: IndicatorBar,
  step: number,
  max: number,
): Stop {
  const moved = state.stop + state.speed * (state.extreme - state.stop)
  const faster = Math.min(max, state.speed + step)
  if (state.rising) {
    const stop = Math.min(moved, before.l, earlier.l)
    if (bar.l <= stop) return { rising: false, stop: Math.max(state.extreme, bar.h), extreme: bar.l, speed: step }
    return bar.h > state.extreme ? { rising: true, stop, extreme: bar.h, speed: faster } : { ...state, stop }
  }
  const stop = Math.max(moved, before.h, earlier.h)
  if (bar.h >= stop) return { rising: true, stop: Math.min(state.extreme, bar.l), extreme: bar.h, speed: step }
  return bar.l < state.extreme ? { rising: false, stop, extreme: bar.l, speed: faster } : { ...state, stop }
}

/**
 * Supertrend: the bar's middle ± `multiplier` average true ranges. The bands only tighten until a close passes them.
 * `up` is the support in a rising trend, `down` the resistance in a falling trend. The first trend is rising.
 */
export const supertrend: IndicatorSpec = {
  name: 'supertrend',
  params: [period('period', 10), factor('multiplier', 3, 0.1, 20, 0.1)],
  outputs: [
    { name: 'up', draw: 'line' },
    { name: 'down', draw: 'line' },
  ],
  pane: 'price',
  lookback: (params) => param(params, 'period') + forgetting(1 / param(params, 'period')) + 200,
  start(params) {
    const range = new ATR(param(params, 'period'))
    const multiplier = param(params, 'multiplier')
    let upper = Number.POSITIVE_INFINITY
    let lower = Number.NEGATIVE_INFINITY
    let rising = true
    let close = Number.NaN
    return (bar) => {
      const width = range.update(candle(bar), false)
      if (width === null) return { up: null, down: null }
      const middle = (bar.h + bar.l) / 2
      const top = middle + multiplier * width
      const bottom = middle - multiplier * width
      const nextUpper = top < upper || close > upper ? top : upper
      const nextLower = bottom > lower || close < lower ? bottom : lower
      rising = rising ? bar.c >= nextLower : bar.c > nextUpper
      upper = nextUpper
      lower = nextLower
      close = bar.c
      return rising ? { up: lower, down: null } : { up: null, down: upper }
    }
  },
}
