import { fold } from './fold.ts'
import { JoinedTexts } from './joined-texts.ts'
import { LetterIndex } from './letter-index.ts'
import { pinyinOf } from './pinyin.ts'

const wordSplit = /[^\p{L}\p{N}]+/u
const joint = /['’&/-]/
const joints = /(?<=[\p{L}\p{N}])\s?['’&/-]\s?(?=[\p{L}\p{N}])/gu

export function wordsOf(text: string): string[] {
  return text.split(wordSplit).filter((word) => word !== '')
}

/**
 * The words of a name. `Coca-Cola`, `McDonald's`, `AT&T` and `美元/日元` have the joined spellings that people type, too.
 * Chinese names have their pinyin and its initials.
 */
function* spellingsOf(name: string): Generator<{ word: string; isFirst: boolean }> {
  const folded = fold(name)
  let isFirst = true
  for (const word of wordsOf(folded)) {
    yield { word, isFirst }
    isFirst = false
  }
  for (const word of pinyinOf(folded)) yield { word, isFirst: true }
  if (!joint.test(folded)) return
  const joined = wordsOf(folded.replaceAll(joints, ''))
  for (const [at, word] of joined.entries()) yield { word, isFirst: at === 0 }
}

/**
 * The words of all names, sorted, with the positions of the names. The vocabulary is first filled, then closed and
 * read.
 */
export class Vocabulary {
  words = new JoinedTexts([])
  letters = new LetterIndex(this.words)
  readonly #indexes = new Map<string, number>()
  #pairs: number[] = []
  #firstPosting = new Uint32Array(1)
  #postings = new Uint32Array(0)

  add(at: number, name: string): void {
    for (const { word, isFirst } of spellingsOf(name)) {
      const index = this.#indexes.get(word) ?? this.#indexes.size
      if (index === this.#indexes.size) this.#indexes.set(word, index)
      this.#pairs.push(index, at * 2 + (isFirst ? 1 : 0))
    }
  }

  close(): void {
    const words = [...this.#indexes.keys()].sort()
    const sorted = new Uint32Array(words.length)
    for (const [index, word] of words.entries()) sorted[this.#indexes.get(word) ?? 0] = index
    const next = new Uint32Array(words.length + 1)
    for (let pair = 0; pair < this.#pairs.length; pair += 2) bump(next, (sorted[this.#pairs[pair] ?? 0] ?? 0) + 1, 1)
    for (let index = 1; index < next.length; index += 1) bump(next, index, next[index - 1] ?? 0)
    this.#firstPosting = next.slice()
    this.#postings = new Uint32Array(this.#pairs.length / 2)
    for (let pair = 0; pair < this.#pairs.length; pair += 2) {
      const index = sorted[this.#pairs[pair] ?? 0] ?? 0
      this.#postings[next[index] ?? 0] = this.#pairs[pair + 1] ?? 0
      bump(next, index, 1)
    }
    this.words = new JoinedTexts(words)
    this.letters = new LetterIndex(this.words)
    this.#pairs = []
    this.#indexes.clear()
  }

  /** The postings of a range of words. A posting is twice a name's position, plus 1 if it begins with the word. */
  postingsOf(from: number, to = from + 1): Uint32Array {
    return this.#postings.subarray(this.#firstPosting[from], this.#firstPosting[to])
  }
}

function bump(counts: Uint32Array, index: number, by: number): void {
  counts[index] = (counts[index] ?? 0) + by
}
