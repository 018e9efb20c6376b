/**
 * Compares the prices and ends of random orders with an independent calculation: fractions over calendar dates, from
 * the published price list.
 */
import { expect, test } from 'vitest'
import { formatMicro } from '#src/contract/money.ts'
import { firstCatalogue } from '#src/plans/catalogue.ts'
import { firstTerm, nextTerm } from '#src/plans/term.ts'
import { type Deal, dealOf } from './quote.ts'
import type { KeyFacts } from './target.ts'

const cases = 50_000
const prices = { integrated: [99, 199, 399], 'stock-us': [49, 99, 199], 'fund-hk': [49, 99, 199] } as const
const tiers = ['base', 'professional', 'premium'] as const
const lengths = [
  ['month', 1, 100],
  ['quarter', 3, 95],
  ['half-year', 6, 90],
  ['year', 12, 80],
] as const
type Length = (typeof lengths)[number]
type Day = readonly [year: number, month: number, day: number]

/** A small generator with a fixed seed, so that a failing case can be repeated. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

const leap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
const lengthOf = (year: number, month: number) =>
  [31, leap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0

function count([year, month, day]: Day): number {
  let days = day
  for (let y = 2020; y < year; y += 1) days += leap(y) ? 366 : 365
  for (let m = 1; m < month; m += 1) days += lengthOf(year, m)
  return days
}

function monthsAfter([year, month, day]: Day, months: number): Day {
  const passed = month - 1 + months
  const [y, m] = [year + Math.trunc(passed / 12), (passed % 12) + 1]
  return [y, m, Math.min(day, lengthOf(y, m))]
}

function cents(over: bigint, under: bigint): bigint {
  const whole = (over * 100n) / under
  return (over * 100n) % under === 0n ? whole : whole + 1n
}

const usdt = (amount: bigint) => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`
const timeOf = ([year, month, day]: Day, timeOfDay: number) => Date.UTC(year, month - 1, day) + timeOfDay
const pick = <T>(roll: (sides: number) => number, list: readonly T[]): T => list[roll(list.length)] as T

/** A customer who bought on `first`, renewed a few times, and orders a plan before the subscription ends. */
function scene(roll: (sides: number) => number) {
  const market = pick(roll, ['integrated', 'stock-us', 'fund-hk'] as const)
  const year = 2024 + roll(8)
  const month = 1 + roll(12)
  const first: Day = [year, month, roll(3) === 0 ? lengthOf(year, month) : 1 + roll(lengthOf(year, month))]
  const timeOfDay = roll(86_400_000)
  const bought: Length[] = Array.from({ length: 1 + roll(5) }, () => pick(roll, lengths))
  let months = 0
  let [begin, end]: [Day, Day] = [first, first]
  for (const [, more] of bought) {
    begin = end
    months += more
    end = monthsAfter(first, months)
  }
  const age = roll(count(end) - count(first) + 1)
  const today = dayAfter(first, age)
  const now = Math.min(timeOf(today, roll(86_400_000)), timeOf(end, timeOfDay) - 1)
  return { market, first, timeOfDay, bought, begin, end, months, now: Math.max(now, timeOf(first, timeOfDay)) }
}

function dayAfter([year, month, day]: Day, days: number): Day {
  let [y, m, d] = [year, month, day + days]
  while (d > lengthOf(y, m)) {
    d -= lengthOf(y, m)
    m = m === 12 ? 1 : m + 1
    if (m === 1) y += 1
  }
  return [y, m, d]
}

function keyOf({ market, first, timeOfDay, bought }: ReturnType<typeof scene>, tier: number): KeyFacts {
  const [start, ...renewals] = bought
  if (!start) throw new Error('nothing was bought')
  let running = firstTerm(timeOf(first, timeOfDay), start[0], start[1])
  for (const [period, months] of renewals) running = nextTerm(running, period, months)
  const plan = firstCatalogue.planById(`${market}-${tiers[tier]}`)
  if (!plan) throw new Error('the catalogue lost a plan')
  return { id: 'k', planId: plan.id, planEdition: 1, market, customised: false, revokedAt: null, ...running }
}

function figuresOf({ target, period, days, price, planExpiresAt }: Deal) {
  return [target.kind, period, days, formatMicro(price.list), formatMicro(price.payable), planExpiresAt]
}

/** Compares joined texts first, because `expect` is too slow for every case. */
function same(story: object, ours: unknown[], theirs: unknown[]): void {
  if (ours.join() !== theirs.join()) expect({ ...story, ours }).toEqual({ ...story, ours: theirs })
}

test('random purchases, renewals and upgrades have the price and the end that the published rule requires', () => {
  const roll = dice(20_261_122)
  const kinds = { purchase: 0, renewal: 0, upgrade: 0 }
  for (let at = 0; at < cases; at += 1) {
    const story = scene(roll)
    const { market, end, begin, months, first, timeOfDay, now } = story
    const [held, wanted] = [roll(3), roll(3)]
    if (wanted < held) continue
    const requested = pick(roll, lengths)
    const fresh = roll(4) === 0
    const newcomer = roll(2) === 0
    const keys = fresh ? [] : [keyOf(story, held)]
    const input = {
      planId: `${market}-${tiers[wanted]}`,
      period: requested[0],
      keyId: fresh || market === 'integrated' ? null : 'k',
    }
    const deal = dealOf(input, { catalogue: firstCatalogue, keys, newcomer, balance: 0n, now })
    kinds[deal.target.kind] += 1
    const price = BigInt(prices[market][wanted] ?? 0)
    if (!fresh && wanted > held) {
      const [period, length, keep] = story.bought.at(-1) as Length
      const dearer = (price - BigInt(prices[market][held] ?? 0)) * BigInt(length * keep)
      const today = new Date(now).toISOString().slice(0, 10).split('-').map(Number) as unknown as Day
      const days = Math.max(1, count(end) - count(today))
      const difference = cents(dearer * BigInt(days), 100n * BigInt(count(end) - count(begin)))
      same(story, figuresOf(deal), ['upgrade', period, days, '0.00', usdt(difference), timeOf(end, timeOfDay)])
      continue
    }
    const [, length, keep] = requested
    const due = cents(price * BigInt(length * keep * (newcomer ? 80 : 100)), 10_000n)
    const today = new Date(now).toISOString().slice(0, 10).split('-').map(Number) as unknown as Day
    const until = fresh
      ? timeOf(monthsAfter(today, length), now % 86_400_000)
      : timeOf(monthsAfter(first, months + length), timeOfDay)
    const kind = fresh ? 'purchase' : 'renewal'
    same(story, figuresOf(deal), [kind, requested[0], null, usdt(price * BigInt(length) * 100n), usdt(due), until])
  }
  expect(Math.min(...Object.values(kinds))).toBeGreaterThan(5_000)
})
