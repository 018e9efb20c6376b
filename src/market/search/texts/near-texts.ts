import { editDistance } from '#src/platform/edit-distance.ts'
import { bitCount, type JoinedTexts, lettersOf } from './joined-texts.ts'

/** The texts that differ from `text` by at most `wrong` letters. */
export function* nearTexts(texts: JoinedTexts, letters: Int32Array, text: string, wrong: number): Generator<number> {
  if (text.length - wrong > texts.longest) return
  const wanted = lettersOf(text)
  for (let index = 0; index < letters.length; index += 1) {
    if (Math.abs(texts.lengthOf(index) - text.length) > wrong) continue
    const present = letters[index] ?? 0
    if (bitCount(wanted & ~present) > wrong || bitCount(present & ~wanted) > wrong) continue
    if (editDistance(text, texts.at(index), wrong) <= wrong) yield index
  }
}

/** Wrong letters allowed in a text of this length. */
export function wrongMax(text: string): number {
  return text.length <= 4 ? 1 : text.length <= 8 ? 2 : 3
}
