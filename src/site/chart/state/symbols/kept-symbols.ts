import type { LocalKey } from '#src/contract/privacy/browser-data.ts'
import { forget, readStored, store } from '../../../browser/browser-store.ts'
import { isTicker } from '../layout.ts'
import { isKnownRecord, type SymbolRecord, tickerOf } from './symbol.ts'
import { type KeptList, readLists } from './watchlist.ts'

const recentKey = 'chart.recent'
const favouriteKey = 'chart.favourites'
const watchedKey = 'chart.watchlist'
const recentMax = 10
const favouriteMax = 100

function read(key: LocalKey): SymbolRecord[] {
  try {
    const kept: unknown = JSON.parse(readStored(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isKnownRecord).filter((record) => isTicker(tickerOf(record))) : []
  } catch {
    // The value is not valid JSON, so it is ignored.
    return []
  }
}

/** If the storage is full or refused, the symbols are not remembered; nothing else is lost. */
function write(key: LocalKey, records: readonly SymbolRecord[]): void {
  store(key, JSON.stringify(records))
}

export function recentSymbols(): SymbolRecord[] {
  return read(recentKey)
}

export function rememberSymbol(record: SymbolRecord): void {
  const others = read(recentKey).filter((one) => tickerOf(one) !== tickerOf(record))
  write(recentKey, [record, ...others].slice(0, recentMax))
}

export function favouriteSymbols(): SymbolRecord[] {
  return read(favouriteKey)
}

export function toggleFavourite(record: SymbolRecord): SymbolRecord[] {
  const before = read(favouriteKey)
  const others = before.filter((one) => tickerOf(one) !== tickerOf(record))
  const after = others.length < before.length ? others : [...others, record].slice(-favouriteMax)
  write(favouriteKey, after)
  return after
}

/** The watchlists stored in this browser; null if none are stored. */
export function watchedLists(usualName: string): readonly KeptList[] | null {
  try {
    return readLists(JSON.parse(readStored(watchedKey) ?? 'null'), usualName)
  } catch {
    // The value is not valid JSON, so it is ignored.
    return null
  }
}

export function keepWatched(lists: readonly KeptList[]): void {
  store(watchedKey, JSON.stringify({ lists }))
}

/** Called after the account has stored the watchlists. */
export function forgetWatched(): void {
  forget(watchedKey)
}
