import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from '../../../ui/toast.tsx'
import { forgetWatched, keepWatched, watchedSymbols } from '../../state/symbols/kept-symbols.ts'
import { AccountWatchlist, watchedMax } from './account-watchlist.ts'

export type Watchlist = {
  /** Null: the reader has not named the list. */
  name: string | null
  symbols: readonly string[]
  add(ticker: string): void
  remove(ticker: string): void
}

/**
 * The reader's watchlist, from the account or, without a sign-in, from this browser. Initially it has the symbols
 * that everyone may chart. The first visit after a sign-in moves the browser's list into the account.
 */
export function useWatchlist(first: readonly string[], signedIn: boolean): Watchlist {
  const t = useTranslations('chart')
  const [symbols, setSymbols] = useState<readonly string[] | null>(null)
  const [name, setName] = useState<string | null>(null)
  const account = useRef<AccountWatchlist | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the language changes with the page
  useEffect(() => {
    const here = watchedSymbols()
    if (!signedIn) return setSymbols(here)
    let left = false
    const list = new AccountWatchlist(t('market.watchlist'))
    void list.open(here).then((opened) => {
      if (left) return
      account.current = list
      if (opened) {
        forgetWatched()
        setSymbols(opened.symbols)
        setName(opened.name)
      }
    })
    return () => {
      left = true
      account.current = null
    }
  }, [signedIn])
  const shown = symbols ?? first
  const change = (next: readonly string[]) => {
    // Before the account's list is loaded, changes are ignored: they would overwrite it.
    if (signedIn && !account.current) return
    setSymbols(next)
    if (!account.current) return keepWatched(next)
    void account.current.keep(next).then((kept) => {
      if (!('refused' in kept)) return
      setSymbols((now) => (now === next ? shown : now))
      toast(kept.refused ?? t('busy'), 'error')
    })
  }
  return {
    name,
    symbols: shown,
    add: (ticker) => !shown.includes(ticker) && shown.length < watchedMax && change([...shown, ticker]),
    remove: (ticker) => change(shown.filter((one) => one !== ticker)),
  }
}
