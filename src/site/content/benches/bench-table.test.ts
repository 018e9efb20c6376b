import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { locales } from '#src/contract/locale.ts'
import { handbookOf } from '../library/library.server.ts'
import { benchTable } from './bench-table.server.ts'
import type { Figures } from './figures.ts'

const machine = { processor: 'Any', cores: 2, memoryGib: 8, node: '24.0.0' }
const kline = {
  command: 'npm run bench -- kline',
  ...{ date: '2026-01-05', commit: 'abc', machine },
  figures: [
    {
      id: 'klineServer',
      ...{ figure: 'kline of 100 bars, hot', value: 41_234, unit: '/s', ratio: 0.6011, met: true },
      baseline: { what: 'a bare server', value: 68_600 },
      goal: { ratioAtLeast: 0.5 },
    },
    { id: 'klineDelay', figure: 'p99', value: 15.26, unit: 'ms', goal: { atMost: 15 }, met: false },
    { figure: 'a row that only the terminal shows', value: 1, unit: 'MiB' },
  ],
} satisfies Figures[string]

test('a benchmark table shows figures with baselines, ratios and goals, and a line above the table names the machine', () => {
  const [where, table = ''] = benchTable('kline', 'en-US', { kline }).split('\n\n')
  expect(where).toBe('By `npm run bench -- kline` on January 5, 2026: Any, 2 × CPU, 8 GiB, Node 24.0.0, commit abc.')
  const [, , ...rows] = table.split('\n')
  expect(rows.map((row) => row.split(' | ').slice(1))).toEqual([
    ['41,234/s', '68,600/s', '0.601', 'met: ≥\u00a00.5\u00a0× |'],
    ['15.3\u00a0ms', '', '', 'missed: ≤\u00a015\u00a0ms |'],
  ])
})

test.each(locales)('in %s, a benchmark without results shows its command and no figures', (locale) => {
  const text = benchTable('kline', locale, {})
  expect(text).toContain('`npm run bench -- kline`')
  expect(text).not.toContain('|')
})

test('the performance page names only benchmarks that exist', () => {
  const body = handbookOf('en-US').find(({ slug }) => slug === 'performance')?.body ?? ''
  const named = [...body.matchAll(/\{\{bench ([\w-]+)\}\}/g)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !existsSync(`lab/bench/${name}.bench.ts`))).toEqual([])
})
