import { browserStorage, type StorageKey } from '#src/contract/browser-data.ts'

function storageOf(key: StorageKey): Storage {
  return browserStorage[key] === 'local' ? localStorage : sessionStorage
}

export function readStored(key: StorageKey): string | null {
  return storageOf(key).getItem(key)
}

/** Throws where the storage is full or forbidden, as the browser does. */
export function store(key: StorageKey, value: string): void {
  storageOf(key).setItem(key, value)
}
