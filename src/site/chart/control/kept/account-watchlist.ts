import { callRoute } from '../../../browser/call-route.ts'

export const watchedMax = 100

/** The result of a change. `refused`: the reason in the reader's language; null when the server gave none. */
export type Kept = { symbols: readonly string[] } | { refused: string | null }

/**
 * The first watchlist of the account, which is created with the first symbol. Changes are sent one after the other,
 * each with the whole list, so that the last one counts.
 */
export class AccountWatchlist {
  readonly #name: string
  #list: { id: string; name: string } | null = null
  #before: Promise<unknown> = Promise.resolve()

  constructor(name: string) {
    this.#name = name
  }

  /**
   * Merges the account's list with the symbols stored in this browser, the account's first. Null when neither exists,
   * or when the account's list could not be read or created.
   */
  async open(here: readonly string[] | null): Promise<{ name: string | null; symbols: readonly string[] } | null> {
    const answer = await callRoute('GET /api/watchlists', {})
    if (!answer.ok) return null
    const [first] = answer.data.watchlists
    this.#list = first ? { id: first.id, name: first.name } : null
    const known = first?.symbols ?? []
    const symbols = [...new Set([...known, ...(here ?? [])])].slice(0, watchedMax)
    if (symbols.length > known.length || (here !== null && !first)) {
      const kept = await this.keep(symbols)
      if ('refused' in kept) return first ? { name: first.name, symbols: known } : null
    }
    return first || here !== null ? { name: first?.name ?? null, symbols } : null
  }

  keep(symbols: readonly string[]): Promise<Kept> {
    const sent = this.#before.then(() => this.#send([...symbols]))
    this.#before = sent
    return sent
  }

  async #send(symbols: string[]): Promise<Kept> {
    const list = this.#list
    const answer = list
      ? await callRoute('PUT /api/watchlists/{id}', { params: { id: list.id }, body: { name: list.name, symbols } })
      : await callRoute('POST /api/watchlists', { body: { name: this.#name, symbols } })
    if (answer.ok) {
      this.#list = { id: answer.data.id, name: answer.data.name }
      return { symbols }
    }
    // The list was deleted elsewhere, so the next change creates a new one.
    if (answer.refusal.error === 'not_found') this.#list = null
    return { refused: answer.refusal.msg ?? null }
  }
}
