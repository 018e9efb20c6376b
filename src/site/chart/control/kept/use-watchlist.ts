import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { sectionMark, watchlistSymbolsMax, watchlistsMax } from '#src/contract/site.ts'
import { toast } from '../../../ui/toast.tsx'
import { forgetWatched, keepWatched, watchedLists } from '../../state/symbols/kept-symbols.ts'
import { type KeptList, placed, tickersIn, withEntry } from '../../state/symbols/watchlist.ts'
import { AccountWatchlists, type Kept } from './account-watchlists.ts'

export type Watchlist = {
  lists: readonly KeptList[]
  shown: KeptList
  symbols: readonly string[]
  isFull: boolean
  choose(id: string): void
  create(name: string): void
  rename(name: string): void
  /** Deletes the shown list, unless it is the only list. */
  drop(): void
  add(ticker: string): void
  addSection(name: string): void
  remove(entry: string): void
  /** Moves an entry to the index of another entry. */
  place(entry: string, at: string): void
}

/**
 * The reader's watchlists, from the account or, without a sign-in, from this browser. Initially there is one list, with
 * the symbols that everyone may chart. The first visit after a sign-in moves the browser's lists into the account.
 */
export function useWatchlist(first: readonly string[], signedIn: boolean): Watchlist {
  const t = useTranslations('chart')
  const usualName = t('market.watchlist')
  const [kept, setKept] = useState<readonly KeptList[] | null>(null)
  const [shownId, setShownId] = useState<string | null>(null)
  const account = useRef<AccountWatchlists | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the language changes with the page
  useEffect(() => {
    const here = watchedLists(usualName)
    if (!signedIn) return setKept(here)
    let left = false
    const opening = new AccountWatchlists()
    void opening.open(here ?? []).then((opened) => {
      if (!opened) return
      if (opened.unstored.length > 0) keepWatched(opened.unstored)
      else forgetWatched()
      if (left) return
      account.current = opening
      if (opened.lists.length > 0) setKept(opened.lists)
    })
    return () => {
      left = true
      account.current = null
    }
  }, [signedIn])
  const lists = kept ?? [{ id: 'first', name: usualName, entries: first }]
  const shown = lists.find(({ id }) => id === shownId) ?? lists[0] ?? { id: 'first', name: usualName, entries: first }

  const save = (next: readonly KeptList[], send: (lists: AccountWatchlists) => Promise<Kept>) => {
    // Until the account's lists are loaded, a change would create a list besides those lists.
    if (signedIn && !account.current) return toast(t('busy'), 'error')
    setKept(next)
    if (!account.current) return keepWatched(next)
    void send(account.current).then((answer) => {
      if (!('refused' in answer)) return
      setKept((now) => (now === next ? lists : now))
      toast(answer.refused ?? t('busy'), 'error')
    })
  }
  const change = (list: KeptList) =>
    save(
      lists.map((one) => (one.id === list.id ? list : one)),
      (to) => to.keep(list),
    )
  const setEntries = (entries: readonly string[]) => entries !== shown.entries && change({ ...shown, entries })
  const addEntry = (entry: string) => {
    const entries = withEntry(shown.entries, entry)
    if (entries) setEntries(entries)
    else toast(t('watch.full', { max: watchlistSymbolsMax }), 'error')
  }
  return {
    lists,
    shown,
    symbols: tickersIn(shown.entries),
    isFull: lists.length >= watchlistsMax,
    choose: setShownId,
    create(name) {
      if (lists.length >= watchlistsMax) return
      const list = { id: `list-${crypto.randomUUID()}`, name, entries: [] }
      setShownId(list.id)
      save([...lists, list], (to) => to.keep(list))
    },
    rename: (name) => change({ ...shown, name }),
    drop() {
      const left = lists.filter((one) => one !== shown)
      if (left.length > 0) save(left, (to) => to.remove(shown))
    },
    add: addEntry,
    addSection: (name) => addEntry(`${sectionMark}${name}`),
    remove: (entry) => setEntries(shown.entries.filter((one) => one !== entry)),
    place: (entry, at) => setEntries(placed(shown.entries, entry, at)),
  }
}
