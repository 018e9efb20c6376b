import { editDistance } from '#src/platform/text/edit-distance.ts'
import type { JoinedTexts } from './joined-texts.ts'

/** Many short texts, indexed by length and letters. Most texts that do not match are skipped without being read. */
export class LetterIndex {
  readonly #texts: JoinedTexts
  /** The texts' indexes, shortest text first. */
  readonly #byLength: Uint32Array
  /** The first index in `#byLength` for each length. */
  readonly #firstOf: Uint32Array
  /** `lettersOf` for each text, in the order of `#byLength`. */
  readonly #letters: Int32Array

  constructor(texts: JoinedTexts) {
    const { count, longest } = texts
    this.#texts = texts
    this.#firstOf = new Uint32Array(longest + 2)
    for (let index = 0; index < count; index += 1) bump(this.#firstOf, texts.lengthOf(index) + 1)
    for (let length = 1; length < this.#firstOf.length; length += 1)
      bump(this.#firstOf, length, this.#firstOf[length - 1])
    this.#byLength = new Uint32Array(count)
    this.#letters = new Int32Array(count)
    const next = this.#firstOf.slice()
    for (let index = 0; index < count; index += 1) {
      const length = texts.lengthOf(index)
      const at = next[length] ?? 0
      this.#byLength[at] = index
      this.#letters[at] = lettersOf(texts.at(index))
      bump(next, length)
    }
  }

  *holding(substring: string): Generator<number> {
    const wanted = lettersOf(substring)
    for (let at = this.#firstOf[substring.length] ?? this.#letters.length; at < this.#letters.length; at += 1) {
      if ((wanted & ~(this.#letters[at] ?? 0)) !== 0) continue
      const index = this.#byLength[at] ?? 0
      if (this.#texts.at(index).includes(substring)) yield index
    }
  }

  /** The indexes of texts that differ from `text` by at most `wrong` letters. */
  *near(text: string, wrong: number): Generator<number> {
    const { longest } = this.#texts
    const from = this.#firstOf[Math.max(0, text.length - wrong)] ?? this.#letters.length
    const to = this.#firstOf[Math.min(longest, text.length + wrong) + 1] ?? 0
    const wanted = lettersOf(text)
    for (let at = from; at < to; at += 1) {
      const present = this.#letters[at] ?? 0
      if (bitCount(wanted & ~present) > wrong || bitCount(present & ~wanted) > wrong) continue
      const index = this.#byLength[at] ?? 0
      if (editDistance(text, this.#texts.at(index), wrong) <= wrong) yield index
    }
  }
}

function bump(counts: Uint32Array, at: number, by = 1): void {
  counts[at] = (counts[at] ?? 0) + by
}

/** A bit set of the letters of a text. Each bit that only one of two texts has is a difference between the texts. */
function lettersOf(text: string): number {
  let bits = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const bit = code >= 65 && code <= 90 ? code - 65 : code >= 48 && code <= 57 ? 26 + (code % 5) : 31
    bits |= 1 << bit
  }
  return bits
}

function bitCount(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x55555555)
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333)
  return (((left + (left >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

export function wrongMax(text: string): number {
  return text.length <= 4 ? 1 : text.length <= 8 ? 2 : 3
}
