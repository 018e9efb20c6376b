import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { sharedData } from '#test/fixtures/shared-data.ts'
import { textbook } from '#test/fixtures/textbook-indicators.ts'
import { type IndicatorName, indicatorNames, indicators } from './catalogue.ts'
import { compute, defaultParams, lookback, readParams } from './compute.ts'
import type { IndicatorBar } from './indicator.ts'

const daily = sharedData('bars/stock-us-AAPL-1d.csv.gz')
const minutes = sharedData('bars/stock-us-AAPL-1m.csv.gz')

function read(file: string, count: number): IndicatorBar[] {
  const lines = gunzipSync(readFileSync(file))
    .toString()
    .trim()
    .split('\n')
    .slice(1, count + 1)
  return lines.map((line) => {
    const [time = '', o, h, l, c, v] = line.split(',')
    return { t: Date.parse(time), o: Number(o), h: Number(h), l: Number(l), c: Number(c), v: Number(v) }
  })
}

/** A random walk of bars with flat stretches, gaps and bars without volume. */
function walk(count: number, seed: number): IndicatorBar[] {
  let state = seed
  const random = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  let price = 100
  return Array.from({ length: count }, (_, index) => {
    const o = price
    const flat = index % 97 > 90
    price = flat ? price : Math.max(1, price + (random() - 0.5) * 4)
    const h = flat ? o : Math.max(o, price) + random()
    const l = flat ? o : Math.min(o, price) - random()
    return { t: index * 900_000, o, h, l, c: price, v: index % 31 === 0 ? 0 : Math.round(random() * 10_000) + 1 }
  })
}

function holds(name: IndicatorName, bars: readonly IndicatorBar[]): void {
  const rows = compute(name, defaultParams(name), bars)
  const expected = textbook[name]?.(bars) ?? {}
  const outputs = indicators[name].outputs.map((output) => output.name)
  expect(Object.keys(expected).sort()).toEqual([...outputs].sort())
  expect(rows).toHaveLength(bars.length)
  let values = 0
  for (const output of outputs) {
    for (let index = 0; index < bars.length; index++) {
      const got = rows[index]?.[output]
      const want = expected[output]?.[index]
      if (want === null || got === null) {
        expect([output, index, got], `${output} at ${index}`).toEqual([output, index, want])
        continue
      }
      values += 1
      const tolerance = 1e-9 * Math.max(1, Math.abs(want ?? 0))
      expect(Math.abs((got ?? Number.NaN) - (want ?? Number.NaN)), `${output} at ${index}`).toBeLessThanOrEqual(
        tolerance,
      )
    }
  }
  expect(values).toBeGreaterThan(bars.length / 2)
}

describe('each indicator equals its textbook definition', () => {
  test.each(indicatorNames)(
    'the indicator %s equals its textbook definition on a random walk with flat stretches and bars without volume',
    (name) => {
      holds(name, walk(400, 7))
    },
  )

  test.runIf(daily && minutes).each(indicatorNames)(
    'the indicator %s equals its textbook definition on recorded daily and minute bars',
    (name) => {
      if (daily) holds(name, read(daily, 500))
      if (minutes) holds(name, read(minutes, 400))
    },
  )
})

const anchored = indicatorNames.filter((name) => name !== 'obv' && name !== 'vwap')
test.each(anchored)(
  'computing the indicator %s from only the lookback and the wanted bars gives the full result within 1e-9',
  (name) => {
    const bars = walk(4_000, 11)
    const params = defaultParams(name)
    const wanted = 50
    const whole = compute(name, params, bars).slice(-wanted)
    const computed = compute(name, params, bars.slice(-(lookback(name, params) + wanted))).slice(-wanted)
    for (const output of indicators[name].outputs) {
      const expected = whole.map((row) => row[output.name] ?? -1)
      computed.forEach((row, index) => {
        expect(Math.abs((row[output.name] ?? -1) - (expected[index] ?? 0))).toBeLessThanOrEqual(1e-9)
      })
    }
  },
)

test('the parabolic SAR reverses at the bar that touches it', () => {
  const bar = (h: number, l: number) => ({ t: 0, o: l, h, l, c: l, v: 1 })
  const rows = compute('sar', defaultParams('sar'), [bar(11, 10), bar(12, 11), bar(12, 10)])
  expect(rows.map(({ sar }) => sar)).toEqual([null, 10, 12])
})

test.each(['sma', 'boll'] as const)(
  'values of the indicator %s are bit-identical, however many bars precede the lookback',
  (name) => {
    const bars = walk(300, 5).map((bar) => ({ ...bar, c: Number(bar.c.toFixed(2)) }))
    const params = defaultParams(name)
    const whole = compute(name, params, bars).slice(-50)
    for (const more of [0, 1, 7, 13])
      expect(compute(name, params, bars.slice(-(lookback(name, params) + 50 + more))).slice(-50)).toEqual(whole)
  },
)

test('an indicator returns rows of nulls for fewer bars than its warm-up, and no rows for no bars', () => {
  expect(compute('sma', { period: 20 }, walk(3, 1))).toEqual([{ sma: null }, { sma: null }, { sma: null }])
  expect(compute('macd', defaultParams('macd'), [])).toEqual([])
})

describe('indicator parameters', () => {
  test('indicator parameters are read from a query string, with defaults for missing parameters', () => {
    expect(readParams('macd', { fast: '5', name: 'macd' })).toEqual({
      kind: 'ok',
      params: { fast: 5, slow: 26, signal: 9 },
    })
  })

  test.each([
    ['below the bound', { period: 0 }],
    ['above the bound', { period: 501 }],
    ['not whole', { period: 2.5 }],
    ['not a number', { period: 'many' }],
    ['infinite', { period: Number.POSITIVE_INFINITY }],
  ])('an indicator parameter is refused when it is %s', (_, given) => {
    expect(readParams('sma', given)).toEqual({ kind: 'refused', param: 'period', min: 1, max: 500 })
  })

  test('the default of every indicator parameter lies within the bounds of the parameter', () => {
    for (const name of indicatorNames) {
      expect(readParams(name, defaultParams(name))).toEqual({ kind: 'ok', params: defaultParams(name) })
      expect(indicators[name].name).toBe(name)
    }
  })
})
