import { ApiError } from '#sdk/typescript/error.ts'
import { failed, type Reading } from '../../reads/read.ts'

/**
 * Data of the chart besides its bars. `locked`: the reader's plan does not include the data; `plan`: the name of a plan
 * that includes the data, null if unknown.
 */
export type Beside<T> = Reading<T> | { state: 'locked'; plan: string | null }

/** Thrown instead of a request if the reader's plan does not include the prices of an instrument. */
export class LockedPrices extends ApiError {
  readonly plan: string | null

  constructor(plan: string | null) {
    super('not in plan', { status: 403, code: 403, error: 'not_in_plan' })
    this.plan = plan
  }
}

export function refusedOf(error: unknown): Beside<never> {
  if (error instanceof LockedPrices) return { state: 'locked', plan: error.plan }
  if (error instanceof ApiError && error.error === 'not_in_plan') return { state: 'locked', plan: null }
  return failed()
}

export function isUnknownSymbol(error: unknown): boolean {
  return error instanceof ApiError && error.error === 'unknown_symbol'
}
