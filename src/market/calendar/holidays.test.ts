import { expect, test } from 'vitest'
import { exchanges } from './exchange.ts'
import { holidayOn, holidaysOf } from './holidays.ts'

const calendars = [...new Set([...exchanges.values()].flatMap(({ calendar }) => calendar ?? []))]

test.each(calendars)(
  'the calendar %s is sorted, has no duplicates or weekends, and its half days end within the session',
  (calendar) => {
    const days = holidaysOf(calendar) ?? []
    const dates = days.map(({ date }) => date)
    const exchange = [...exchanges.values()].find((one) => one.calendar === calendar)
    // Currencies and metals close two or three days a year.
    expect(dates.length).toBeGreaterThan(exchange?.country === '' ? 6 : 20)
    expect(dates).toEqual([...new Set(dates)].sort())
    expect(dates.filter((date) => [0, 6].includes(new Date(date).getUTCDay()))).toEqual([])
    const [open, close] = [exchange?.regular[0]?.open ?? 0, exchange?.regular.at(-1)?.close ?? 0]
    expect(days.filter(({ name }) => name === '' || name === 'Exchange holiday')).toEqual([])
    for (const day of days) if (day.close !== null) expect(day.close > open && day.close < close, day.date).toBe(true)
  },
)

test.each([
  ['NYSE', '2025-01-09', null],
  ['NYSE', '2026-11-27', 780],
  ['LSE', '2027-12-28', null],
  ['XETR', '2026-12-30', 840],
  ['EURONEXTPAR', '2026-12-24', 845],
  ['EURONEXTLIS', '2026-12-24', 785],
  ['HKEX', '2024-09-06', null],
  ['HKEX', '2027-02-09', null],
  ['SSE', '2026-02-23', null],
  ['TSE', '2026-09-22', null],
  ['TSX', '2026-05-18', null],
  ['ASX', '2027-06-14', null],
  ['BSE', '2025-10-21', null],
])('the calendar of %s has the right close on %s', (code, date, close) => {
  expect(holidayOn(exchanges.get(code)?.calendar ?? null, date)).toMatchObject({ close })
})

test('an ordinary day is no holiday, and a date or market without a source is unknown', () => {
  expect(holidayOn('us', '2026-07-02')).toBeNull()
  expect(holidayOn('cn', '2027-10-01')).toBeUndefined()
  expect(holidayOn('sg', '2027-01-01')).toBeUndefined()
  expect(holidayOn('us', '2028-01-03')).toBeUndefined()
  expect(holidayOn(exchanges.get('MYX')?.calendar ?? null, '2026-01-01')).toBeUndefined()
})
