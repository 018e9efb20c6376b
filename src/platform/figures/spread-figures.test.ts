import { expect, test } from 'vitest'
import { Metrics } from '../metrics/metrics.ts'
import { sharedSpread, spreadFigures } from './spread-figures.ts'

test('percentiles are computed over the durations of all processes', () => {
  const [first, second] = [new Metrics(), new Metrics()]
  first.time('data_call', 3)
  first.time('symbol_search', 7)
  for (const ms of [5, 9]) second.time('data_call', ms)
  const figures = [spreadFigures(first), spreadFigures(second)]
  expect(sharedSpread(figures, 'data_call')).toEqual({ count: 3, p50: 9, p95: 9, p99: 9 })
  expect(sharedSpread(figures, 'symbol_search')).toEqual({ count: 1, p50: 7, p95: 7, p99: 7 })
  expect(sharedSpread(figures, 'delivery')).toBeNull()
})
