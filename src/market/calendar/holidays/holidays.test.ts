import { expect, test } from 'vitest'
import { exchanges } from '../exchange.ts'
import { dayOf } from '../session.ts'
import { countriesWithHolidaysSince } from '../special-days.ts'
import { holidayOn, holidaysOf } from './holidays.ts'

const calendars = [...new Set([...exchanges.values()].flatMap(({ calendar }) => calendar ?? []))]

test.each(calendars)(
  'the calendar %s is sorted, has no duplicates or weekends, and its half days have a session',
  (calendar) => {
    const days = holidaysOf(calendar) ?? []
    const dates = days.map(({ date }) => date)
    const exchange = [...exchanges.values()].find((one) => one.calendar === calendar)
    // Currencies and metals close on two or three days a year.
    expect(dates.length).toBeGreaterThan(exchange?.country === '' ? 6 : 20)
    expect(dates).toEqual([...new Set(dates)].sort())
    expect(dates.filter((date) => !exchange?.weekdays.includes(new Date(date).getUTCDay()))).toEqual([])
    expect(days.filter(({ name }) => name === '' || name === 'Exchange holiday')).toEqual([])
    for (const { date, close } of days) {
      const spans =
        exchange && close !== null ? (dayOf(exchange, Date.parse(date))?.regular ?? []) : [{ open: 0, close: 1 }]
      expect(spans.length > 0 && spans.every((span) => span.open < span.close), date).toBe(true)
    }
  },
)

test('a country counts as having holidays since a given year if its holiday list begins in that year or earlier', () => {
  const [none, most, withJakarta] = [1999, 2000, 2002].map(countriesWithHolidaysSince)
  expect(none).toBe(0)
  expect(withJakarta).toBe((most ?? 0) + 2)
})

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
  // Closures and short days that the exchanges announced: terror, storms, mourning, jubilees, elections, system
  // failures.
  ['NYSE', '2001-09-14', null],
  ['NYSE', '2012-10-30', null],
  ['NYSE', '2002-07-05', 780],
  ['NYSE', '2003-12-26', 780],
  ['NYSE', '2007-01-02', null],
  ['TSX', '2001-09-12', null],
  ['LSE', '2002-06-03', null],
  ['LSE', '2011-04-29', null],
  ['LSE', '2022-09-19', null],
  ['LSE', '2020-05-08', null],
  ['LSE', '2000-12-22', 750],
  ['XETR', '2017-10-31', null],
  ['EURONEXTPAR', '2001-12-31', null],
  ['EURONEXTBRU', '2000-07-21', null],
  ['HKEX', '2001-07-06', null],
  ['HKEX', '2023-09-01', null],
  ['HKEX', '2015-09-03', null],
  ['HKEX', '2010-12-24', 750],
  ['SSE', '2008-01-01', null],
  ['SSE', '2020-01-31', null],
  ['TSE', '2019-05-01', null],
  ['TSE', '2020-10-01', null],
  ['TSE', '2009-09-22', null],
  ['TWSE', '2009-08-07', null],
  ['KRX', '2002-07-01', null],
  ['KRX', '2016-11-17', 990],
  ['ASX', '2022-09-22', null],
  ['ASX', '2010-12-31', 850],
  ['BSE', '2008-11-27', null],
  ['SGX', '2015-08-07', null],
  ['MYX', '2018-05-10', null],
  ['BIST', '2023-02-14', null],
  ['ATHEX', '2015-07-31', null],
  ['MOEX', '2022-03-01', null],
  ['BMFBOVESPA', '2014-06-12', null],
])('the calendar of %s has the announced closure or short day on %s', (code, date, close) => {
  expect(holidayOn(exchanges.get(code)?.calendar ?? null, date)).toMatchObject({ close })
})

test('an ordinary day is no holiday; if no holiday list covers the market and the year, the result is unknown', () => {
  expect(holidayOn('us', '2026-07-02')).toBeNull()
  expect(holidayOn('cn', '2027-10-01')).toBeUndefined()
  expect(holidayOn('sg', '2027-01-01')).toBeUndefined()
  expect(holidayOn('us', '1999-12-24')).toBeUndefined()
  expect(holidayOn('sa', '2020-09-23')).toBeUndefined()
  expect(holidayOn('us', '2028-01-03')).toBeUndefined()
  expect(holidayOn(exchanges.get('HOSE')?.calendar ?? null, '2026-01-01')).toBeUndefined()
})
