import { dayMs } from '#src/contract/time.ts'
import type { Exchange } from '../calendar/exchange.ts'
import { dayOf } from '../calendar/session.ts'
import type { ActionInput } from './action-input.ts'

/** The longest closure of a market, with a margin. */
const restDaysMax = 30

/** The trading date before an ex-date, both `2026-01-31`. */
export function dateBefore(exchange: Exchange, exDate: string): string {
  let date = Date.parse(exDate) - dayMs
  for (let tries = 0; tries < restDaysMax && dayOf(exchange, date) === null; tries += 1) date -= dayMs
  return new Date(date).toISOString().slice(0, 10)
}

/**
 * What an action multiplies earlier prices by: a split by old for new shares, a dividend by its share of the close before it.
 * Null for a dividend without such a close, or of all of it.
 */
export function stepOf(
  { kind, newShares, oldShares, amount }: Pick<ActionInput, 'kind' | 'newShares' | 'oldShares' | 'amount'>,
  close: number | null,
): number | null {
  if (kind === 'split') return Number(oldShares) / Number(newShares)
  return close === null || close <= Number(amount) ? null : 1 - Number(amount) / close
}
