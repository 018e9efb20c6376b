import type { LocalKey, TabKey } from '#src/contract/privacy/browser-data.ts'

export const readStored = (key: LocalKey) => localStorage.getItem(key)

/** Stores a value; false when the browser's storage is full or refused. */
export const store = (key: LocalKey, value: string) => written(localStorage, key, value)

export const forget = (key: LocalKey) => localStorage.removeItem(key)

/** Calls `changed` when another tab changed or removed the value. Returns a function that ends this. */
export function onStoredElsewhere(key: LocalKey, changed: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key || event.key === null) changed()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

export const readInTab = (key: TabKey) => sessionStorage.getItem(key)
export const storeInTab = (key: TabKey, value: string) => written(sessionStorage, key, value)

function written(storage: Storage, key: string, value: string): boolean {
  try {
    storage.setItem(key, value)
    return true
  } catch {
    return false
  }
}
