import { watchlistSymbolsMax } from '#src/contract/site.ts'
import { callRoute } from '../../../browser/call-route.ts'
import type { KeptList } from '../../state/symbols/watchlist.ts'

/** The result of a change. `refused`: the reason in the reader's language; null when the server gave none. */
export type Kept = { list: KeptList } | { refused: string | null }

/**
 * The watchlists of the account. Changes are sent one after the other, each with the whole list, so that the last
 * change takes effect. A list is created with its first change.
 */
export class AccountWatchlists {
  /** The ids of lists in the account, by the ids that this page gave them. */
  readonly #ids = new Map<string, string>()
  #before: Promise<unknown> = Promise.resolve()

  /**
   * Moves the lists of this browser into the account. The browser's first list becomes part of the account's first list
   * if both fit into one list. Returns the account's lists, and the lists that the account could not store. Null if the
   * account could not be read.
   */
  async open(here: readonly KeptList[]): Promise<{ lists: KeptList[]; unstored: KeptList[] } | null> {
    const answer = await callRoute('GET /api/watchlists', {})
    if (!answer.ok) return null
    const lists = answer.data.watchlists.map(({ id, name, symbols }): KeptList => ({ id, name, entries: symbols }))
    for (const { id } of lists) this.#ids.set(id, id)
    const unstored: KeptList[] = []
    const [first] = lists
    for (const [at, list] of here.entries()) {
      const merged = at === 0 && first ? union(first, list) : null
      const isStored = (merged !== null && merged === first) || !('refused' in (await this.keep(merged ?? list)))
      if (!isStored) unstored.push(list)
      else if (merged) lists[0] = merged
      else lists.push(list)
    }
    return { lists, unstored }
  }

  keep(list: KeptList): Promise<Kept> {
    return this.#inTurn(async () => {
      const { name, entries } = list
      const body = { name, symbols: [...entries] }
      const id = this.#ids.get(list.id)
      const answer =
        id === undefined
          ? await callRoute('POST /api/watchlists', { body })
          : await callRoute('PUT /api/watchlists/{id}', { params: { id }, body })
      if (answer.ok) {
        this.#ids.set(list.id, answer.data.id)
        return { list }
      }
      // The list was deleted elsewhere, so the next change creates it again.
      if (answer.refusal.error === 'not_found') this.#ids.delete(list.id)
      return { refused: answer.refusal.msg ?? null }
    })
  }

  remove(list: KeptList): Promise<Kept> {
    return this.#inTurn(async () => {
      const id = this.#ids.get(list.id)
      if (id === undefined) return { list }
      const answer = await callRoute('DELETE /api/watchlists/{id}', { params: { id } })
      if (!answer.ok && answer.refusal.error !== 'not_found') return { refused: answer.refusal.msg ?? null }
      this.#ids.delete(list.id)
      return { list }
    })
  }

  #inTurn(send: () => Promise<Kept>): Promise<Kept> {
    const sent = this.#before.then(send)
    this.#before = sent
    return sent
  }
}

/** The first list with the entries of both; null if they are too many for one list. */
function union(first: KeptList, { entries }: KeptList): KeptList | null {
  const all = [...new Set([...first.entries, ...entries])]
  if (all.length === first.entries.length) return first
  return all.length > watchlistSymbolsMax ? null : { ...first, entries: all }
}
