import { useEffect, useState } from 'react'
import { keepWatched, watchedSymbols } from '../../state/symbols/kept-symbols.ts'

export const watchedMax = 100

export type Watchlist = {
  /** Null: the reader has given it none. */
  name: string | null
  symbols: readonly string[]
  add(ticker: string): void
  remove(ticker: string): void
}

/** The reader's list, kept in this browser; at first the symbols that everyone may chart. */
export function useWatchlist(first: readonly string[]): Watchlist {
  const [symbols, setSymbols] = useState<readonly string[] | null>(null)
  useEffect(() => setSymbols(watchedSymbols()), [])
  const shown = symbols ?? first
  const change = (next: readonly string[]) => {
    setSymbols(next)
    keepWatched(next)
  }
  return {
    name: null,
    symbols: shown,
    add: (ticker) => !shown.includes(ticker) && shown.length < watchedMax && change([...shown, ticker]),
    remove: (ticker) => change(shown.filter((one) => one !== ticker)),
  }
}
