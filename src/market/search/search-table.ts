import { lookupOf } from '../instruments/symbol.ts'
import { isLiquid, positions, stage, stages } from './rank.ts'
import { codeReadings, isIsinStart, type Narrowed, narrowed } from './reading.ts'
import type { Market, SearchList } from './search-list.ts'
import { aliasKey } from './texts/fold.ts'
import { Hits, none } from './texts/hits.ts'
import { JoinedTexts } from './texts/joined-texts.ts'
import { LetterIndex, wrongMax } from './texts/letter-index.ts'
import { smallest } from './texts/smallest.ts'
import { wordsOf } from './texts/vocabulary.ts'
import { WordSearch } from './word-search.ts'

/** Whether a search may show a market. */
export type Scope = (market: Market) => boolean

export type Found = { ids: number[]; total: number }

/** Matches inside codes are searched only if there are fewer hits than this number. */
const fewHits = 30
/** A word with fewer letters than this number is more likely a code than a name. */
const nameLengthMin = 4

/**
 * Instruments in memory, sorted by lookup, about 60 bytes each plus their words. Codes and ISINs are found by
 * bisection, words by one scan over the vocabulary. The rank of a hit is one number, see `rank.ts`.
 */
export class SearchTable {
  readonly #ids: Int32Array
  readonly #markets: readonly Market[]
  readonly #market: Uint16Array
  readonly #rank: Float64Array
  readonly #lookups: JoinedTexts
  readonly #lookupLetters: LetterIndex
  readonly #words: WordSearch
  readonly #aliases: SearchList['aliases']
  readonly #isins: ReturnType<SearchList['isins']>
  readonly #byLiquidity: Uint32Array
  readonly #found: Uint8Array
  readonly #narrow: Uint8Array

  constructor(list: SearchList) {
    const { ids, lookups, markets, market, ranks, browse, vocabulary } = list
    this.#ids = Int32Array.from(ids)
    this.#markets = markets
    this.#market = Uint16Array.from(market)
    this.#rank = Float64Array.from(ranks)
    this.#lookups = new JoinedTexts(lookups)
    this.#lookupLetters = new LetterIndex(this.#lookups)
    vocabulary.close()
    this.#words = new WordSearch(vocabulary, ids.length)
    this.#aliases = list.aliases
    this.#isins = list.isins()
    this.#byLiquidity = Uint32Array.from(Float64Array.from(browse).sort(), (rank) => rank % positions)
    this.#found = new Uint8Array(ids.length).fill(none)
    this.#narrow = new Uint8Array(ids.length).fill(none)
  }

  get size(): number {
    return this.#ids.length
  }

  /** `text` must be folded, see `fold.ts`. */
  find(text: string, scope: Scope, page: number, size: number): Found {
    const isShown = this.#shown(scope)
    if (text === '') return this.#browse(isShown, page, size)
    const ranks = this.#ranked(text, isShown)
    return this.#page(ranks.length > 0 ? ranks : this.#misspelled(text, isShown), page, size)
  }

  /** Instruments whose code or name is similar to an unknown text. */
  near(text: string, scope: Scope, size: number): Found {
    const isShown = this.#shown(scope)
    const ranks = text.length < 2 ? new Float64Array(0) : this.#ranked(text, isShown)
    return this.#page(ranks.length > 0 ? ranks : this.#misspelled(text, isShown, 3), 1, size)
  }

  #shown(scope: Scope): Uint8Array {
    return Uint8Array.from(this.#markets, (market) => (scope(market) ? 1 : 0))
  }

  #browse(isShown: Uint8Array, page: number, size: number): Found {
    const ids: number[] = []
    let total = 0
    for (let order = 0; order < this.size; order += 1) {
      const at = this.#byLiquidity[order] ?? 0
      if (isShown[this.#market[at] ?? 0] === 0) continue
      if (total >= (page - 1) * size && ids.length < size) ids.push(this.#ids[at] ?? 0)
      total += 1
    }
    return { ids, total }
  }

  /** The rank of each matching instrument. A smaller rank is better. */
  #ranked(text: string, isShown: Uint8Array): Float64Array {
    const hits = new Hits(this.#found)
    this.#addCodes(text, null, hits)
    const words = wordsOf(text)
    this.#words.add(words, hits)
    if (words.length === 1 && text.length >= nameLengthMin) this.#raiseNames(text, hits)
    const wish = narrowed(text)
    if (wish) this.#addNarrowed(wish, hits)
    let ranks = this.#ranksOf(hits, isShown)
    const lookup = lookupOf(text)
    if (ranks.length < fewHits && words.length === 1 && lookup.length >= 3) {
      for (const at of this.#lookupLetters.holding(lookup)) hits.add(at, stage.inside)
      ranks = this.#ranksOf(hits, isShown)
    }
    if (ranks.length < fewHits && ranks.every((rank) => rank >= stage.inside * stages) && ranks.length > 0) {
      this.#addNear(text, 1, hits, stage.inside)
      ranks = this.#ranksOf(hits, isShown)
    }
    hits.clear()
    return ranks
  }

  /** Liquid names that begin with the word rank like codes: `PFIZER` finds India's code and Pfizer (US). */
  #raiseNames(word: string, hits: Hits): void {
    for (const at of this.#words.beginningWith(word)) if (isLiquid(this.#rank[at] ?? 0)) hits.add(at, stage.code)
  }

  #addNear(text: string, wrong: number, hits: Hits, grade: number): void {
    this.#words.addNear(text, wrong, hits, grade)
    for (const at of this.#lookupLetters.near(text, wrong)) hits.add(at, grade)
  }

  #addCodes(text: string, region: string | null, hits: Hits): void {
    const key = aliasKey(text)
    for (const { at, order } of this.#aliases.get(key) ?? []) hits.add(at, order === 0 ? stage.alias : stage.code)
    const lookup = lookupOf(text)
    if (lookup !== '') this.#addCodesFrom(lookup, hits)
    for (const { lookup: exact, region: exactRegion, classes } of codeReadings(text, region)) {
      const { from, to } = this.#lookups.equalTo(exact)
      for (let at = from; at < to; at += 1) {
        const market = this.#markets[this.#market[at] ?? 0]
        if (!market || (exactRegion !== null && market.region !== exactRegion)) continue
        if (classes === null || classes.includes(market.class)) hits.add(at, stage.code)
      }
    }
    if (isIsinStart(text)) this.#addIsins(text, hits)
  }

  #addCodesFrom(lookup: string, hits: Hits): void {
    const { from, to } = this.#lookups.beginning(lookup)
    for (let at = from; at < to; at += 1)
      hits.add(at, this.#lookups.lengthOf(at) === lookup.length ? stage.code : stage.codePrefix)
  }

  #addIsins(text: string, hits: Hits): void {
    const { texts, at } = this.#isins
    const { from, to } = texts.beginning(text)
    for (let index = from; index < to; index += 1)
      hits.add(at[index] ?? 0, texts.lengthOf(index) === text.length ? stage.code : stage.codePrefix)
  }

  /** Adds matches of the shortened text, in the class and market that the removed parts of the text name. */
  #addNarrowed(wish: Narrowed, hits: Hits): void {
    const inside = new Hits(this.#narrow)
    this.#addCodes(wish.text, wish.region, inside)
    this.#words.add(wordsOf(wish.text), inside)
    const fits = this.#shown(
      (market) =>
        (wish.class === null || market.class === wish.class) && (wish.region === null || market.region === wish.region),
    )
    for (const at of inside) if (fits[this.#market[at] ?? 0] === 1) hits.add(at, inside.of(at))
    inside.clear()
  }

  #ranksOf(hits: Hits, isShown: Uint8Array): Float64Array {
    const ranks = new Float64Array(hits.count)
    let count = 0
    for (const at of hits) {
      if (isShown[this.#market[at] ?? 0] === 0) continue
      ranks[count] = hits.of(at) * stages + (this.#rank[at] ?? 0)
      count += 1
    }
    return ranks.subarray(0, count)
  }

  /**
   * Matches with one wrong letter. If there are none, matches with two, then three wrong letters, if the text is long
   * enough.
   */
  #misspelled(text: string, isShown: Uint8Array, lengthMin = 4): Float64Array {
    if (text.length < lengthMin) return new Float64Array(0)
    const words = wordsOf(text)
    for (let wrong = 1; wrong <= wrongMax(text); wrong += 1) {
      const hits = new Hits(this.#found)
      this.#addNear(text, wrong, hits, 0)
      if (wrong === 1 && words.length > 1) this.#words.addMisspelled(words, hits)
      const ranks = this.#ranksOf(hits, isShown)
      hits.clear()
      if (ranks.length > 0) return ranks
    }
    return new Float64Array(0)
  }

  #page(ranks: Float64Array, page: number, size: number): Found {
    const best = smallest(ranks, page * size)
    const ids = Array.from(best.subarray((page - 1) * size), (rank) => this.#ids[rank % positions] ?? 0)
    return { ids, total: ranks.length }
  }
}
