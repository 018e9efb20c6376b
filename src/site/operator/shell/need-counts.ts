import { createContext } from 'react'
import type { Needs } from '#src/contract/operator/now.ts'

/** How much needs a person, by the page of the console where it is acted on; `now` is the sum. */
export type NeedCounts = Readonly<Record<string, number>>

export function countsOf({ needs }: Needs): NeedCounts {
  const counts: Record<string, number> = { now: needs.length }
  for (const { page } of needs) {
    const [, name = ''] = page?.split(/[/?]/) ?? []
    if (name !== '') counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

/** How a page whose figures go on tells the navigation what waits now. */
export const TellCounts = createContext<(counts: NeedCounts) => void>(() => {})
