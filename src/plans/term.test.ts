import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs } from '#src/contract/time.ts'
import { addMonths, daysLeft, extendTerm, firstTerm, monthUntil, nextTerm } from './term.ts'

const text = (time: number) => new Date(time).toISOString()
const anyTime = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2060, 11, 31) })

test.each([
  ['2027-01-31T10:00:00.000Z', 1, '2027-02-28T10:00:00.000Z'],
  ['2028-01-31T10:00:00.000Z', 1, '2028-02-29T10:00:00.000Z'],
  ['2028-02-29T23:59:59.999Z', 12, '2029-02-28T23:59:59.999Z'],
  ['2027-11-30T00:00:00.000Z', 3, '2028-02-29T00:00:00.000Z'],
  ['2027-12-31T00:00:00.000Z', 6, '2028-06-30T00:00:00.000Z'],
])('a term that begins at %s and has %i months ends at %s', (from, months, to) => {
  expect(text(firstTerm(Date.parse(from), 'month', months).expiresAt)).toBe(to)
})

test('renewed months keep the day of the first purchase: twelve months from 31 January end on the next 31 January', () => {
  const ends: string[] = []
  let running = firstTerm(Date.parse('2027-01-31T10:00:00Z'), 'month', 1)
  for (let bought = 1; bought <= 12; bought += 1) {
    ends.push(text(running.expiresAt).slice(0, 10))
    running = nextTerm(running, 'month', 1)
  }
  expect(ends.slice(0, 4)).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
  expect(ends.at(-1)).toBe('2028-01-31')
})

test('months bought separately end on the same day as months bought together', () => {
  fc.assert(
    fc.property(anyTime, fc.array(fc.constantFrom(1, 3, 6, 12), { minLength: 1, maxLength: 8 }), (from, parts) => {
      const [first = 1, ...more] = parts
      const end = more.reduce((term, months) => nextTerm(term, 'month', months), firstTerm(from, 'month', first))
      const whole = firstTerm(
        from,
        'month',
        parts.reduce<number>((total, months) => total + months, 0),
      )
      expect(end.expiresAt).toBe(whole.expiresAt)
    }),
  )
})

test('after a month is bought in addition to a year, the term has the length of that month in days, counted in UTC', () => {
  const year = firstTerm(Date.parse('2028-01-31T23:59:00Z'), 'year', 12)
  expect(year.term).toEqual({ period: 'year', days: 366, anchorDay: 31 })
  expect(nextTerm(year, 'month', 1).term).toEqual({ period: 'month', days: 28, anchorDay: 31 })
})

test('every period ends after its start, and a longer period ends later than a shorter period with the same start', () => {
  fc.assert(
    fc.property(
      anyTime,
      fc.integer({ min: 1, max: 24 }),
      fc.integer({ min: 1, max: 31 }),
      (from, months, anchorDay) => {
        const end = addMonths(from, months, anchorDay)
        expect(end).toBeGreaterThan(from)
        expect(addMonths(from, months + 1, anchorDay)).toBeGreaterThan(end)
      },
    ),
  )
})

test('granted days extend a term and move its renewal day, but do not change the length of the last purchase', () => {
  const running = firstTerm(Date.parse('2027-01-31T10:00:00Z'), 'month', 1)
  const extended = extendTerm(running, 5)
  expect(text(extended.expiresAt)).toBe('2027-03-05T10:00:00.000Z')
  expect(extended.term).toEqual({ period: 'month', days: 28, anchorDay: 5 })
  expect(text(nextTerm(extended, 'month', 1).expiresAt)).toBe('2027-04-05T10:00:00.000Z')
})

test('a subscription without an order counts as one month that ends with the subscription', () => {
  expect(monthUntil(Date.parse('2027-03-31T10:00:00Z'))).toEqual({ period: 'month', days: 31, anchorDay: 31 })
  expect(monthUntil(Date.parse('2028-01-15T10:00:00Z'))).toEqual({ period: 'month', days: 31, anchorDay: 15 })
})

test.each([
  ['2028-02-28T23:59:59.999Z', '2028-02-29T00:00:00.000Z', 1],
  ['2028-02-29T00:00:00.000Z', '2028-02-29T23:59:59.999Z', 1],
  ['2027-12-31T12:00:00.000Z', '2028-01-31T11:59:59.000Z', 31],
])('an upgrade at %s of a plan that expires at %s is charged for %i days', (now, expiry, days) => {
  expect(daysLeft(Date.parse(expiry), Date.parse(now))).toBe(days)
})

test('an upgrade is charged one day less after each midnight UTC, but at least one day', () => {
  const anyDay = fc.oneof(
    fc.integer({ min: Date.UTC(2024, 0, 1) / dayMs, max: Date.UTC(2060, 0, 1) / dayMs }),
    fc.constantFrom(Date.UTC(2028, 1, 29) / dayMs, Date.UTC(2028, 2, 1) / dayMs, Date.UTC(2027, 11, 31) / dayMs),
  )
  const timeOfDay = fc.integer({ min: 0, max: dayMs - 1 })
  fc.assert(
    fc.property(anyDay, timeOfDay, timeOfDay, fc.integer({ min: 1, max: 800 }), (today, now, ends, days) => {
      const expiry = (today + days) * dayMs + ends
      expect(daysLeft(expiry, today * dayMs + now)).toBe(days)
      expect(daysLeft(expiry, (today + 1) * dayMs - 1)).toBe(days)
      expect(daysLeft(expiry, (today + 1) * dayMs)).toBe(Math.max(1, days - 1))
    }),
  )
})
