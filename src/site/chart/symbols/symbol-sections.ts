import type { BarInterval } from '#src/contract/market.ts'
import { type SymbolRecord, tickerOf } from '../state/symbols/symbol.ts'
import type { SymbolSearch } from '../state/symbols/symbol-search.ts'
import { intervalMark, typedInterval } from '../state/time/typed-interval.ts'

export type Section = { name: 'favourites' | 'recent' | 'demo' | 'results'; rows: readonly SymbolRecord[] }

/**
 * The tab `all` without text: favourites, then the demo symbols for a visitor, or recent symbols and results for other
 * readers; each symbol once. With text or in another tab: only results.
 */
export function sectionsOf(
  search: SymbolSearch,
  starred: readonly SymbolRecord[],
  recent: readonly SymbolRecord[],
  demo: readonly SymbolRecord[],
): Section[] {
  const results: Section = { name: 'results', rows: search.rows }
  if (search.sought !== '' || search.tab !== 'all') return [results]
  const seen = new Set<string>()
  const fresh = (rows: readonly SymbolRecord[]): SymbolRecord[] =>
    rows.filter((row) => !seen.has(tickerOf(row)) && seen.add(tickerOf(row)))
  const sections: Section[] = [{ name: 'favourites', rows: fresh(starred) }]
  if (search.access.kind === 'visitor') sections.push({ name: 'demo', rows: fresh(demo) })
  else sections.push({ name: 'recent', rows: fresh(recent) }, { name: 'results', rows: fresh(search.rows) })
  return sections
}

/** A row that Enter and the arrow keys can choose. */
export type Choice = SymbolRecord | BarInterval

/**
 * The rows in the order of the list. The interval that the text means comes first, unless an instrument has the text as
 * its code.
 */
export function choicesOf(text: string, rows: readonly SymbolRecord[]): Choice[] {
  const interval = typedInterval(text)
  if (interval === null) return [...rows]
  const code = text.trim().toUpperCase()
  const isCode = !code.startsWith(intervalMark) && rows.some(({ symbol }) => symbol.toUpperCase() === code)
  return isCode ? [...rows, interval] : [interval, ...rows]
}
