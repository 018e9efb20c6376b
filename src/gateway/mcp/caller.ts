import type { Refusal } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { CallResult } from '../rest/server.ts'

/** `core`: the tools of daily use; `all`: a tool for each data route. */
export const toolSets = ['core', 'all'] as const
export type ToolSet = (typeof toolSets)[number]

/** The parts of a request that tools, prompts and documents need. */
export type Caller = {
  locale: Locale
  /** The tools that the lists name; a call may name any tool. */
  tools: ToolSet
  siteUrl: string
  isSandbox: boolean
  requestId: string
  /** Makes a data call with the caller's key. With `refusal`, the call is counted, recorded and refused. */
  ask(call: { path: string; query: string }, refusal?: Refusal): Promise<CallResult>
}
