import { isWhole, questionTerms, termsOf } from './terms.ts'

/**
 * A searchable text with its weight; a heading weighs more than a paragraph. `long`: each repetition of a term adds
 * less weight, and a term weighs less in a longer text.
 */
export type Field = { text: string; weight: number; long?: boolean }

/** `postings`: for each term, the entries that contain it, each with the term's weight in the entry. */
export type Ranking = { size: number; postings: Map<string, Map<number, number>>; terms: string[] }

/** The weight of a word that begins with a term which the reader is still typing. */
const prefixShare = 0.6
/** The weight of a match of the whole word, in addition to the match of its stem. */
const wholeShare = 0.4
const prefixLengthMin = 2
const prefixesMax = 40
/** An entry that contains a smaller share of the question's terms is not found. Rare terms count more. */
const coverageMin = 0.5

export function rankingOf(entries: readonly (readonly Field[])[]): Ranking {
  const postings = new Map<string, Map<number, number>>()
  for (const [entry, fields] of entries.entries()) for (const field of fields) note(postings, entry, field)
  return { size: entries.length, postings, terms: [...postings.keys()].sort() }
}

function note(postings: Ranking['postings'], entry: number, { text, weight, long }: Field) {
  const counts = new Map<string, number>()
  const terms = termsOf(text)
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  // In a long text, a term says less about the subject.
  const length = long ? 1 + terms.length / 250 : 1
  for (const [term, count] of counts) {
    const entries = postings.get(term) ?? new Map<number, number>()
    const saturated = long ? count / (count + length) : 1
    entries.set(entry, (entries.get(entry) ?? 0) + weight * saturated)
    postings.set(term, entries)
  }
}

/** The score of each entry that matches the question. */
export function scores(ranking: Ranking, question: string): Map<number, number> {
  const sought = questionTerms(question)
  const typed = sought.findLastIndex((term) => !isWhole(term))
  const found = new Map<number, { score: number; covered: number }>()
  let asked = 0
  for (const [position, term] of sought.entries()) {
    const having = entriesWith(ranking, term, position === typed)
    const rarity = Math.log(1 + ranking.size / (having.size || 1))
    const needed = isWhole(term) ? 0 : rarity
    const share = isWhole(term) ? wholeShare : 1
    asked += needed
    for (const [entry, weight] of having) {
      const { score, covered } = found.get(entry) ?? { score: 0, covered: 0 }
      found.set(entry, { score: score + rarity * weight * share, covered: covered + needed })
    }
  }
  return new Map(
    [...found].flatMap(([entry, { score, covered }]): [number, number][] => {
      const coverage = covered / asked
      return coverage < coverageMin ? [] : [[entry, score * coverage * coverage]]
    }),
  )
}

/**
 * The entries with a term. If no entry has the term and the reader is still typing it, the entries with a longer word
 * that begins with the term.
 */
function entriesWith({ postings, terms }: Ranking, term: string, isTyped: boolean): ReadonlyMap<number, number> {
  const exact = postings.get(term)
  if (exact || !isTyped) return exact ?? new Map()
  const having = new Map<number, number>()
  for (const longer of beginningWith(terms, term))
    for (const [entry, weight] of postings.get(longer) ?? [])
      having.set(entry, Math.max(having.get(entry) ?? 0, weight * prefixShare))
  return having
}

function beginningWith(terms: readonly string[], beginning: string): string[] {
  if (beginning.length < prefixLengthMin) return []
  let [low, high] = [0, terms.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((terms[middle] ?? '') < beginning) low = middle + 1
    else high = middle
  }
  const longer: string[] = []
  for (let at = low; longer.length < prefixesMax && terms[at]?.startsWith(beginning); at++) longer.push(terms[at] ?? '')
  return longer
}
