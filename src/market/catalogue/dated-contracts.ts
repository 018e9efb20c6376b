import { dayMs } from '#src/contract/time.ts'
import type { NewInstrument } from '../instruments/instrument.ts'

/**
 * The roll rule, in calendar days. A root code (`ES`) means its main contract: of the contracts whose last trading day
 * is at least this far away, the nearest. Bars of the root are the main contract's bars as traded, without
 * back-adjustment.
 */
export const rollDays = 5

const monthLetters = 'FGHJKMNQUVXZ'

type Rule = { months: string; lastDay: (year: number, month: number) => number; listed: number }

/**
 * The last trading days by the exchanges' contract specifications (CME Group, HKEX, SHFE, CFFEX), counted in weekdays.
 */
const rules: Record<string, Rule> = {
  ES: { months: 'HMUZ', lastDay: thirdFriday, listed: 4 },
  NQ: { months: 'HMUZ', lastDay: thirdFriday, listed: 4 },
  YM: { months: 'HMUZ', lastDay: thirdFriday, listed: 4 },
  '6E': { months: 'HMUZ', lastDay: (y, m) => weekdaysBefore(nthWeekday(y, m, 3, 3), 2), listed: 4 },
  ZN: { months: 'HMUZ', lastDay: (y, m) => weekdaysBefore(monthEnd(y, m), 7), listed: 3 },
  ZB: { months: 'HMUZ', lastDay: (y, m) => weekdaysBefore(monthEnd(y, m), 7), listed: 3 },
  ZC: { months: 'HKNUZ', lastDay: beforeFifteenth, listed: 4 },
  ZW: { months: 'HKNUZ', lastDay: beforeFifteenth, listed: 4 },
  ZS: { months: 'FHKNQUX', lastDay: beforeFifteenth, listed: 4 },
  CL: { months: monthLetters, lastDay: (y, m) => weekdaysBefore(Date.UTC(y, m - 1, 25), 3), listed: 6 },
  NG: { months: monthLetters, lastDay: (y, m) => weekdaysBefore(Date.UTC(y, m, 1), 3), listed: 6 },
  GC: { months: 'GJMQVZ', lastDay: (y, m) => weekdaysBefore(monthEnd(y, m), 2), listed: 4 },
  HG: { months: 'HKNUZ', lastDay: (y, m) => weekdaysBefore(monthEnd(y, m), 2), listed: 4 },
  HSI: { months: monthLetters, lastDay: (y, m) => weekdaysBefore(monthEnd(y, m), 1), listed: 3 },
  MHI: { months: monthLetters, lastDay: (y, m) => weekdaysBefore(monthEnd(y, m), 1), listed: 3 },
  HHI: { months: monthLetters, lastDay: (y, m) => weekdaysBefore(monthEnd(y, m), 1), listed: 3 },
  HTI: { months: monthLetters, lastDay: (y, m) => weekdaysBefore(monthEnd(y, m), 1), listed: 3 },
  RB: { months: 'FKV', lastDay: onFifteenth, listed: 3 },
  CU: { months: monthLetters, lastDay: onFifteenth, listed: 4 },
  AL: { months: monthLetters, lastDay: onFifteenth, listed: 4 },
  AG: { months: 'GJMQVZ', lastDay: onFifteenth, listed: 3 },
  AU: { months: 'GJMQVZ', lastDay: onFifteenth, listed: 3 },
  IF: { months: monthLetters, lastDay: thirdFriday, listed: 3 },
  IH: { months: monthLetters, lastDay: thirdFriday, listed: 3 },
  IC: { months: monthLetters, lastDay: thirdFriday, listed: 3 },
}

/** The contracts of a root that are listed at `now`, such as `ESZ26`; empty for a root without a rule. */
export function datedContracts(root: NewInstrument, now: number): NewInstrument[] {
  const rule = rules[root.code]
  if (!rule) return []
  const contracts: NewInstrument[] = []
  const start = new Date(now)
  for (let ahead = 0; ahead < 48 && contracts.length < rule.listed; ahead += 1) {
    const first = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + ahead, 1))
    const [year, month] = [first.getUTCFullYear(), first.getUTCMonth()]
    const letter = monthLetters[month] ?? ''
    const expiresOn = rule.lastDay(year, month)
    if (!rule.months.includes(letter) || expiresOn < now - dayMs) continue
    const suffix = `${letter}${String(year % 100).padStart(2, '0')}`
    const { startPrice: _, ...rest } = root
    contracts.push({
      ...rest,
      code: `${root.code}${suffix}`,
      name: `${root.name} ${year}-${String(month + 1).padStart(2, '0')}`,
      nameCn: root.nameCn ? `${root.nameCn} ${year}-${String(month + 1).padStart(2, '0')}` : '',
      nameHk: root.nameHk ? `${root.nameHk} ${year}-${String(month + 1).padStart(2, '0')}` : '',
      liquidity: Math.max(5, (root.liquidity ?? 10) - 30 - contracts.length),
      root: root.code,
      expiresOn,
    })
  }
  return contracts
}

export function mainContract<C extends { expiresOn?: number }>(contracts: readonly C[], now: number): C | null {
  const alive = contracts.filter(({ expiresOn }) => expiresOn !== undefined && expiresOn - now >= rollDays * dayMs)
  return alive.sort((a, b) => (a.expiresOn ?? 0) - (b.expiresOn ?? 0))[0] ?? null
}

function nthWeekday(year: number, month: number, weekday: number, nth: number): number {
  const first = new Date(Date.UTC(year, month, 1)).getUTCDay()
  return Date.UTC(year, month, 1 + ((weekday - first + 7) % 7) + (nth - 1) * 7)
}

function thirdFriday(year: number, month: number): number {
  return nthWeekday(year, month, 5, 3)
}

function monthEnd(year: number, month: number): number {
  return weekdayOnOrBefore(Date.UTC(year, month + 1, 0))
}

function beforeFifteenth(year: number, month: number): number {
  return weekdaysBefore(Date.UTC(year, month, 15), 1)
}

function onFifteenth(year: number, month: number): number {
  const day = new Date(Date.UTC(year, month, 15)).getUTCDay()
  return Date.UTC(year, month, day === 6 ? 17 : day === 0 ? 16 : 15)
}

function weekdayOnOrBefore(date: number): number {
  const day = new Date(date).getUTCDay()
  return date - (day === 6 ? 1 : day === 0 ? 2 : 0) * dayMs
}

function weekdaysBefore(date: number, count: number): number {
  let at = date
  for (let left = count; left > 0; left -= 1) at = weekdayOnOrBefore(at - dayMs)
  return at
}
