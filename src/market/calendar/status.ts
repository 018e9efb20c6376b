import { dayMs, minuteMs } from '#src/contract/time.ts'
import type { Exchange } from './exchange.ts'
import { dayOf, instantOf, positionInHours, restDaysMax, sessionAt } from './session.ts'

/** `break`: the time between two sessions of one day. */
export const marketStates = ['open', 'closed', 'pre', 'post', 'break'] as const
export type MarketState = (typeof marketStates)[number]

/** Times in ms. `since` and `next` are null for a market that never closes, and if no change of state is near. */
export type MarketStatus = {
  status: MarketState
  since: number | null
  next: { status: MarketState; at: number } | null
}

/**
 * The state of a market at a time, the beginning of that state, and the next state. Holidays apply if they are known.
 */
export function marketStatus(exchange: Exchange, time: number): MarketStatus {
  const status = stateAt(exchange, time)
  if (exchange.hours.kind === 'utc') return { status, since: null, next: null }
  const { date } = positionInHours(exchange, time)
  return { status, since: beganAt(exchange, status, date, time), next: nextOf(exchange, status, date, time) }
}

function beganAt(exchange: Exchange, status: MarketState, date: number, time: number): number | null {
  // The next date is checked, too, because its trading may begin on the evening before.
  for (let back = -1; back <= restDaysMax; back += 1)
    for (const at of edgesOf(exchange, date - back * dayMs).reverse())
      if (at <= time && stateAt(exchange, at - 1) !== status) return at
  return null
}

function nextOf(exchange: Exchange, status: MarketState, date: number, time: number): MarketStatus['next'] {
  for (let ahead = 0; ahead <= restDaysMax; ahead += 1)
    for (const at of edgesOf(exchange, date + ahead * dayMs)) {
      const state = stateAt(exchange, at)
      if (at > time && state !== status) return { status: state, at }
    }
  return null
}

function stateAt(exchange: Exchange, time: number): MarketState {
  const session = sessionAt(exchange, time)
  if (session === 'regular') return 'open'
  if (session === 'pre') return 'pre'
  if (session === 'after') return 'post'
  const { date, minute } = positionInHours(exchange, time)
  const sessions = dayOf(exchange, date)?.regular ?? []
  const isBetween = sessions.some(({ close }) => close <= minute) && sessions.some(({ open }) => open > minute)
  return isBetween ? 'break' : 'closed'
}

/** The times of a trading date at which a session begins or ends, oldest first. */
function edgesOf(exchange: Exchange, date: number): number[] {
  const day = dayOf(exchange, date)
  if (!day) return []
  return [day.pre, ...day.regular, day.after]
    .flatMap((span) => (span ? [span.open, span.close] : []))
    .map((minute) => instantOf(exchange.timeZone, date + minute * minuteMs))
    .sort((a, b) => a - b)
}
