import { Hits, none } from './hits.ts'
import { nearTexts, wrongMax } from './near-texts.ts'
import { stage } from './rank.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A word that says little: a name need not have it. */
const fillers = new Set(['THE', 'AND', 'OF', 'INC', 'CORP', 'CORPORATION', 'CO', 'COMPANY', 'LTD', 'LIMITED', 'PLC'])

/** Finds instruments by the words of their names. */
export class WordSearch {
  readonly #vocabulary: Vocabulary
  readonly #board: Uint8Array

  constructor(vocabulary: Vocabulary, size: number) {
    this.#vocabulary = vocabulary
    this.#board = new Uint8Array(size).fill(none)
  }

  /** Adds instruments whose name has every word; a short word must begin one, a longer one may stand inside. */
  add(words: readonly string[], hits: Hits): void {
    const telling = words.filter((word) => !fillers.has(word))
    this.#addAll(telling.length > 0 ? telling : words, hits, (word, inWord, isFirst) =>
      this.#addWord(word, inWord, isFirst),
    )
  }

  /** The same, where words that no name has may be misspelled. */
  addMisspelled(words: readonly string[], hits: Hits): void {
    this.#addAll(words, hits, (word, inWord, isFirst) => {
      this.#addWord(word, inWord, isFirst)
      for (let wrong = 1; inWord.count === 0 && word.length >= 3 && wrong <= wrongMax(word); wrong += 1)
        this.addNear(word, wrong, inWord, stage.inside)
    })
  }

  /** Positions whose name begins with exactly this word. */
  *beginningWith(word: string): Generator<number> {
    for (const { index } of this.#vocabulary.words.holding(word, true)) {
      if (this.#vocabulary.words.lengthOf(index) !== word.length) continue
      for (const place of this.#vocabulary.placesOf(index)) if ((place & 1) === 1) yield place >>> 1
    }
  }

  addNear(word: string, wrong: number, hits: Hits, grade: number): void {
    const { words, letters } = this.#vocabulary
    for (const index of nearTexts(words, letters, word, wrong))
      for (const place of this.#vocabulary.placesOf(index)) hits.add(place >>> 1, grade)
  }

  #addAll(words: readonly string[], hits: Hits, addWord: (word: string, to: Hits, isFirst: boolean) => void): void {
    let held: Map<number, number> | null = null
    for (const [order, word] of words.entries()) {
      const inWord = new Hits(this.#board)
      addWord(word, inWord, order === 0)
      if (words.length === 1) for (const at of inWord) hits.add(at, inWord.of(at))
      else held = both(held, inWord)
      inWord.clear()
    }
    for (const [at, grade] of held ?? []) hits.add(at, grade)
  }

  #addWord(word: string, inWord: Hits, isFirst: boolean): void {
    const isLong = word.length >= 3 || /\p{Script=Han}/u.test(word)
    for (const { index, begins } of this.#vocabulary.words.holding(word, !isLong)) {
      for (const place of this.#vocabulary.placesOf(index)) {
        const isStart = isFirst && (place & 1) === 1
        inWord.add(place >>> 1, begins ? (isStart ? stage.nameStart : stage.wordStart) : stage.inside)
      }
    }
  }
}

/** What has the words so far and this one too. A name that begins with the first word stays before the others. */
function both(held: Map<number, number> | null, inWord: Hits): Map<number, number> {
  const next = new Map<number, number>()
  for (const at of inWord) {
    const before = held === null ? stage.nameStart : held.get(at)
    if (before === undefined) continue
    const isLater = held !== null && before === stage.nameStart
    next.set(at, Math.max(before, isLater ? inWord.of(at) - 1 : inWord.of(at)))
  }
  return next
}
