import type { Locale } from '#src/contract/locale.ts'
import type { TimelineKind } from '#src/contract/values/customer-lists.ts'

/**
 * Selects events of an account: those before a time in ms, newest first, at most `limit` from each source. `kind` null:
 * events of all kinds.
 */
export type EventQuery = {
  accountId: string
  email: string
  kind: TimelineKind | null
  before: number
  isFirst: boolean
  limit: number
  locale: Locale
}
