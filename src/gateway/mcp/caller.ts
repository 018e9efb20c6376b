import type { Locale } from '#src/contract/locale.ts'
import type { CallResult } from '../rest/server.ts'

/** The sender of a message, as far as tools, prompts and documents need the request. */
export type Caller = {
  locale: Locale
  siteUrl: string
  requestId: string
  /** Makes a data call with the caller's key. */
  ask(call: { path: string; query: string }): Promise<CallResult>
}
