import { callRoute } from '../../../browser/call-route.ts'

export const watchedMax = 100

/** `refused`: why it could not be kept, in the reader's language; null where the answer says nothing. */
export type Kept = { symbols: readonly string[] } | { refused: string | null }

/**
 * The first watchlist of the account. Changes are sent one after the other, each with the whole list, so that the last one counts.
 * The account has none until something is kept.
 */
export class AccountWatchlist {
  readonly #name: string
  #list: { id: string; name: string } | null = null
  #before: Promise<unknown> = Promise.resolve()

  constructor(name: string) {
    this.#name = name
  }

  /** What the account has, with the symbols of this browser behind them. Null: neither has any. */
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
    // Removed elsewhere: the next change begins a new one.
    if (answer.refusal.error === 'not_found') this.#list = null
    return { refused: answer.refusal.msg ?? null }
  }
}
