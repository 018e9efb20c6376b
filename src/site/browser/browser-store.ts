import type { LocalKey, TabKey } from '#src/contract/privacy/browser-data.ts'

export const readStored = (key: LocalKey) => localStorage.getItem(key)

/** Stores a value. Throws when the browser's storage is full or forbidden. */
export const store = (key: LocalKey, value: string) => localStorage.setItem(key, value)

export const forget = (key: LocalKey) => localStorage.removeItem(key)

export const readInTab = (key: TabKey) => sessionStorage.getItem(key)
export const storeInTab = (key: TabKey, value: string) => sessionStorage.setItem(key, value)
