import { refuse } from '#src/contract/errors.ts'
import { parseIso } from '../calendar/instant.ts'

export type ActionKind = 'split' | 'dividend'

/** A split or dividend as the operator entered it. Days: `2026-01-31`, empty if unknown; numbers: decimal text. */
export type ActionInput = {
  kind: ActionKind
  exDate: string
  newShares: string
  oldShares: string
  /** The amount per share, in the currency of the instrument. */
  amount: string
  currency: string
  recordDate: string
  payDate: string
}

/**
 * Refuses impossible values with `invalid_parameter` and the field as `param`. `currency`: the currency of the
 * instrument.
 */
export function readAction(input: ActionInput, currency: string): ActionInput {
  const exDate = readDay(input.exDate, 'exDate')
  const none = { newShares: '', oldShares: '', amount: '', currency: '', recordDate: '', payDate: '' }
  if (input.kind === 'split') {
    const [newShares, oldShares] = [readNumber(input.newShares, 'newShares'), readNumber(input.oldShares, 'oldShares')]
    if (Number(newShares) === Number(oldShares)) throw refuse('invalid_parameter', { param: 'newShares' })
    return { ...none, kind: 'split', exDate, newShares, oldShares }
  }
  const typed = input.currency.trim()
  const paidIn = typed === '' || typed === currency ? currency : typed.toUpperCase()
  // An amount in another currency cannot be divided by the price.
  if (currency !== '' && paidIn !== currency) throw refuse('invalid_parameter', { param: 'currency' })
  const optional = (name: 'recordDate' | 'payDate') => (input[name].trim() === '' ? '' : readDay(input[name], name))
  const dates = { recordDate: optional('recordDate'), payDate: optional('payDate') }
  return { ...none, kind: 'dividend', exDate, amount: readNumber(input.amount, 'amount'), currency: paidIn, ...dates }
}

/** Reads a day such as `2026-01-31`; refuses dates that do not exist. */
export function readDay(text: string, param: string): string {
  const day = text.trim()
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || parseIso(day) === null) throw refuse('invalid_parameter', { param })
  return day
}

function readNumber(text: string, param: string): string {
  const number = text.trim()
  if (!/^\d{1,9}(\.\d{1,10})?$/.test(number) || Number(number) <= 0) throw refuse('invalid_parameter', { param })
  return number
}
