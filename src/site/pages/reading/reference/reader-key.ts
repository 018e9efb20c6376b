import { useSyncExternalStore } from 'react'
import { demoKey } from '#src/contract/site.ts'

let key = demoKey
const listeners = new Set<() => void>()

/** The key that fills the samples. The key is only in memory, so it is forgotten when the tab is closed. */
export function useReaderKey(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => key,
    () => demoKey,
  )
}

export function chooseReaderKey(next: string) {
  key = next
  for (const listener of listeners) listener()
}
