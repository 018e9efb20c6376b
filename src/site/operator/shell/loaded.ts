import type { StaffAccess } from '#src/contract/operator/console.ts'
import type { Waiting } from './waiting.ts'

/** Why the page cannot be shown. `factor`: no second factor; `prove`: the sign-in is too old; `role`: another role is needed. */
export type Hurdle = { kind: 'factor' | 'prove' | 'role' | 'missing' | 'failed'; message: string; requestId: string }

/** What each page of the console is given: who looks at it, what waits, and its own data or the reason why there are none. */
export type Loaded<D> = {
  email: string
  desk: StaffAccess | null
  waiting: Waiting
  page: D | null
  hurdle: Hurdle | null
}
