import { expect, test } from 'vitest'
import { Metrics } from './metrics.ts'

async function linesOf(metrics: Metrics, name: string): Promise<string[]> {
  return (await metrics.text()).split('\n').filter((line) => line.includes(name))
}

test('a metric is listed before its first value, and a repeated declaration adds no metric', async () => {
  const metrics = new Metrics()
  const declare = () => metrics.counter('tapewire_refused_total', 'Refused.', ['reason'])
  declare()
  expect(await linesOf(metrics, 'refused')).toEqual([
    '# HELP tapewire_refused_total Refused.',
    '# TYPE tapewire_refused_total counter',
  ])
  declare().inc({ reason: 'late' })
  declare().inc({ reason: 'late' })
  expect(await linesOf(metrics, 'refused_total{')).toEqual(['tapewire_refused_total{reason="late"} 2'])
})

test('a gauge is read for each scrape and has no value while its store is unreachable', async () => {
  const metrics = new Metrics()
  let waiting = 3
  const read = () => {
    if (waiting < 0) throw new Error('away')
    return waiting
  }
  metrics.gauge('tapewire_waiting', 'Waiting.', [], (gauge) => gauge.set(read()))
  metrics.gauge('tapewire_by_state', 'By state.', ['state'], async (gauge) => gauge.set({ state: 'new' }, read()))
  expect(await linesOf(metrics, ' 3')).toEqual(['tapewire_waiting 3', 'tapewire_by_state{state="new"} 3'])
  waiting = -1
  const away = await metrics.text()
  expect(away).not.toMatch(/^tapewire_(waiting|by_state)/m)
  expect(away).toContain('# TYPE tapewire_waiting gauge')
  waiting = 4
  expect(await linesOf(metrics, ' 4')).toEqual(['tapewire_waiting 4', 'tapewire_by_state{state="new"} 4'])
})

test('a scrape omits the gauge of a hanging store without waiting, and exports the gauge once the store has answered', async () => {
  const metrics = new Metrics(5)
  const answer = Promise.withResolvers<number>()
  metrics.gauge('tapewire_hanging', 'Hanging.', [], async (gauge) => gauge.set(await answer.promise))
  metrics.gauge('tapewire_quick', 'Quick.', [], (gauge) => gauge.set(1))
  const read = () => linesOf(metrics, '_hanging ').then((lines) => lines.filter((line) => !line.startsWith('#')))
  expect(await read()).toEqual([])
  expect(await linesOf(metrics, 'tapewire_quick 1')).toHaveLength(1)
  answer.resolve(7)
  await answer.promise
  await new Promise(setImmediate)
  expect(await read()).toEqual(['tapewire_hanging 7'])
})

test('a total that another module counts is exported as a counter, and its value is read for each scrape', async () => {
  const metrics = new Metrics()
  let delivered = 5
  metrics.total('tapewire_deliveries_total', 'Deliveries.', () => delivered)
  expect(await metrics.text()).toContain('# TYPE tapewire_deliveries_total counter\ntapewire_deliveries_total 5\n')
  delivered = 9
  expect(await metrics.text()).toContain('tapewire_deliveries_total 9')
})

test('totals with labels are exported as one counter, and no gauge has a name that ends with _total', async () => {
  const metrics = new Metrics()
  const totals = [
    { labels: { shard: '0' }, total: 2 },
    { labels: { shard: '1' }, total: 7 },
  ]
  metrics.totals('tapewire_dropped_total', 'Dropped.', ['shard'], () => totals)
  metrics.totals('tapewire_dropped_total', 'Dropped.', ['shard'], () => totals)
  expect(await linesOf(metrics, 'dropped_total')).toEqual([
    '# HELP tapewire_dropped_total Dropped.',
    '# TYPE tapewire_dropped_total counter',
    'tapewire_dropped_total{shard="0"} 2',
    'tapewire_dropped_total{shard="1"} 7',
  ])
  metrics.measureProcess()
  const gauges = (await metrics.text()).match(/^# TYPE \S+_total gauge$/gm)
  expect(gauges).toBeNull()
})
