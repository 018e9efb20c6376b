import { expect, test } from 'vitest'
import { missing, queriedMetrics } from './queries.ts'

const answer = [
  '# TYPE requests_total counter',
  'requests_total{role="site",status="200"} 7',
  '# TYPE turned_away_total counter',
  '# TYPE seconds histogram',
  'seconds_bucket{le="+Inf",role="site"} 7',
].join('\n')

test('the metrics of a Prometheus query are found with the labels of its matchers and groupings', () => {
  expect(queriedMetrics('sum by (role) (rate(requests_total{status=~"5.."}[5m])) / scalar(up)')).toEqual([
    { metric: 'requests_total', labels: ['role', 'status'] },
    { metric: 'up', labels: [] },
  ])
  expect(() => queriedMetrics('sum by (role) (rate(requests_total[5m])')).toThrow('not PromQL')
})

test('the check of Prometheus queries reports metrics and labels that the product does not export', () => {
  const good = [
    'sum by (role, instance) (rate(requests_total[$__rate_interval]))',
    'sum(rate(turned_away_total[5m]))',
    'histogram_quantile(0.9, sum by (le) (rate(seconds_bucket[5m])))',
  ]
  expect(missing(good, answer)).toEqual([])
  const wrong = ['rate(request_total[5m])', 'max by (route) (requests_total)', 'turned_away_total{role="site"}']
  expect(missing(wrong, answer)).toEqual(['request_total', 'requests_total{route}', 'turned_away_total{role}'])
})
