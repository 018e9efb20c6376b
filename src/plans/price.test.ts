import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMicro, microPerCent, microPerUnit, parseMicro } from '#src/contract/money.ts'
import { isSold, planById, plans } from './catalogue.ts'
import { type Period, periods } from './plan.ts'
import { addMonths, daysLeft, purchasePrice, upgradePrice } from './price.ts'

const dayMs = 86_400_000
const sold = plans().filter(isSold)
const anyPlan = fc.constantFrom(...sold)
const anyPeriod = fc.constantFrom(...periods)
const anyBalance = fc.bigInt({ min: 0n, max: 10_000n * microPerUnit })

function named(id: string) {
  const plan = planById(id)
  if (!plan || !isSold(plan)) throw new Error(`${id} is not sold`)
  return plan
}

test.each<[string, Period, boolean, string, string]>([
  ['integrated-base', 'month', false, '99.00', '99.00'],
  ['integrated-base', 'month', true, '99.00', '79.20'],
  ['integrated-base', 'quarter', false, '297.00', '282.15'],
  ['integrated-professional', 'quarter', true, '597.00', '453.72'],
  ['integrated-premium', 'year', true, '4788.00', '3064.32'],
  ['stock-us-base', 'half-year', true, '294.00', '211.68'],
])('%s for a %s, newcomer %s: list %s, payable %s', (id, period, newcomer, list, payable) => {
  const price = purchasePrice(named(id), period, newcomer, 0n)
  expect([formatMicro(price.list), formatMicro(price.payable)]).toEqual([list, payable])
})

test('a price always adds up, is in whole cents, and never below zero', () => {
  fc.assert(
    fc.property(anyPlan, anyPeriod, fc.boolean(), anyBalance, (plan, period, newcomer, balance) => {
      const price = purchasePrice(plan, period, newcomer, balance)
      expect(price.payable).toBe(price.list - price.discount + price.upgradeDifference - price.credit)
      expect(price.payable % microPerCent).toBe(0n)
      expect(price.payable >= 0n && price.credit >= 0n && price.credit <= balance && price.discount >= 0n).toBe(true)
    }),
  )
})

test('an upgrade costs the difference of the per-day prices, rounded up, never negative', () => {
  fc.assert(
    fc.property(anyPlan, anyPlan, fc.nat(800), anyBalance, (from, to, days, balance) => {
      const price = upgradePrice(from, to, days, balance)
      const exact = (to.price - from.price) * BigInt(days)
      if (exact <= 0n) {
        expect(price.upgradeDifference).toBe(0n)
        return
      }
      expect(price.upgradeDifference * 30n >= exact).toBe(true)
      expect(price.upgradeDifference * 30n - exact < microPerCent * 30n + 30n).toBe(true)
      expect(price.payable).toBe(price.upgradeDifference - price.credit)
      expect(price.payable % microPerCent).toBe(0n)
    }),
  )
})

test('base to premium with 17 days left costs 17 days of the difference', () => {
  expect(formatMicro(upgradePrice(named('integrated-base'), named('integrated-premium'), 17, 0n).payable)).toBe(
    '170.00',
  )
})

test.each([
  ['2028-02-28T23:59:59.999Z', '2028-02-29T00:00:00.000Z', 1],
  ['2028-02-29T00:00:00.000Z', '2028-02-29T23:59:59.999Z', 0],
  ['2027-12-31T12:00:00.000Z', '2028-01-31T11:59:59.000Z', 31],
  ['2027-06-02T00:00:00.000Z', '2027-06-01T23:59:59.999Z', 0],
])('from %s to %s there are %i days to pay for', (now, expiry, days) => {
  expect(daysLeft(Date.parse(expiry), Date.parse(now))).toBe(days)
})

test('the days of an upgrade fall by one at each midnight UTC and at no other moment, leap days and month ends included', () => {
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
      expect(daysLeft(expiry, (today + 1) * dayMs)).toBe(days - 1)
    }),
  )
})

test('waiting never makes an upgrade dearer, and an order in the first moment after midnight costs one day less', () => {
  const [from, to] = [named('integrated-base'), named('integrated-premium')]
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 0, max: dayMs - 1 }), (days, ends) => {
      const midnight = Date.UTC(2028, 1, 29)
      const expiry = midnight + (days - 1) * dayMs + ends
      const before = upgradePrice(from, to, daysLeft(expiry, midnight - 1), 0n).payable
      const after = upgradePrice(from, to, daysLeft(expiry, midnight), 0n).payable
      expect(before - after).toBe(10n * microPerUnit)
    }),
  )
})

test.each([
  ['2027-01-31T10:00:00.000Z', 1, '2027-02-28T10:00:00.000Z'],
  ['2028-01-31T10:00:00.000Z', 1, '2028-02-29T10:00:00.000Z'],
  ['2028-02-29T23:59:59.999Z', 12, '2029-02-28T23:59:59.999Z'],
  ['2027-11-30T00:00:00.000Z', 3, '2028-02-29T00:00:00.000Z'],
  ['2027-12-31T00:00:00.000Z', 6, '2028-06-30T00:00:00.000Z'],
])('%s plus %i months is %s', (from, months, to) => {
  expect(new Date(addMonths(Date.parse(from), months)).toISOString()).toBe(to)
})

test('a period never ends before it began, and a longer one never ends sooner', () => {
  const anyTime = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2060, 11, 31) })
  fc.assert(
    fc.property(anyTime, fc.integer({ min: 1, max: 24 }), (from, months) => {
      const end = addMonths(from, months)
      expect(end).toBeGreaterThanOrEqual(from + months * 28 * 86_400_000)
      expect(addMonths(from, months + 1)).toBeGreaterThan(end)
    }),
  )
})

test('money survives the trip through its text', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n }), (amount) => {
      expect(parseMicro(formatMicro(amount))).toBe(amount)
    }),
  )
})

test.each(['', '-1', '1e3', '1.', '.5', '1,000', '0x10', '1.0000001', ' 1', 'NaN'])('"%s" is not an amount', (text) => {
  expect(parseMicro(text)).toBeNull()
})
