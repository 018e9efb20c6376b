import type { ProofWay } from '#src/contract/account/refused.ts'
import type { StaffAccess } from '#src/contract/operator/console.ts'
import type { Waiting } from './waiting.ts'

/**
 * Why the page is not shown. `factor`: no second factor; `prove`: the session has not proven the factor, and `ways`
 * lists the accepted proofs; `role`: a role is missing; `missing`: the subject of the page does not exist; `failed`:
 * any other refusal or fault.
 */
export type Hurdle = {
  kind: 'factor' | 'prove' | 'role' | 'missing' | 'failed'
  message: string
  requestId: string
  ways: readonly ProofWay[]
}

/** A console page's data: the reader, the navigation's counts, and the page's data or the reason why there is none. */
export type Loaded<D> = {
  email: string
  desk: StaffAccess | null
  waiting: Waiting
  page: D | null
  hurdle: Hurdle | null
}
