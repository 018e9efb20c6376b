import type { Spread } from '../metrics/durations.ts'
import { type Metrics, type TimedName, timedNames } from '../metrics/metrics.ts'
import type { Figures } from './process-figures-store.ts'

const parts = ['count', 'p50', 'p95', 'p99'] as const

/** The name of a figure: `symbol_search:p50`. Percentiles of data calls have no prefix: `p50`. */
function figureName(name: TimedName, part: (typeof parts)[number]): string {
  return name === 'data_call' && part !== 'count' ? part : `${name}:${part}`
}

/** The durations that this process measured in the last minute, as figures to share. */
export function spreadFigures(metrics: Pick<Metrics, 'spread'>): Figures {
  const figures: Record<string, number> = {}
  for (const name of timedNames) {
    const spread = metrics.spread(name)
    if (spread) for (const part of parts) figures[figureName(name, part)] = spread[part]
  }
  return figures
}

/** The combined spread of all processes: the sum of their counts, and the slowest value of each percentile. */
export function sharedSpread(figures: readonly Figures[], name: TimedName): Spread | null {
  const values = (part: (typeof parts)[number]) => figures.flatMap((one) => one[figureName(name, part)] ?? [])
  const counts = values('count')
  if (counts.length === 0) return null
  const slowest = (part: (typeof parts)[number]) => Math.max(...values(part))
  return {
    count: counts.reduce((sum, count) => sum + count, 0),
    p50: slowest('p50'),
    p95: slowest('p95'),
    p99: slowest('p99'),
  }
}
