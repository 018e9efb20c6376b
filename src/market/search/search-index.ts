import { LRUCache } from 'lru-cache'
import type { AssetClass } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { instrumentsById, instrumentsChannel } from '../instruments/instruments.ts'
import { SearchList } from './search-list.ts'
import { searchedInstruments } from './search-store.ts'
import { type Scope, SearchTable } from './search-table.ts'
import { fold } from './texts/fold.ts'

export type SearchQuery = {
  /** The text as typed. Case, surrounding spaces and separators do not matter. */
  text: string
  scope: Scope
  /** Page number, from 1. */
  page: number
  size: number
}

export type SearchPage = { content: Instrument[]; totalElements: number }

/**
 * A changed list with at most this many instruments is reloaded before the next search, a longer list in the
 * background.
 */
const shortList = 20_000
const quietMs = 1_000
const shownMax = 20_000
/** The number of results that are read at once for a search with a condition, and at most. */
const pageSize = 500
const readMax = 10_000

/**
 * Search in memory. Order of results: alias, exact code or ISIN, code prefix, name prefix, then words and parts of
 * words; within each group, home and liquid listings come first. A text without results is searched again as a
 * misspelling. The list is loaded in the background after the start, and again when any process has changed instruments
 * or aliases. Searches use the old list until the new list is loaded.
 */
export class SearchIndex implements AsyncDisposable {
  readonly #ctx: Platform
  readonly #stack = new AsyncDisposableStack()
  readonly #stop = new AbortController()
  #table: SearchTable | null = null
  #shown = nothingShown()
  #isStale = true
  #loading: Promise<SearchTable> | null = null

  private constructor(ctx: Platform) {
    this.#ctx = ctx
  }

  static async open(ctx: Platform): Promise<SearchIndex> {
    const index = new SearchIndex(ctx)
    const spoil = () => {
      index.#isStale = true
      index.#shown = nothingShown()
    }
    index.#stack.use(await ctx.postgres.listen(instrumentsChannel, spoil, spoil))
    // Loading starts immediately, so that searches seldom wait for it. A failure is ignored here: a search that needs
    // the list loads it again, and throws if that load fails.
    index.#current().catch(() => undefined)
    return index
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    await this.#stack.disposeAsync()
    await this.#loading?.catch(() => undefined)
  }

  async search(query: SearchQuery): Promise<SearchPage> {
    const table = await this.#current()
    const { ids, total } = table.find(fold(query.text), query.scope, query.page, query.size)
    return { content: await this.#instruments(ids), totalElements: total }
  }

  /** The first results that pass `isWanted`, of the best `readMax` results. */
  async searchWanted(
    { text, scope, size }: Omit<SearchQuery, 'page'>,
    isWanted: (instrument: Instrument) => boolean,
  ): Promise<Instrument[]> {
    const found: Instrument[] = []
    for (let read = 0; found.length < size && read < readMax; read += pageSize) {
      const page = await this.search({ text, scope, page: read / pageSize + 1, size: pageSize })
      found.push(...page.content.filter(isWanted))
      if (read + pageSize >= page.totalElements) break
    }
    return found.slice(0, size)
  }

  /** Codes that are similar to an unknown code, for `suggestions` of the refusal `unknown_symbol`. */
  async suggest(assetClass: AssetClass, text: string, size: number): Promise<string[]> {
    const table = await this.#current()
    const { ids } = table.near(fold(text).slice(0, 32), (market) => market.class === assetClass, size)
    const near = await this.#instruments(ids)
    return [...new Set(near.map(({ code }) => code))]
  }

  async #instruments(ids: readonly number[]): Promise<Instrument[]> {
    const shown = this.#shown
    const known = new Map(ids.map((id) => [id, shown.get(id)]))
    const unknown = ids.filter((id) => known.get(id) === undefined)
    for (const instrument of await instrumentsById(this.#ctx, unknown)) {
      known.set(instrument.id, instrument)
      shown.set(instrument.id, instrument)
    }
    return ids.flatMap((id) => known.get(id) ?? [])
  }

  async #current(): Promise<SearchTable> {
    if (this.#isStale && !this.#loading) {
      this.#loading = this.#load()
      // If the search uses the old list, nothing awaits this load, so this handler prevents an unhandled rejection.
      this.#loading.catch(() => undefined)
    }
    if (this.#table && (this.#loading === null || this.#table.size > shortList)) return this.#table
    return this.#loading ?? this.#load()
  }

  async #load(): Promise<SearchTable> {
    try {
      // An import sends notifications in bursts. A long list is reloaded only after the burst.
      while (this.#isStale) {
        this.#isStale = false
        if (this.#table && this.#table.size > shortList) await this.#ctx.clock.sleep(quietMs, this.#stop.signal)
      }
      this.#table = new SearchTable(await readAll(this.#ctx))
      return this.#table
    } catch (error) {
      this.#isStale = true
      throw error
    } finally {
      this.#loading = null
    }
  }
}

const nothingShown = () => new LRUCache<number, Instrument>({ max: shownMax })

async function readAll(ctx: Platform): Promise<SearchList> {
  return ctx.postgres.transaction(async (tx) => {
    const list = new SearchList()
    for await (const instruments of searchedInstruments(tx)) for (const one of instruments) list.add(one)
    return list
  })
}
