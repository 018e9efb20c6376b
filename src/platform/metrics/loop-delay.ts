import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Metrics } from './metrics.ts'

type Delay = ReturnType<typeof monitorEventLoopDelay>

const resolutionMs = 10

const figures: Record<string, { help: string; of: (delay: Delay) => number }> = {
  min: { help: 'The minimum', of: ({ min }) => min },
  max: { help: 'The maximum', of: ({ max }) => max },
  mean: { help: 'The mean', of: ({ mean }) => mean },
  stddev: { help: 'The standard deviation', of: ({ stddev }) => stddev },
  p50: { help: 'The 50th percentile', of: (delay) => delay.percentile(50) },
  p90: { help: 'The 90th percentile', of: (delay) => delay.percentile(90) },
  p99: { help: 'The 99th percentile', of: (delay) => delay.percentile(99) },
}

export type LoopDelay = Disposable & {
  /** Starts a new period: figures cover the time since the last reset. */
  reset(): void
}

/** Event loop delay under the names of Node's Prometheus client. */
export function measureLoopDelay(metrics: Metrics): LoopDelay {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  for (const [name, { help, of }] of Object.entries(figures)) {
    const text = `${help} of the event loop delays since the last reading.`
    metrics.gauge(`nodejs_eventloop_lag_${name}_seconds`, text, () => seconds(of(delay), name))
  }
  return { reset: () => delay.reset(), [Symbol.dispose]: () => void delay.disable() }
}

/** Node measures from timer to timer, so the timer's own interval is subtracted. */
function seconds(ns: number, name: string): number {
  const own = name === 'stddev' ? 0 : resolutionMs * 1e6
  return Number.isFinite(ns) && ns < 1e15 ? Math.max(0, Math.round(ns - own) / 1e9) : 0
}
