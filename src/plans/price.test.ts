import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMicro, microPerCent, microPerUnit, parseMicro } from '#src/contract/money.ts'
import { firstCatalogue } from './catalogue.ts'
import { isSold, type Period, periods } from './plan.ts'
import { purchasePrice, upgradePrice } from './price.ts'
import type { Term } from './term.ts'

const sold = firstCatalogue.plans.filter(isSold)
const anyPlan = fc.constantFrom(...sold)
const anyPeriod = fc.constantFrom(...periods)
const anyBalance = fc.bigInt({ min: 0n, max: 10_000n * microPerUnit })

function named(id: string) {
  const plan = firstCatalogue.planById(id)
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
])(
  'the plan %s for a %s (newcomer: %s) has the list price %s and the payable price %s',
  (id, period, newcomer, list, payable) => {
    const price = purchasePrice(named(id), period, newcomer, 0n)
    expect([formatMicro(price.list), formatMicro(price.payable)]).toEqual([list, payable])
  },
)

test('the parts of a price add up, and the payable amount is in whole cents and never negative', () => {
  fc.assert(
    fc.property(anyPlan, anyPeriod, fc.boolean(), anyBalance, (plan, period, newcomer, balance) => {
      const price = purchasePrice(plan, period, newcomer, balance)
      expect(price.payable).toBe(price.list - price.discount + price.upgradeDifference - price.credit)
      expect(price.payable % microPerCent).toBe(0n)
      expect(price.payable >= 0n && price.credit >= 0n && price.credit <= balance && price.discount >= 0n).toBe(true)
    }),
  )
})

const january = { period: 'month', days: 31, anchorDay: 31 } as const

test.each<[string, string, Term, number, string]>([
  ['integrated-base', 'integrated-premium', january, 31, '300.00'],
  ['integrated-base', 'integrated-premium', january, 17, '164.52'],
  ['integrated-base', 'integrated-premium', { ...january, days: 28 }, 1, '10.72'],
  ['integrated-base', 'integrated-premium', { period: 'year', days: 365, anchorDay: 1 }, 365, '2880.00'],
  ['stock-us-base', 'stock-us-professional', { period: 'quarter', days: 90, anchorDay: 1 }, 7, '11.09'],
])('an upgrade from %s to %s in a term of %j with %i days left costs %s', (from, to, term, days, payable) => {
  expect(formatMicro(upgradePrice(named(from), named(to), term, days, 0n).payable)).toBe(payable)
})

test('buying a lower plan and upgrading it on the same day costs as much as buying the higher plan', () => {
  fc.assert(
    fc.property(anyPlan, anyPlan, anyPeriod, fc.integer({ min: 28, max: 366 }), (from, to, period, days) => {
      fc.pre(to.price > from.price)
      const upgrade = upgradePrice(from, to, { period, days, anchorDay: 1 }, days, 0n).payable
      const bought = (plan: typeof from) => purchasePrice(plan, period, false, 0n).payable
      expect(bought(from) + upgrade).toBe(bought(to))
    }),
  )
})

test('the price of an upgrade never rises while the term runs, and a change to a lower plan costs nothing', () => {
  fc.assert(
    fc.property(
      anyPlan,
      anyPlan,
      anyPeriod,
      fc.integer({ min: 1, max: 800 }),
      anyBalance,
      (from, to, period, days, balance) => {
        const term = { period, days: 31, anchorDay: 1 }
        const price = upgradePrice(from, to, term, days + 1, balance)
        expect(price.upgradeDifference).toBeGreaterThanOrEqual(
          upgradePrice(from, to, term, days, balance).upgradeDifference,
        )
        expect(price.payable).toBe(price.upgradeDifference - price.credit)
        expect(price.payable % microPerCent).toBe(0n)
        if (to.price <= from.price) expect(price.upgradeDifference).toBe(0n)
      },
    ),
  )
})

test('an amount of money that is formatted and parsed stays the same', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n }), (amount) => {
      expect(parseMicro(formatMicro(amount))).toBe(amount)
    }),
  )
})

test.each(['', '-1', '1e3', '1.', '.5', '1,000', '0x10', '1.0000001', ' 1', 'NaN'])(
  'the text %s is refused as an amount',
  (text) => {
    expect(parseMicro(text)).toBeNull()
  },
)
