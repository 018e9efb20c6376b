import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#src/contract/time.ts'
import { timeTicks } from './time-ticks.ts'

const view = (from: string, step: number, count: number, bar: number) => ({
  times: Array.from({ length: count }, (_, at) => Date.parse(from) + at * step),
  pixelOf: (index: number) => index * bar,
  width: count * bar,
  zone: 'UTC',
  dated: step >= dayMs,
  locale: 'en-US',
})
const texts = (of: Parameters<typeof timeTicks>[0]) => timeTicks(of).map(({ text }) => text)

test('the time axis of daily bars has ticks at months, and at days where there is space', () => {
  expect(texts(view('2025-11-20', dayMs, 100, 6))).toEqual(['Dec', '14', '2026', '14', 'Feb', '14'])
  expect(texts(view('2026-03-01', dayMs, 20, 40))).toEqual(['2', '4', '6', '8', '10', '12', '14', '16', '18', '20'])
})

test('the time axis of intraday bars has ticks at dates and hours of the shown time zone', () => {
  expect(texts(view('2026-03-02T12:00:00Z', hourMs, 24, 30))).toEqual([
    '15:00',
    '18:00',
    '21:00',
    'Mar 3',
    '03:00',
    '06:00',
    '09:00',
  ])
  const newYork = { ...view('2026-03-02T15:00:00Z', hourMs, 24, 30), zone: 'America/New_York' }
  expect(texts(newYork)[0]).toBe('12:00')
})

test.each([
  ['Pacific/Honolulu', '2026-01-05T09:00:00Z', ['23:00', 'Jan 5', '01:00']],
  ['Pacific/Midway', '2026-01-05T10:00:00Z', ['23:00', 'Jan 5', '01:00']],
  ['America/New_York', '2026-01-05T04:00:00Z', ['23:00', 'Jan 5', '01:00']],
  ['Asia/Kolkata', '2026-01-05T17:30:00Z', ['23:00', 'Jan 6', '01:00']],
  ['Pacific/Kiritimati', '2026-01-05T09:00:00Z', ['23:00', 'Jan 6', '01:00']],
])('the time axis in the zone %s shows dates of that zone for bars from %s on', (zone, from, shown) => {
  const bars = view(from, hourMs, 3, 100)
  expect(texts({ ...bars, pixelOf: (index) => 50 + index * 100, zone })).toEqual(shown)
})

test('ticks of the time axis are far enough from each other and from both ends for their texts', () => {
  const ticks = timeTicks(view('2026-01-01', dayMs, 400, 2))
  const coords = ticks.map(({ coord }) => coord)
  expect(coords.every((coord, at) => at === 0 || coord - (coords[at - 1] ?? 0) >= 78)).toBe(true)
  expect(Math.min(...coords)).toBeGreaterThanOrEqual(39)
  expect(Math.max(...coords)).toBeLessThanOrEqual(800 - 39)
})
