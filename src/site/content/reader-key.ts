import { useSyncExternalStore } from 'react'

/** What stands in the samples until the reader chooses a key. */
export const demoKey = 'tw_demo_public'

let key = demoKey
const listeners = new Set<() => void>()

/** The key that fills the samples: in memory only, so it is gone with the tab. */
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
