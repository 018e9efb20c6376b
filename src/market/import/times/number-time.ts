import type { TimeUnit } from '#src/contract/data/reading.ts'
import { instantMax, instantMin } from '../../calendar/instant.ts'
import { dayOf } from './wall-time.ts'

/** A time as a number: its sign, its digits before the point, and its digits after the point. */
const numberText = /^(-?)(\d{1,20})(?:\.(\d{1,9}))?$/

const digitsOfUnit: readonly (readonly [TimeUnit, number, number])[] = [
  ['s', 9, 11],
  ['ms', 12, 14],
  ['us', 15, 17],
  ['ns', 18, 20],
]

/** The unit of a number with this many digits, for times from 1973 to 2286. */
export function unitOfDigits(digits: number): TimeUnit | null {
  return digitsOfUnit.find(([, least, most]) => digits >= least && digits <= most)?.[0] ?? null
}

/** The digits of a number before its point; null for other text. */
export function wholeDigits(text: string): string | null {
  return numberText.exec(text)?.[2] ?? null
}

/** Converts a count of units since 1970 to ms, dropping digits below the millisecond; NaN for other text. */
export function instantOfNumber(text: string, unit: TimeUnit): number {
  const match = numberText.exec(text)
  if (!match) return Number.NaN
  const [, sign, whole = '', fraction = ''] = match
  const size = sizeOf(whole, fraction, unit)
  const ms = sign === '-' ? -size : size
  return ms >= instantMin && ms < instantMax ? ms : Number.NaN
}

function sizeOf(whole: string, fraction: string, unit: TimeUnit): number {
  switch (unit) {
    case 's':
      return Number(whole) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3))
    case 'ms':
      return Number(whole)
    case 'us':
      return Number(whole.slice(0, -3))
    case 'ns':
      return Number(whole.slice(0, -6))
  }
}

/**
 * A date and time of 8, 12, 14 or 17 digits, such as 20240102093000, as if the clock showed UTC; null for other text.
 */
export function wallOfDigits(text: string): number | null {
  const match = /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(?:(\d{2})(\d{3})?)?)?$/.exec(text)
  if (!match) return null
  const [year, month, day, hour, minute, second, ms] = match.slice(1).map((part) => Number(part ?? 0)) as [
    ...[number, number, number, number, number, number, number],
  ]
  if (hour > 23 || minute > 59 || second > 59 || year < 1800 || year > 2199) return null
  const date = dayOf(year, month, day)
  return date === null ? null : date + ((hour * 60 + minute) * 60 + second) * 1000 + ms
}
