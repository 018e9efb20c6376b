import { createContext } from 'react'
import type { Needs } from '#src/contract/operator/now.ts'

export type Waiting = {
  /** The number of needs (tasks that wait for staff) by the console page that has their acts; `now`: the sum. */
  counts: Readonly<Record<string, number>>
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

/** A page with live figures calls this to update the counts of the navigation. */
export const ReportWaiting = createContext<(waiting: Waiting) => void>(() => {})
