import { type Ranking, scores } from './ranking.ts'
import { variantsOf } from './synonyms.ts'

/** The weight of an entry that matches a synonym, compared with an entry that matches the word itself. */
const otherWordShare = 0.75

/** The score of each entry that matches the question or one of its wordings with synonyms. */
export function answersOf(ranking: Ranking, question: string): Map<number, number> {
  const highest = new Map<number, number>()
  for (const [position, variant] of variantsOf(question).entries()) {
    const share = position === 0 ? 1 : otherWordShare
    for (const [entry, score] of scores(ranking, variant))
      highest.set(entry, Math.max(highest.get(entry) ?? 0, score * share))
  }
  return highest
}
