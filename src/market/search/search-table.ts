import type { AssetClass } from '#src/contract/market.ts'
import { lookupOf } from '../symbol.ts'
import { editDistance } from './edit-distance.ts'
import { bitCount, JoinedTexts, lettersOf } from './joined-texts.ts'
import { smallest } from './smallest.ts'
import { Vocabulary, wordsOf } from './vocabulary.ts'

/** What search knows of an instrument. */
export type Searched = {
  id: number
  class: AssetClass
  region: string
  code: string
  lookup: string
  names: readonly string[]
  home: boolean
  liquidity: number
}

export type Market = { class: AssetClass; region: string }

/** Which markets a search may show. */
export type Scope = (market: Market) => boolean

export type Hits = { ids: number[]; total: number }

/** Better places first. A code's middle is looked at only where little else was found. */
const stage = { code: 0, codePrefix: 1, nameStart: 2, wordStart: 3, inside: 4 } as const
const none = 255
const fewHits = 30

/**
 * Instruments in memory, sorted by lookup, about 60 bytes each and their words. A query finds codes by bisection and words by
 * one scan over the vocabulary; what was found is ranked by one number each: stage, home listing, liquidity, length, code.
 */
export class SearchTable {
  readonly #ids: Int32Array
  readonly #markets: readonly Market[]
  readonly #market: Uint16Array
  readonly #rank: Float64Array
  readonly #lookups: JoinedTexts
  readonly #lookupLetters: Int32Array
  readonly #vocabulary: Vocabulary
  readonly #byLiquidity: Uint32Array
  readonly #found: Uint8Array
  readonly #inWord: Uint8Array

  constructor(list: SearchList) {
    const { ids, lookups, markets, market, ranks, browse, vocabulary } = list
    this.#ids = Int32Array.from(ids)
    this.#markets = markets
    this.#market = Uint16Array.from(market)
    this.#rank = Float64Array.from(ranks)
    this.#lookups = new JoinedTexts(lookups)
    this.#lookupLetters = Int32Array.from(lookups, lettersOf)
    this.#vocabulary = vocabulary
    this.#byLiquidity = Uint32Array.from(Float64Array.from(browse).sort(), (rank) => rank % positions)
    vocabulary.close()
    this.#found = new Uint8Array(ids.length).fill(none)
    this.#inWord = new Uint8Array(ids.length).fill(none)
  }

  get size(): number {
    return this.#ids.length
  }

  find(text: string, scope: Scope, page: number, size: number): Hits {
    const isShown = this.#shown(scope)
    if (text === '') return this.#browse(isShown, page, size)
    const hits = this.#ranked(text, isShown)
    return this.#page(hits.length > 0 ? hits : this.#misspelled(text, isShown), page, size)
  }

  /** Instruments whose code or name is near a text that nobody has. */
  near(text: string, scope: Scope, size: number): Hits {
    const isShown = this.#shown(scope)
    const hits = text.length < 2 ? new Float64Array(0) : this.#ranked(text, isShown)
    return this.#page(hits.length > 0 ? hits : this.#misspelled(text, isShown, 3), 1, size)
  }

  #shown(scope: Scope): Uint8Array {
    return Uint8Array.from(this.#markets, (market) => (scope(market) ? 1 : 0))
  }

  #browse(isShown: Uint8Array, page: number, size: number): Hits {
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

  /** The place of each instrument that fits: smaller is better. */
  #ranked(text: string, isShown: Uint8Array): Float64Array {
    const hits = new Hit(this.#found)
    const lookup = lookupOf(text)
    if (lookup !== '') {
      for (let at = this.#lookups.lowerBound(lookup); at < this.size; at += 1) {
        const known = this.#lookups.at(at)
        if (!known.startsWith(lookup)) break
        hits.add(at, known === lookup ? stage.code : stage.codePrefix)
      }
    }
    const words = wordsOf(text)
    this.#addWords(words, hits)
    let ranks = this.#ranksOf(hits, isShown)
    if (ranks.length < fewHits && words.length === 1 && lookup.length >= 3) {
      for (const { index } of this.#lookups.holding(lookup, false)) hits.add(index, stage.inside)
      ranks = this.#ranksOf(hits, isShown)
    }
    hits.clear()
    return ranks
  }

  /** Instruments whose name has every word; a short word must begin one, a longer one may stand inside. */
  #addWords(words: readonly string[], hits: Hit): void {
    let held: Map<number, number> | null = null
    for (const [order, word] of words.entries()) {
      const inWord = new Hit(this.#inWord)
      const isLong = word.length >= 3 || /\p{Script=Han}/u.test(word)
      for (const { index, begins } of this.#vocabulary.words.holding(word, !isLong)) {
        for (const place of this.#vocabulary.placesOf(index)) {
          const isStart = order === 0 && (place & 1) === 1
          inWord.add(place >>> 1, begins ? (isStart ? stage.nameStart : stage.wordStart) : stage.inside)
        }
      }
      if (words.length === 1) {
        for (const at of inWord) hits.add(at, inWord.of(at))
      } else {
        const next = new Map<number, number>()
        for (const at of inWord) {
          const before: number | undefined = held === null ? stage.nameStart : held.get(at)
          if (before === undefined) continue
          const worst = Math.max(before, order > 0 && before === stage.nameStart ? inWord.of(at) - 1 : inWord.of(at))
          next.set(at, Math.max(stage.nameStart, worst))
        }
        held = next
      }
      inWord.clear()
    }
    for (const [at, grade] of held ?? []) hits.add(at, grade)
  }

  #ranksOf(hits: Hit, isShown: Uint8Array): Float64Array {
    const ranks = new Float64Array(hits.count)
    let count = 0
    for (const at of hits) {
      if (isShown[this.#market[at] ?? 0] === 0) continue
      ranks[count] = hits.of(at) * stages + (this.#rank[at] ?? 0)
      count += 1
    }
    return ranks.subarray(0, count)
  }

  /** The nearest first: one letter wrong, then two, then three, as far as the text's length allows. */
  #misspelled(text: string, isShown: Uint8Array, lengthMin = 4): Float64Array {
    if (text.length < lengthMin) return new Float64Array(0)
    const most = text.length <= 4 ? 1 : text.length <= 8 ? 2 : 3
    for (let wrong = 1; wrong <= most; wrong += 1) {
      const hits = new Hit(this.#found)
      const { words, letters } = this.#vocabulary
      for (const index of nearTexts(words, letters, text, wrong))
        for (const place of this.#vocabulary.placesOf(index)) hits.add(place >>> 1, 0)
      for (const at of nearTexts(this.#lookups, this.#lookupLetters, text, wrong)) hits.add(at, 0)
      const ranks = this.#ranksOf(hits, isShown)
      hits.clear()
      if (ranks.length > 0) return ranks
    }
    return new Float64Array(0)
  }

  #page(ranks: Float64Array, page: number, size: number): Hits {
    const best = smallest(ranks, page * size)
    const ids = Array.from(best.subarray((page - 1) * size), (rank) => this.#ids[rank % positions] ?? 0)
    return { ids, total: ranks.length }
  }
}

/** A rank is one number: stage, home, liquidity, length of the code, position (which is the order of codes). */
const positions = 2 ** 23
const stages = 2 ** 15 * positions

function rankOf(home: boolean, liquidity: number, codeLength: number): number {
  const unknown = none - Math.min(none, Math.max(0, liquidity))
  return ((home ? 0 : 1) * 256 + unknown) * 64 + Math.min(63, codeLength)
}

function* nearTexts(texts: JoinedTexts, letters: Int32Array, text: string, wrong: number): Generator<number> {
  const wanted = lettersOf(text)
  for (let index = 0; index < letters.length; index += 1) {
    if (bitCount(wanted ^ (letters[index] ?? 0)) > 2 * wrong) continue
    if (Math.abs(texts.lengthOf(index) - text.length) > wrong) continue
    if (editDistance(text, texts.at(index)) <= wrong) yield index
  }
}

/** Instruments on their way into a table, in the order of their lookups (by code units). */
export class SearchList {
  readonly ids: number[] = []
  readonly lookups: string[] = []
  readonly markets: Market[] = []
  readonly market: number[] = []
  readonly ranks: number[] = []
  readonly browse: number[] = []
  readonly vocabulary = new Vocabulary()
  readonly #known = new Map<string, number>()

  add({ id, class: assetClass, region, code, lookup, names, home, liquidity }: Searched): void {
    const at = this.ids.push(id) - 1
    if (at >= positions) throw new Error(`more than ${positions} instruments cannot be searched`)
    const name = `${assetClass} ${region}`
    const market = this.#known.get(name) ?? this.markets.push({ class: assetClass, region }) - 1
    this.#known.set(name, market)
    this.lookups.push(lookup)
    this.market.push(market)
    this.ranks.push(rankOf(home, liquidity, code.length) * positions + at)
    this.browse.push((none - liquidity) * positions + at)
    for (const one of names) this.vocabulary.add(at, one)
  }
}

/** Positions that were found and the best grade of each, on a board that is lent and given back clean. */
class Hit {
  readonly #board: Uint8Array
  readonly #touched: number[] = []

  constructor(board: Uint8Array) {
    this.#board = board
  }

  get count(): number {
    return this.#touched.length
  }

  add(at: number, grade: number): void {
    const before = this.#board[at] ?? none
    if (before === none) this.#touched.push(at)
    if (grade < before) this.#board[at] = grade
  }

  of(at: number): number {
    return this.#board[at] ?? none
  }

  [Symbol.iterator](): Iterator<number> {
    return this.#touched[Symbol.iterator]()
  }

  clear(): void {
    for (const at of this.#touched) this.#board[at] = none
  }
}
