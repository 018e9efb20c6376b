import { stage } from './rank.ts'
import { Hits, none } from './texts/hits.ts'
import { wrongMax } from './texts/letter-index.ts'
import type { Vocabulary } from './texts/vocabulary.ts'

/** Common words that a name need not contain. */
const fillers = new Set(['THE', 'AND', 'OF', 'INC', 'CORP', 'CORPORATION', 'CO', 'COMPANY', 'LTD', 'LIMITED', 'PLC'])

/**
 * The maximum number of words of a query that count. Each word costs a scan over all words; a misspelled word costs
 * several scans.
 */
const wordsMax = 8
const misspelledMax = 2

type AddWord = (word: string, inWord: Hits, held: Hits | null) => void

export class WordSearch {
  readonly #vocabulary: Vocabulary
  /**
   * Two boards of `Hits`, used in turn: one has the names that match the words so far, the other receives the names
   * that match the next word, too.
   */
  readonly #boards: [Uint8Array, Uint8Array]

  constructor(vocabulary: Vocabulary, size: number) {
    this.#vocabulary = vocabulary
    this.#boards = [new Uint8Array(size).fill(none), new Uint8Array(size).fill(none)]
  }

  /**
   * Adds instruments whose name has every word. A short word must begin one of the name's words; a long word may be
   * inside a word.
   */
  add(words: readonly string[], hits: Hits): void {
    const significant = words.filter((word) => !fillers.has(word))
    const wanted = queryWords(significant.length > 0 ? significant : words)
    // Most queries with an unknown word end here, before any names are read.
    if (wanted.every((word) => this.#isKnown(word)))
      this.#addAll(wanted, hits, (word, inWord, held) => this.#addWord(word, inWord, held))
  }

  /** Like `add`, but treats one or two unknown words as misspelled. */
  addMisspelled(words: readonly string[], hits: Hits): void {
    const wanted = queryWords(words)
    const unknown = wanted.filter((word) => !this.#isKnown(word))
    if (unknown.length === 0 || unknown.length > misspelledMax || unknown.some((word) => word.length < 3)) return
    this.#addAll(wanted, hits, (word, inWord, held) => {
      if (!unknown.includes(word)) this.#addWord(word, inWord, held)
      else
        for (let wrong = 1; inWord.count === 0 && wrong <= wrongMax(word); wrong += 1)
          this.addNear(word, wrong, inWord, stage.inside, held)
    })
  }

  /** Positions of names whose first word is exactly this word. */
  *beginningWith(word: string): Generator<number> {
    const { from, to } = this.#vocabulary.words.equalTo(word)
    for (const posting of this.#vocabulary.postingsOf(from, to)) if ((posting & 1) === 1) yield posting >>> 1
  }

  /** Adds matches of words similar to this word. With `held`, adds only matches that are in `held`. */
  addNear(word: string, wrong: number, hits: Hits, grade: number, held: Hits | null = null): void {
    for (const index of this.#vocabulary.letters.near(word, wrong))
      for (const posting of this.#vocabulary.postingsOf(index))
        if (held === null || held.of(posting >>> 1) !== none) hits.add(posting >>> 1, grade)
  }

  #addAll(words: readonly string[], hits: Hits, addWord: AddWord): void {
    let [board, next] = this.#boards
    let held: Hits | null = null
    for (const word of words) {
      const inWord: Hits = new Hits(board)
      addWord(word, inWord, held)
      if (held !== null) for (const at of inWord) inWord.regrade(at, gradeOfBoth(held.of(at), inWord.of(at)))
      held?.clear()
      held = inWord
      if (held.count === 0) return
      ;[board, next] = [next, board]
    }
    if (held === null) return
    for (const at of held) hits.add(at, held.of(at))
    held.clear()
  }

  #addWord(word: string, inWord: Hits, held: Hits | null): void {
    const { words } = this.#vocabulary
    if (isShort(word)) {
      const { from, to } = words.beginning(word)
      this.#addPostings(this.#vocabulary.postingsOf(from, to), true, inWord, held)
    } else
      for (const { index, begins } of words.holding(word))
        this.#addPostings(this.#vocabulary.postingsOf(index), begins, inWord, held)
  }

  #addPostings(postings: Uint32Array, begins: boolean, inWord: Hits, held: Hits | null): void {
    const atStart = !begins ? stage.inside : held === null ? stage.nameStart : stage.wordStart
    const later = begins ? stage.wordStart : stage.inside
    for (let index = 0; index < postings.length; index += 1) {
      const posting = postings[index] ?? 0
      if (held === null || held.of(posting >>> 1) !== none)
        inWord.add(posting >>> 1, (posting & 1) === 1 ? atStart : later)
    }
  }

  #isKnown(word: string): boolean {
    const { words } = this.#vocabulary
    if (!isShort(word)) return words.holding(word).next().done === false
    const { from, to } = words.beginning(word)
    return to > from
  }
}

function queryWords(words: readonly string[]): string[] {
  return [...new Set(words)].slice(0, wordsMax)
}

function isShort(word: string): boolean {
  return word.length < 3 && !/\p{Script=Han}/u.test(word)
}

/**
 * The grade of a name after one more word: the worse of the grade so far and the grade of that word. If the name begins
 * with the first word, the next word counts one grade better.
 */
function gradeOfBoth(before: number, next: number): number {
  return Math.max(before, before === stage.nameStart ? next - 1 : next)
}
