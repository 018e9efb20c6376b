import { createContext } from 'react'
import type { Needs } from '#src/contract/operator/now.ts'

/** What the navigation says of the pages. */
export type Waiting = {
  /** How much needs a person, by the page of the console where it is acted on; `now` is the sum. */
  counts: Readonly<Record<string, number>>
  /** Whether the plans have a draft. */
  hasDraft: boolean
}

export const nothingWaits: Waiting = { counts: {}, hasDraft: false }

export function waitingOf({ needs, hasDraft }: Needs): Waiting {
  const counts: Record<string, number> = { now: needs.length }
  for (const { page } of needs) {
    const [, name = ''] = page?.split(/[/?]/) ?? []
    if (name !== '') counts[name] = (counts[name] ?? 0) + 1
  }
  return { counts, hasDraft }
}

/** How a page whose figures go on tells the navigation what waits now. */
export const ReportWaiting = createContext<(waiting: Waiting) => void>(() => {})
