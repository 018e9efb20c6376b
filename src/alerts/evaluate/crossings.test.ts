import { expect, test } from 'vitest'
import { minuteMs } from '#src/contract/time.ts'
import type { LiveAlert } from '../alert.ts'
import { Minutes } from './change-watch.ts'
import { Crossings } from './crossings.ts'

function alertOn(direction: 'up' | 'down', threshold: number, change: Partial<LiveAlert> = {}): LiveAlert {
  const condition = { kind: 'price', direction, value: threshold } as const
  const fixed = { id: `${direction} ${threshold}`, version: 1, key: 'stock:A$US', condition, threshold }
  const state = { isArmed: false, restsUntil: 0, isGone: false, pauseMs: null, expiresAt: null }
  return { ...fixed, isUp: direction === 'up', ...state, ...change }
}

/** The firings over a series of values, one a second, as `<second> <alert>`. */
function firings(alerts: LiveAlert[], values: number[]): string[] {
  const crossings = new Crossings()
  for (const alert of alerts) crossings.add(alert)
  return values.flatMap((value, second) => {
    const fired: string[] = []
    crossings.evaluate(value, second * 1_000, { fire: ({ id }) => fired.push(`${second} ${id}`), arm: () => {} })
    return fired
  })
}

test('an alert fires only when the value reaches the threshold from the other side', () => {
  expect(firings([alertOn('up', 10), alertOn('down', 10)], [10, 11, 9, 10])).toEqual(['2 down 10', '3 up 10'])
  expect(firings([alertOn('up', 10)], [11, 10, 12])).toEqual([])
})

test('an alert without a pause fires once; an alert with a pause fires again at a crossing that begins after the pause', () => {
  const course = [9, 10, 9, 10, 9, 10, 10, 9, 10]
  expect(firings([alertOn('up', 10)], course)).toEqual(['1 up 10'])
  expect(firings([alertOn('up', 10, { pauseMs: 4_000 })], course)).toEqual(['1 up 10', '8 up 10'])
})

test('a removed or expired alert does not fire', () => {
  expect(firings([alertOn('up', 10, { isGone: true }), alertOn('up', 10, { expiresAt: 2_000 })], [9, 9, 10])).toEqual(
    [],
  )
})

test('on random values, alerts that are evaluated together fire at the same times as alerts that are evaluated one by one', () => {
  const course = wholeNumbers(7, 400)
  const make = () => {
    const pauses = wholeNumbers(9, 300)
    return wholeNumbers(8, 300).map((threshold, n) => {
      const pauseMs = n % 3 === 0 ? (pauses[n] ?? 0) * 1_000 : null
      return { ...alertOn(n % 2 ? 'up' : 'down', threshold, { pauseMs }), id: `${n}` }
    })
  }
  const alone = make().flatMap((alert) => aloneFirings(alert, course))
  expect(alone.length).toBeGreaterThan(500)
  expect(firings(make(), course).sort()).toEqual(alone.sort())
})

/** Random whole numbers from 0 to 40, the same for the same seed. */
function wholeNumbers(seed: number, count: number): number[] {
  let state = seed
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647
    return state % 41
  })
}

function aloneFirings({ id, isUp, threshold, pauseMs }: LiveAlert, course: number[]): string[] {
  let isArmed = false
  let restsUntil = 0
  return course.flatMap((value, second) => {
    const reaches = isUp ? value >= threshold : value <= threshold
    if (isArmed && reaches) {
      isArmed = false
      restsUntil = pauseMs === null ? Number.POSITIVE_INFINITY : second * 1_000 + pauseMs
      return [`${second} ${id}`]
    }
    if (!reaches && second * 1_000 >= restsUntil) isArmed = true
    return []
  })
}

test('a price change is measured from the close of the newest minute bar that ended before the window begins', () => {
  const minutes = new Minutes(60)
  for (const [minute, close] of [
    [5, 50],
    [6, 60],
    [9, 90],
  ] as const)
    minutes.add(minute * minuteMs, close)
  minutes.addBefore([
    { time: 2 * minuteMs, close: 20 },
    { time: 6 * minuteMs, close: 1 },
  ])
  expect(minutes.endedBefore(2 * minuteMs, null)).toBeNull()
  expect(minutes.endedBefore(3 * minuteMs, null)).toMatchObject({ close: 20 })
  const later = minutes.endedBefore(8 * minuteMs, null)
  expect(later).toMatchObject({ close: 60 })
  expect(minutes.endedBefore(10 * minuteMs, later?.position ?? null)).toMatchObject({ close: 90 })
})
