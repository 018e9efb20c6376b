import { createContext } from 'react'
import type { Needs } from '#src/contract/operator/now.ts'

export type Waiting = {
  /**
   * The number of needs (tasks that wait for staff), by the console page on which staff act on them; `now`: the sum.
   */
  counts: Readonly<Record<string, number>>
  hasDraft: boolean
  /** False if the needs could not be read. */
  isKnown: boolean
}

export const unknownWaiting: Waiting = { counts: {}, hasDraft: false, isKnown: false }

export function waitingOf({ total, checks, hasDraft }: Needs): Waiting {
  const counts: Record<string, number> = { now: total }
  for (const { section, count } of checks) counts[section] = (counts[section] ?? 0) + count
  return { counts, hasDraft, isKnown: true }
}

/** Called by a page with live figures, to update the counts of the navigation. */
export const ReportWaiting = createContext<(waiting: Waiting) => void>(() => {})
