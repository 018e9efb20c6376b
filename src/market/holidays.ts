import { holidayDates } from './holiday-dates.ts'

/** A day without a full session. `close` is the local minute at which a half day ends; null = closed all day. */
export type Holiday = { date: string; name: string; close: number | null }

/** The years each list is complete for; outside them holidays are unknown, never guessed. */
export const calendarYears: Record<string, readonly number[]> = {
  us: [2024, 2025, 2026, 2027],
  gb: [2024, 2025, 2026, 2027],
  euronext: [2024, 2025, 2026, 2027],
  xetra: [2024, 2025, 2026, 2027],
  lisbon: [2024, 2025, 2026, 2027],
  hk: [2024, 2025, 2026, 2027],
  cn: [2024, 2025, 2026],
}

// Every list below was compared, date by date and half day by half day, with exchange_calendars 5308ce2 of July 2026
// (github.com/gerrymanoim/exchange_calendars; XNYS, XLON, XPAR, XAMS, XBRU, XLIS, XETR, XFRA, XHKG, XSHG): they agree.

const us = `
2024-01-01 New Year's Day
2024-01-15 Martin Luther King, Jr. Day
2024-02-19 Washington's Birthday
2024-03-29 Good Friday
2024-05-27 Memorial Day
2024-06-19 Juneteenth
2024-07-03 Independence Day eve|780
2024-07-04 Independence Day
2024-09-02 Labor Day
2024-11-28 Thanksgiving Day
2024-11-29 Day after Thanksgiving|780
2024-12-24 Christmas Eve|780
2024-12-25 Christmas Day
2025-01-01 New Year's Day
2025-01-09 National Day of Mourning
2025-01-20 Martin Luther King, Jr. Day
2025-02-17 Washington's Birthday
2025-04-18 Good Friday
2025-05-26 Memorial Day
2025-06-19 Juneteenth
2025-07-03 Independence Day eve|780
2025-07-04 Independence Day
2025-09-01 Labor Day
2025-11-27 Thanksgiving Day
2025-11-28 Day after Thanksgiving|780
2025-12-24 Christmas Eve|780
2025-12-25 Christmas Day
2026-01-01 New Year's Day
2026-01-19 Martin Luther King, Jr. Day
2026-02-16 Washington's Birthday
2026-04-03 Good Friday
2026-05-25 Memorial Day
2026-06-19 Juneteenth
2026-07-03 Independence Day (observed)
2026-09-07 Labor Day
2026-11-26 Thanksgiving Day
2026-11-27 Day after Thanksgiving|780
2026-12-24 Christmas Eve|780
2026-12-25 Christmas Day
2027-01-01 New Year's Day
2027-01-18 Martin Luther King, Jr. Day
2027-02-15 Washington's Birthday
2027-03-26 Good Friday
2027-05-31 Memorial Day
2027-06-18 Juneteenth (observed)
2027-07-05 Independence Day (observed)
2027-09-06 Labor Day
2027-11-25 Thanksgiving Day
2027-11-26 Day after Thanksgiving|780
2027-12-24 Christmas Day (observed)`

// Half days end at 12:30.
const gb = `
2024-01-01 New Year's Day
2024-03-29 Good Friday
2024-04-01 Easter Monday
2024-05-06 Early May bank holiday
2024-05-27 Spring bank holiday
2024-08-26 Summer bank holiday
2024-12-24 Christmas Eve|750
2024-12-25 Christmas Day
2024-12-26 Boxing Day
2024-12-31 New Year's Eve|750
2025-01-01 New Year's Day
2025-04-18 Good Friday
2025-04-21 Easter Monday
2025-05-05 Early May bank holiday
2025-05-26 Spring bank holiday
2025-08-25 Summer bank holiday
2025-12-24 Christmas Eve|750
2025-12-25 Christmas Day
2025-12-26 Boxing Day
2025-12-31 New Year's Eve|750
2026-01-01 New Year's Day
2026-04-03 Good Friday
2026-04-06 Easter Monday
2026-05-04 Early May bank holiday
2026-05-25 Spring bank holiday
2026-08-31 Summer bank holiday
2026-12-24 Christmas Eve|750
2026-12-25 Christmas Day
2026-12-28 Boxing Day (substitute)
2026-12-31 New Year's Eve|750
2027-01-01 New Year's Day
2027-03-26 Good Friday
2027-03-29 Easter Monday
2027-05-03 Early May bank holiday
2027-05-31 Spring bank holiday
2027-08-30 Summer bank holiday
2027-12-24 Christmas Eve|750
2027-12-27 Christmas Day (substitute)
2027-12-28 Boxing Day (substitute)
2027-12-31 New Year's Eve|750`

// 24 and 31 December end at 14:05 in Paris, Amsterdam and Brussels.
const euronext = `
2024-01-01 New Year's Day
2024-03-29 Good Friday
2024-04-01 Easter Monday
2024-05-01 Labour Day
2024-12-24 Christmas Eve|845
2024-12-25 Christmas Day
2024-12-26 Boxing Day
2024-12-31 New Year's Eve|845
2025-01-01 New Year's Day
2025-04-18 Good Friday
2025-04-21 Easter Monday
2025-05-01 Labour Day
2025-12-24 Christmas Eve|845
2025-12-25 Christmas Day
2025-12-26 Boxing Day
2025-12-31 New Year's Eve|845
2026-01-01 New Year's Day
2026-04-03 Good Friday
2026-04-06 Easter Monday
2026-05-01 Labour Day
2026-12-24 Christmas Eve|845
2026-12-25 Christmas Day
2026-12-31 New Year's Eve|845
2027-01-01 New Year's Day
2027-03-26 Good Friday
2027-03-29 Easter Monday
2027-12-24 Christmas Eve|845
2027-12-31 New Year's Eve|845`

const hk = `
2024-01-01 The first day of January
2024-02-09 Lunar New Year's Eve|720
2024-02-12 The third day of Lunar New Year
2024-02-13 The fourth day of Lunar New Year
2024-03-29 Good Friday
2024-04-01 Easter Monday
2024-04-04 Ching Ming Festival
2024-05-01 Labour Day
2024-05-15 The Birthday of the Buddha
2024-06-10 Tuen Ng Festival
2024-07-01 HKSAR Establishment Day
2024-09-06 Typhoon signal no. 8
2024-09-18 The day following the Mid-Autumn Festival
2024-10-01 National Day
2024-10-11 Chung Yeung Festival
2024-12-24 Christmas Eve|720
2024-12-25 Christmas Day
2024-12-26 The first weekday after Christmas Day
2024-12-31 New Year's Eve|720
2025-01-01 The first day of January
2025-01-28 Lunar New Year's Eve|720
2025-01-29 Lunar New Year's Day
2025-01-30 The second day of Lunar New Year
2025-01-31 The third day of Lunar New Year
2025-04-04 Ching Ming Festival
2025-04-18 Good Friday
2025-04-21 Easter Monday
2025-05-01 Labour Day
2025-05-05 The Birthday of the Buddha
2025-07-01 HKSAR Establishment Day
2025-10-01 National Day
2025-10-07 The day following the Mid-Autumn Festival
2025-10-29 Chung Yeung Festival
2025-12-24 Christmas Eve|720
2025-12-25 Christmas Day
2025-12-26 The first weekday after Christmas Day
2025-12-31 New Year's Eve|720
2026-01-01 The first day of January
2026-02-16 Lunar New Year's Eve|720
2026-02-17 Lunar New Year's Day
2026-02-18 The second day of Lunar New Year
2026-02-19 The third day of Lunar New Year
2026-04-03 Good Friday
2026-04-06 The day following Ching Ming Festival
2026-04-07 The day following Easter Monday
2026-05-01 Labour Day
2026-05-25 The day following the Birthday of the Buddha
2026-06-19 Tuen Ng Festival
2026-07-01 HKSAR Establishment Day
2026-10-01 National Day
2026-10-19 The day following Chung Yeung Festival
2026-12-24 Christmas Eve|720
2026-12-25 Christmas Day
2026-12-31 New Year's Eve|720
2027-01-01 The first day of January
2027-02-05 Lunar New Year's Eve|720
2027-02-08 The third day of Lunar New Year
2027-02-09 The fourth day of Lunar New Year
2027-03-26 Good Friday
2027-03-29 Easter Monday
2027-04-05 Ching Ming Festival
2027-05-13 The Birthday of the Buddha
2027-06-09 Tuen Ng Festival
2027-07-01 HKSAR Establishment Day
2027-09-16 The day following the Mid-Autumn Festival
2027-10-01 National Day
2027-10-08 Chung Yeung Festival
2027-12-24 Christmas Eve|720
2027-12-27 The first weekday after Christmas Day
2027-12-31 New Year's Eve|720`

// Weekends worked elsewhere stay closed. 2027 is not announced.
const cn = `
2024-01-01 New Year's Day
2024-02-09 Spring Festival
2024-02-12 Spring Festival
2024-02-13 Spring Festival
2024-02-14 Spring Festival
2024-02-15 Spring Festival
2024-02-16 Spring Festival
2024-04-04 Tomb-Sweeping Day
2024-04-05 Tomb-Sweeping Day
2024-05-01 Labour Day
2024-05-02 Labour Day
2024-05-03 Labour Day
2024-06-10 Dragon Boat Festival
2024-09-16 Mid-Autumn Festival
2024-09-17 Mid-Autumn Festival
2024-10-01 National Day
2024-10-02 National Day
2024-10-03 National Day
2024-10-04 National Day
2024-10-07 National Day
2025-01-01 New Year's Day
2025-01-28 Spring Festival
2025-01-29 Spring Festival
2025-01-30 Spring Festival
2025-01-31 Spring Festival
2025-02-03 Spring Festival
2025-02-04 Spring Festival
2025-04-04 Tomb-Sweeping Day
2025-05-01 Labour Day
2025-05-02 Labour Day
2025-05-05 Labour Day
2025-06-02 Dragon Boat Festival
2025-10-01 National Day and Mid-Autumn Festival
2025-10-02 National Day and Mid-Autumn Festival
2025-10-03 National Day and Mid-Autumn Festival
2025-10-06 National Day and Mid-Autumn Festival
2025-10-07 National Day and Mid-Autumn Festival
2025-10-08 National Day and Mid-Autumn Festival
2026-01-01 New Year's Day
2026-01-02 New Year's Day
2026-02-16 Spring Festival
2026-02-17 Spring Festival
2026-02-18 Spring Festival
2026-02-19 Spring Festival
2026-02-20 Spring Festival
2026-02-23 Spring Festival
2026-04-06 Tomb-Sweeping Day
2026-05-01 Labour Day
2026-05-04 Labour Day
2026-05-05 Labour Day
2026-06-19 Dragon Boat Festival
2026-09-25 Mid-Autumn Festival
2026-10-01 National Day
2026-10-02 National Day
2026-10-05 National Day
2026-10-06 National Day
2026-10-07 National Day`

// As in Paris, an hour earlier by the clock.
const lisbon = euronext.replaceAll('|845', '|785')

// As Euronext, with 24 and 31 December closed all day and a half day before.
const xetra = `${euronext.replaceAll('|845', '')}
2024-12-30 Last trading day|840
2025-12-30 Last trading day|840
2026-12-30 Last trading day|840
2027-12-30 Last trading day|840`

const lists: Record<string, readonly Holiday[]> = {
  us: parse(us),
  gb: parse(gb),
  euronext: parse(euronext),
  xetra: parse(xetra),
  lisbon: parse(lisbon),
  hk: parse(hk),
  cn: parse(cn),
  ...Object.fromEntries(Object.entries(holidayDates).map(([calendar, text]) => [calendar, parseDates(text)])),
}

/** The holidays of a calendar, oldest first; null where none is known. */
export function holidaysOf(calendar: string | null): readonly Holiday[] | null {
  return calendar === null ? null : (lists[calendar] ?? null)
}

const byDate = new Map(
  Object.entries(lists).map(([calendar, days]) => [calendar, new Map(days.map((day) => [day.date, day]))]),
)

/** The holiday on a date (`2026-07-03`); null for an ordinary day, undefined where the calendar does not know the year. */
export function holidayOn(calendar: string | null, date: string): Holiday | null | undefined {
  if (calendar === null || !knows(calendar, date.slice(0, 4))) return undefined
  return byDate.get(calendar)?.get(date) ?? null
}

function knows(calendar: string, year: string): boolean {
  return calendarYears[calendar]?.includes(Number(year)) ?? holidayDates[calendar]?.includes(`\n${year} `) ?? false
}

function parseDates(text: string): Holiday[] {
  return text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [year = '', ...days] = line.split(' ')
      return days.map((day) => {
        const [date = '', end] = day.split('-')
        const close = end === undefined ? null : Number(end.slice(0, 2)) * 60 + Number(end.slice(2))
        const name = close === null ? 'Exchange holiday' : 'Half day'
        return { date: `${year}-${date.slice(0, 2)}-${date.slice(2)}`, name, close }
      })
    })
}

function parse(text: string): Holiday[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [head = '', close] = line.split('|')
      return { date: head.slice(0, 10), name: head.slice(11), close: close === undefined ? null : Number(close) }
    })
    .sort((a, b) => (a.date < b.date ? -1 : 1))
}
