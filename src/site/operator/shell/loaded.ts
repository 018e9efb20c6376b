import type { StaffAccess } from '#src/contract/operator/console.ts'
import type { Waiting } from './waiting.ts'

/**
 * Why the page cannot be shown. `factor`: no second factor; `prove`: the sign-in is too old; `role`: a role is
 * missing.
 */
export type Hurdle = { kind: 'factor' | 'prove' | 'role' | 'missing' | 'failed'; message: string; requestId: string }

/**
 * The data of every console page: the reader, the counts of the navigation, and the page's data or the reason why
 * there is none.
 */
export type Loaded<D> = {
  email: string
  desk: StaffAccess | null
  waiting: Waiting
  page: D | null
  hurdle: Hurdle | null
}
