import { expect, test } from 'vitest'
import { alignCloses, compareRatio, isInside } from './price-layers.ts'

const bars = [1, 2, 3, 4].map((timestamp) => ({ timestamp }))

test('each bar of the chart gets the close of the compared symbol at its time, or the last earlier close', () => {
  const closes = [
    { t: 2, c: 20 },
    { t: 4, c: 40 },
  ]
  expect(alignCloses(bars, closes).map(({ close }) => close)).toEqual([null, 20, 20, 40])
  expect(alignCloses(bars, []).map(({ close }) => close)).toEqual([null, null, null, null])
})

test('a compared symbol is scaled to start at the price of the main symbol at the left edge of the chart', () => {
  const shown = [{ close: 100 }, { close: 110 }, { close: 120 }]
  const rows = [{ close: null }, { close: 10 }, { close: 11 }]
  expect(compareRatio(shown, rows, 0, 3)).toBe(10)
  expect(compareRatio(shown, rows, 1, 3)).toBe(11)
  expect(compareRatio(shown, rows, 0, 1)).toBeNull()
})

test('a session of the chart contains the right minutes, even if it crosses midnight', () => {
  const inside = (session: { from: number; to: number }, minutes: number[], length = 1) =>
    minutes.map((minute) => isInside(session, minute, length))
  expect(inside({ from: 570, to: 960 }, [569, 570, 959, 960])).toEqual([false, true, true, false])
  expect(inside({ from: 0, to: 1_440 }, [0, 720, 1_439])).toEqual([true, true, true])
  expect(inside({ from: 1_080, to: 1_020 }, [1_019, 1_020, 1_079, 1_080, 0])).toEqual([true, false, false, true, true])
})

test('a bar counts as inside a session if a part of the bar is inside, even if the bar begins before the session', () => {
  const day = { from: 570, to: 960 }
  expect([480, 540, 900, 960].map((minute) => isInside(day, minute, 60))).toEqual([false, true, true, false])
  expect([0, 480, 960].map((minute) => isInside(day, minute, 480))).toEqual([false, true, false])
})
