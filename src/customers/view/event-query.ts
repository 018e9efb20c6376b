import type { Locale } from '#src/contract/locale.ts'

/** Selects events of an account: those before a time in ms, newest first, at most `limit` from each source. */
export type EventQuery = {
  accountId: string
  email: string
  before: number
  isFirst: boolean
  limit: number
  locale: Locale
}
