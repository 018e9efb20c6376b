import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { sharedData } from '#test/fixtures/shared-data.ts'
import { isIndicatorName } from './catalogue.ts'
import { compute, defaultParams } from './compute.ts'
import type { IndicatorBar } from './indicator.ts'

const python = process.env.TALIB_PYTHON ?? 'python3'
const hasTalib = spawnSync(python, ['-c', 'import talib']).status === 0
if (!hasTalib) didNotRun('the comparison of the indicators with TA-Lib', `${python} has no package TA-Lib`)
const daily = sharedData('bars/stock-us-AAPL-1d.csv.gz')

/**
 * From this bar on, results no longer depend on two points in which TA-Lib differs: the seeds of its averages, and the
 * first trend of its parabolic stop.
 */
const seedBars = 1_000

test.skipIf(!hasTalib || daily === null)(
  'indicators equal their TA-Lib counterparts within 1e-9 on recorded daily bars, from the 1,001st bar on',
  () => {
    const bars = read(daily ?? '')
    const apart: string[] = []
    for (const [name, expected] of Object.entries(talibOf(bars))) {
      const [indicator = '', output = ''] = name.split('.')
      if (!isIndicatorName(indicator)) throw new Error(`${indicator} is not in the catalogue`)
      const rows = compute(indicator, defaultParams(indicator), bars)
      for (let at = seedBars; at < bars.length; at += 1) {
        const [one, other] = [rows[at]?.[output] ?? Number.NaN, expected[at] ?? Number.NaN]
        if (!(Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(other))))
          apart.push(`${name} at ${at}: ${one}, not ${other}`)
      }
    }
    expect(apart).toEqual([])
  },
)

function read(file: string): IndicatorBar[] {
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n').slice(1, 1_501)
  return lines.map((line) => {
    const [time = '', o, h, l, c, v] = line.split(',')
    return { t: Date.parse(time), o: Number(o), h: Number(h), l: Number(l), c: Number(c), v: Number(v) }
  })
}

function talibOf(bars: readonly IndicatorBar[]): Record<string, (number | null)[]> {
  const columns = { o: bars.map(({ o }) => o), h: bars.map(({ h }) => h), l: bars.map(({ l }) => l) }
  const input = JSON.stringify({ ...columns, c: bars.map(({ c }) => c), v: bars.map(({ v }) => v) })
  const script = resolve(import.meta.dirname, '../../../test/fixtures/talib-values.py')
  const { stdout, stderr, status } = spawnSync(python, [script], { input, encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}
