import { useSyncExternalStore } from 'react'
import { demoKey } from '#src/contract/site.ts'
import { useAccount } from '../../../browser/account.ts'

let reader = { id: 'demo', key: demoKey }
const listeners = new Set<() => void>()

/** The key that fills the samples. It is only in memory, and only a signed-in reader sees an own key. */
export function useReaderKey(): string {
  const { code } = useAccount()
  const key = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => reader.key,
    () => demoKey,
  )
  return code === 0 ? key : demoKey
}

/** The choice by which the key was chosen. It outlives the page, as the key does. */
export function readerChoice(): string {
  return reader.id
}

export function chooseReaderKey(id: string, key: string) {
  reader = { id, key }
  for (const listener of listeners) listener()
}
