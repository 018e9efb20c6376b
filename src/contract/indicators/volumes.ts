import { type IndicatorSpec, param, period } from './indicator.ts'
import { Window } from './window.ts'

/**
 * On-balance volume from the first stored bar, at 0: adds the volume of a bar with a rising close, and subtracts the
 * volume of a bar with a falling close.
 */
export const obv: IndicatorSpec = {
  name: 'obv',
  params: [],
  outputs: [{ name: 'obv', draw: 'line' }],
  pane: 'own',
  lookback: () => 0,
  isCumulative: true,
  start() {
    let balance = 0
    let before: number | null = null
    return (bar) => {
      if (before !== null) balance += bar.c > before ? bar.v : bar.c < before ? -bar.v : 0
      before = bar.c
      return { obv: balance }
    }
  },
}

/** Chaikin money flow: volume weighted by the close's position in the bar's range, −1 (low) to 1 (high). */
export const cmf: IndicatorSpec = {
  name: 'cmf',
  params: [period('period', 20)],
  outputs: [{ name: 'cmf', draw: 'line' }],
  pane: 'own',
  guides: [0],
  lookback: (params) => param(params, 'period'),
  start(params) {
    const flow = new Window(param(params, 'period'))
    const volume = new Window(param(params, 'period'))
    return (bar) => {
      const span = bar.h - bar.l
      flow.push(span === 0 ? 0 : ((bar.c - bar.l - (bar.h - bar.c)) / span) * bar.v)
      volume.push(bar.v)
      return { cmf: volume.full && volume.sum > 0 ? flow.sum / volume.sum : null }
    }
  },
}
