import { dayMs } from '#src/contract/time.ts'
import type { Period } from './plan.ts'

/**
 * The last purchase of a subscription: its period and its number of UTC days. `anchorDay`: the day of the month from
 * which months are counted: 31 January, 28 February, 31 March.
 */
export type Term = { period: Period; days: number; anchorDay: number }

/** A subscription until `expiresAt`, with the term of its last purchase. Times in ms. */
export type RunningTerm = { term: Term; expiresAt: number }

export function firstTerm(now: number, period: Period, months: number): RunningTerm {
  return termFrom(now, new Date(now).getUTCDate(), period, months)
}

export function nextTerm({ term, expiresAt }: RunningTerm, period: Period, months: number): RunningTerm {
  return termFrom(expiresAt, term.anchorDay, period, months)
}

/** Adds free days to a term. The daily price of an upgrade does not change. Later months count from the new end. */
export function extendTerm({ term, expiresAt }: RunningTerm, days: number): RunningTerm {
  const end = expiresAt + days * dayMs
  return { term: { ...term, anchorDay: new Date(end).getUTCDate() }, expiresAt: end }
}

/** A term of one month that ends at `expiresAt`, for a subscription without an order. */
export function monthUntil(expiresAt: number): Term {
  const anchorDay = new Date(expiresAt).getUTCDate()
  return { period: 'month', days: dateOf(expiresAt) - dateOf(addMonths(expiresAt, -1, anchorDay)), anchorDay }
}

/** The number of UTC dates from today to the day before expiry; at least 1. */
export function daysLeft(expiresAt: number, now: number): number {
  return Math.max(1, dateOf(expiresAt) - dateOf(now))
}

/** The same time of day on `anchorDay`, `months` later. In a shorter month, the last day replaces `anchorDay`. */
export function addMonths(from: number, months: number, anchorDay: number): number {
  const start = new Date(from)
  const monthIndex = start.getUTCFullYear() * 12 + start.getUTCMonth() + months
  const year = Math.floor(monthIndex / 12)
  const month = monthIndex - year * 12
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(anchorDay, lastDay)) + (from - dateOf(from) * dayMs)
}

function termFrom(start: number, anchorDay: number, period: Period, months: number): RunningTerm {
  const expiresAt = addMonths(start, months, anchorDay)
  return { term: { period, days: dateOf(expiresAt) - dateOf(start), anchorDay }, expiresAt }
}

function dateOf(at: number): number {
  return Math.floor(at / dayMs)
}
