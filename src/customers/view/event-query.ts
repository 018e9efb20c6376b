import type { Locale } from '#src/contract/locale.ts'

/** The account, and which events: before a time in ms, at most `limit` of each source, newest first. */
export type EventQuery = {
  accountId: string
  email: string
  before: number
  isFirst: boolean
  limit: number
  locale: Locale
}
