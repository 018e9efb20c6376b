import { expect, test } from 'vitest'
import { indicatorNames } from '#src/contract/indicators/catalogue.ts'
import { compute, defaultParams } from '#src/contract/indicators/compute.ts'
import { walkBars } from '#test/fixtures/chart-gateway.ts'
import { anchoredRule, indicatorRule } from './indicator-layers.ts'
import { LazyRows } from './lazy-rows.ts'

const bars = walkBars(4_000)
function counting(lookback: number) {
  const rule = {
    lookback,
    reads: 0,
    start() {
      const window: number[] = []
      return ({ value }: { value: number }) => {
        rule.reads += 1
        window.push(value)
        return window.slice(-(lookback + 1)).reduce((sum, one) => sum + one, 0)
      }
    },
  }
  return rule
}
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => ({ value: from + at }))

test.each(indicatorNames)(
  'the chart computes the same values of the indicator %s as the REST call, whichever bars are computed first',
  (name) => {
    const params = defaultParams(name)
    const whole = compute(name, params, bars)
    const lazy = new LazyRows(indicatorRule(name, params))
    lazy.setBars(bars)
    for (const [from, to] of [
      [3_900, 4_000],
      [2_000, 2_100],
      [2_050, 2_600],
    ] as const) {
      lazy.fill(from, to)
      for (let index = from; index < to; index++) {
        for (const [output, value] of Object.entries(whole[index] ?? {})) {
          const row = lazy.rows[index]
          if (value === null) expect(row?.[output]).toBeNull()
          else
            expect(Math.abs((row?.[output] ?? Number.NaN) - value)).toBeLessThan(1e-10 * Math.max(1, Math.abs(value)))
        }
      }
    }
  },
)

test('on-balance volume computed from a bar with a known value equals on-balance volume computed from the first bar', () => {
  const whole = compute('obv', {}, bars)
  const anchor = { t: bars[3_000]?.t ?? 0, value: whole[3_000]?.obv ?? 0 }
  const lazy = new LazyRows(anchoredRule(indicatorRule('obv', {}), anchor))
  for (const from of [3_000, 2_000, 0]) {
    lazy.setBars(bars.slice(from))
    lazy.fill(0, bars.length - from)
    expect(lazy.rows).toEqual(whole.slice(from))
  }
})

test('on-balance volume is computed from the first loaded bar if the bar with the known value is not loaded', () => {
  const lazy = new LazyRows(anchoredRule(indicatorRule('obv', {}), { t: 1, value: 5 }))
  lazy.setBars(bars.slice(0, 10))
  lazy.fill(0, 10)
  expect(lazy.rows).toEqual(compute('obv', {}, bars.slice(0, 10)))
})

test('an indicator of the chart is computed only for the visible bars, the 500 bars before them, and the warm-up', () => {
  const rule = counting(10)
  const lazy = new LazyRows(rule)
  lazy.setBars(numbers(0, 100_000))
  lazy.fill(99_900, 100_000)
  expect(rule.reads).toBe(500 + 10 + 100)
  lazy.fill(99_950, 100_000)
  expect(rule.reads).toBe(610)
})

test('when the newest bar changes, an indicator of the chart is computed only for that bar and its warm-up', () => {
  const rule = counting(2)
  const lazy = new LazyRows(rule)
  const list = numbers(0, 1_000)
  lazy.setBars(list)
  lazy.fill(900, 1_000)
  rule.reads = 0
  list[999] = { value: 5 }
  lazy.setBars(list)
  expect(lazy.at(999)).toBe(997 + 998 + 5)
  list.push({ value: 7 })
  lazy.setBars(list)
  lazy.fill(950, 1_001)
  expect(lazy.rows[1_000]).toBe(998 + 5 + 7)
  expect(rule.reads).toBe(3 + 4)
})

test('when older bars arrive, only indicator rows that lacked a full warm-up are computed again', () => {
  const lazy = new LazyRows(counting(2))
  const newest = numbers(100, 110)
  lazy.setBars(newest)
  lazy.fill(0, 10)
  expect(lazy.rows[0]).toBe(100)
  lazy.setBars([...numbers(0, 100), ...newest])
  expect(lazy.rows[101]).toBeUndefined()
  expect(lazy.rows[102]).toBe(100 + 101 + 102)
  expect(lazy.at(100)).toBe(98 + 99 + 100)
})

test('an indicator with a running total over all bars is computed again when older bars arrive', () => {
  const rule = {
    lookback: 0,
    start: () =>
      (
        (sum: number) =>
        ({ value }: { value: number }) =>
          (sum += value)
      )(0),
  }
  const lazy = new LazyRows(rule)
  const newest = numbers(3, 5)
  lazy.setBars(newest)
  expect(lazy.at(1)).toBe(3 + 4)
  lazy.setBars([...numbers(1, 3), ...newest])
  expect(lazy.at(3)).toBe(1 + 2 + 3 + 4)
})

test('replacing the bars of the chart clears every computed indicator row', () => {
  const lazy = new LazyRows(counting(1))
  lazy.setBars(numbers(0, 10))
  lazy.fill(0, 10)
  lazy.setBars(numbers(50, 53))
  expect(lazy.rows).toEqual([undefined, undefined, undefined])
  expect(lazy.at(2)).toBe(51 + 52)
  lazy.setBars([])
  expect([lazy.rows.length, lazy.at(0)]).toEqual([0, null])
})
