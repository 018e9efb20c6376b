import { isRecord } from '#src/contract/record.ts'
import { sectionMark, watchlistSymbolsMax, watchlistsMax } from '#src/contract/site.ts'
import { nameMax } from '#src/contract/values/human-name.ts'
import { isTicker } from '../layout.ts'

/** `entries`: tickers, and heads of sections such as `### Banks`; a section reaches to the next head. */
export type KeptList = { id: string; name: string; entries: readonly string[] }

export function sectionOf(entry: string): string | null {
  return entry.startsWith(sectionMark) ? entry.slice(sectionMark.length) : null
}

export function tickersIn(entries: readonly string[]): string[] {
  return entries.filter((entry) => sectionOf(entry) === null)
}

/** Adds an entry at the end. Returns the same entries if they contain it, and null if the list is full. */
export function withEntry(entries: readonly string[], entry: string): readonly string[] | null {
  if (entries.includes(entry)) return entries
  return entries.length >= watchlistSymbolsMax ? null : [...entries, entry]
}

/** Moves `entry` to the index of `at`: below `at` if `entry` was above it, otherwise above `at`. */
export function placed(entries: readonly string[], entry: string, at: string): readonly string[] {
  const to = entries.indexOf(at)
  return entry === at || to < 0 || !entries.includes(entry)
    ? entries
    : entries.filter((one) => one !== entry).toSpliced(to, 0, entry)
}

/**
 * Reads the lists that a browser stores: several lists, or only the tickers of the first list. Null: no lists are
 * stored.
 */
export function readLists(kept: unknown, usualName: string): KeptList[] | null {
  if (Array.isArray(kept)) return [{ id: 'first', name: usualName, entries: entriesIn(kept) }]
  if (!isRecord(kept) || !Array.isArray(kept.lists)) return null
  const lists = kept.lists.slice(0, watchlistsMax).flatMap((one: unknown): KeptList[] => {
    if (!isRecord(one) || typeof one.id !== 'string' || typeof one.name !== 'string') return []
    return [{ id: one.id, name: one.name.slice(0, nameMax.layout), entries: entriesIn(one.entries) }]
  })
  return lists.length > 0 ? lists : null
}

function entriesIn(kept: unknown): string[] {
  if (!Array.isArray(kept)) return []
  const known = kept.filter(
    (one): one is string => isTicker(one) || (typeof one === 'string' && sectionOf(one) !== null),
  )
  return [...new Set(known)].slice(0, watchlistSymbolsMax)
}
