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
   * The lists of the account and of this browser. The account's first list and the browser's first list are merged. If
   * a change cannot be stored, only the account's lists. Null without lists, or if the account could not be read.
   */
  async open(here: readonly KeptList[] | null): Promise<readonly KeptList[] | null> {
    const answer = await callRoute('GET /api/watchlists', {})
    if (!answer.ok) return null
    const known = answer.data.watchlists.map(({ id, name, symbols }): KeptList => ({ id, name, entries: symbols }))
    for (const { id } of known) this.#ids.set(id, id)
    const [first, ...others] = known
    const [own, ...more] = here ?? []
    const wanted = first && own ? { ...first, entries: union(first.entries, own.entries) } : (first ?? own)
    const fresh = [...(wanted && wanted.entries !== first?.entries ? [wanted] : []), ...more]
    const kept = await Promise.all(fresh.map((list) => this.keep(list)))
    if (kept.some((one) => 'refused' in one)) return known.length > 0 ? known : null
    return wanted ? [wanted, ...others, ...more] : null
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

function union(one: readonly string[], other: readonly string[]): readonly string[] {
  const all = [...new Set([...one, ...other])].slice(0, watchlistSymbolsMax)
  return all.length === one.length ? one : all
}
