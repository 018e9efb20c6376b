import { TapewireError } from '#sdk/typescript/error.ts'
import { failed, type Reading } from '../../reads/read.ts'

/**
 * Data beside the bars. `locked`: the plan does not include it; `message` says so, and which plan does, in the reader's
 * language.
 */
export type Beside<T> = Reading<T> | { state: 'locked'; message: string | null }

export function refusedOf(error: unknown): Beside<never> {
  if (error instanceof TapewireError && error.error === 'not_in_plan')
    return { state: 'locked', message: error.message }
  return failed()
}
