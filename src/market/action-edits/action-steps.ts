import { dayMs } from '#src/contract/time.ts'
import type { Exchange } from '../calendar/exchange.ts'
import { dayOf, restDaysMax } from '../calendar/session.ts'
import type { ActionInput } from './action-input.ts'

/** The trading date before an ex-date. Both have the form `2026-01-31`. */
export function dateBefore(exchange: Exchange, exDate: string): string {
  let date = Date.parse(exDate) - dayMs
  for (let tries = 0; tries < restDaysMax && dayOf(exchange, date) === null; tries += 1) date -= dayMs
  return new Date(date).toISOString().slice(0, 10)
}

/**
 * The factor by which an action multiplies earlier prices: old ÷ new shares of a split, or 1 − amount ÷ previous close
 * of a dividend. Null for a dividend if the previous close is unknown or not larger than the dividend.
 */
export function stepOf(
  { kind, newShares, oldShares, amount }: Pick<ActionInput, 'kind' | 'newShares' | 'oldShares' | 'amount'>,
  close: number | null,
): number | null {
  if (kind === 'split') return Number(oldShares) / Number(newShares)
  return close === null || close <= Number(amount) ? null : 1 - Number(amount) / close
}
