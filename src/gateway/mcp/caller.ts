import type { Locale } from '#src/contract/locale.ts'
import type { CallResult } from '../rest/server.ts'

/** The parts of a request that tools, prompts and documents need. */
export type Caller = {
  locale: Locale
  siteUrl: string
  requestId: string
  /** Makes a data call with the caller's key. */
  ask(call: { path: string; query: string }): Promise<CallResult>
}
