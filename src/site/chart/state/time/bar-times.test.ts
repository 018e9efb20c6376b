import { expect, test } from 'vitest'
import type { BarInterval } from '#src/contract/market.ts'
import { minuteOfDayIn } from '../../engine/layers/minute-of-day.ts'
import { countdown, nextOpen } from './bar-times.ts'

test.each<[BarInterval, string, string]>([
  ['1m', '2026-01-05T14:30:00Z', '2026-01-05T14:31:00Z'],
  ['4h', '2026-01-05T20:00:00Z', '2026-01-06T00:00:00Z'],
  ['1d', '2026-01-05T00:00:00Z', '2026-01-06T00:00:00Z'],
  ['1w', '2026-01-05T00:00:00Z', '2026-01-12T00:00:00Z'],
  ['1M', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ['1Q', '2026-10-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ['1y', '2028-01-01T00:00:00Z', '2029-01-01T00:00:00Z'],
  ['3h', '2026-01-05T21:00:00Z', '2026-01-06T00:00:00Z'],
  ['1M', '2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z'],
])('a %s bar of %s ends at %s', (interval, open, end) => {
  expect(new Date(nextOpen(Date.parse(open), interval)).toISOString()).toBe(new Date(end).toISOString())
})

test.each<[BarInterval, number, string]>([
  ['1m', 0, '01:00'],
  ['1m', 59_001, '00:01'],
  ['1m', 60_000, ''],
  ['1h', 1_000, '59:59'],
  ['4h', 0, '4:00:00'],
  ['1d', 3_600_000, '23:00:00'],
  ['1w', 3_600_000, '6d 23h'],
])('a %s bar that began %i ms ago shows the remaining time %j', (interval, passed, shown) => {
  expect(countdown(0, interval, passed)).toBe(shown)
})

test.each<[string, BarInterval, string]>([
  ['regular', '1d', '1:00:00'],
  ['after', '1d', ''],
  ['closed', '1m', ''],
  ['after', '1m', '01:00'],
])('at the market status %j, the remaining time of a %s bar is shown as %j', (status, interval, shown) => {
  expect(countdown(0, interval, 0, { status, next: { at: 3_600_000, to: 'closed' } })).toBe(shown)
})

test('a daily bar of an earlier day has an empty countdown, even while its market is open', () => {
  const now = Date.parse('2026-11-30T15:32:00Z')
  const next = { at: Date.parse('2026-11-30T21:00:00Z'), to: 'closed' }
  expect(countdown(Date.parse('2021-03-31'), '1d', now, { status: 'regular', next })).toBe('')
})

test.each([
  ['America/New_York', '2026-01-05T14:30:00Z', 9 * 60 + 30],
  ['America/New_York', '2026-07-06T13:30:00Z', 9 * 60 + 30],
  ['Asia/Kolkata', '2026-01-05T03:45:00Z', 9 * 60 + 15],
  ['Asia/Hong_Kong', '2026-01-05T16:10:00Z', 10],
  ['Pacific/Honolulu', '2026-01-05T09:30:00Z', 23 * 60 + 30],
  ['Australia/Lord_Howe', '2026-10-03T15:45:00Z', 2 * 60 + 45],
  ['America/New_York', '1969-12-31T14:30:00Z', 9 * 60 + 30],
])('in the time zone %s, the minute of the day at %s is %i', (zone, time, minute) => {
  expect(minuteOfDayIn(zone)(Date.parse(time))).toBe(minute)
})
