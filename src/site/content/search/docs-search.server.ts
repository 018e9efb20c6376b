import { LRUCache } from 'lru-cache'
import { type Locale, locales } from '#src/contract/locale.ts'
import type { DocumentFacts } from '../library/expand.server.ts'
import { answersOf } from './answers.ts'
import { type Audience, docsIndex, type Index, type Section } from './docs-index.server.ts'

/** `path`: the page without its language; `id`: the section of the page, empty for the beginning of the page. */
export type Found = Omit<Section, 'text'> & { before: string; hit: string; after: string }

const resultsMax = 30
const queryMax = 100
const answersMax = 200
const excerptBefore = 50
const excerptAfter = 110
/** The weight of a hit in another language than the reader's. */
const otherLanguageShare = 0.7
/** Results below this share of the best score are left out. */
const worthShowing = 0.12

/**
 * Recent results by the index of the reader's language. A change of what the indexes are made from replaces the indexes
 * of all languages, so the results are dropped.
 */
const answers = new WeakMap<Index, LRUCache<string, readonly Found[]>>()

/**
 * The sections that answer the question, best first. All languages are searched; results are in the reader's language.
 */
export function searchDocs(
  locale: Locale,
  ctx: DocumentFacts,
  query: string,
  audience: Audience = 'customers',
): readonly Found[] {
  const question = query.slice(0, queryMax)
  const index = docsIndex(locale, ctx, audience)
  const known = answers.get(index) ?? new LRUCache({ max: answersMax })
  answers.set(index, known)
  const found = known.get(question) ?? search(locale, ctx, question, audience)
  known.set(question, found)
  return found
}

function search(locale: Locale, ctx: DocumentFacts, question: string, audience: Audience): Found[] {
  const { places } = docsIndex(locale, ctx, audience)
  const ranked = [...best(locale, ctx, question, audience)]
    .filter(([key]) => places.has(key))
    .sort(([, a], [, b]) => b - a)
    .filter(onceForAllClasses())
  const least = (ranked[0]?.[1] ?? 0) * worthShowing
  const words = question.toLowerCase().split(/\s+/).filter(Boolean)
  return ranked
    .filter(([, score]) => score >= least)
    .slice(0, resultsMax)
    .flatMap(([key]) => {
      const section = places.get(key)
      return section ? [excerpt(section, words)] : []
    })
}

/** Returns a filter. A call is on the pages of several classes, and the filter keeps only the best hit of the call. */
function onceForAllClasses() {
  const calls = new Set<string>()
  return ([key]: [string, number]) => {
    const call = /^\/docs\/rest\/\w+(#.+)$/.exec(key)?.[1]
    if (!call) return true
    const isFirst = !calls.has(call)
    calls.add(call)
    return isFirst
  }
}

/** The highest score of each section over all languages. */
function best(locale: Locale, ctx: DocumentFacts, question: string, audience: Audience) {
  const highest = new Map<string, number>()
  for (const language of locales) {
    const share = language === locale ? 1 : otherLanguageShare
    const { keys, ranking } = docsIndex(language, ctx, audience)
    for (const [entry, score] of answersOf(ranking, question)) {
      const key = keys[entry] ?? ''
      highest.set(key, Math.max(highest.get(key) ?? 0, score * share))
    }
  }
  return highest
}

/** Matches the fragment of a Latin word that was cut at the edge of an excerpt. */
const cutWordBefore = /^[!-~]+ /
const cutWordAfter = /\s*[!-~]*$/

function excerpt({ text, ...section }: Section, words: readonly string[]): Found {
  const lower = text.toLowerCase()
  const word = words.find((candidate) => candidate.length > 1 && lower.includes(candidate)) ?? ''
  const at = word ? lower.indexOf(word) : 0
  const start = Math.max(0, at - excerptBefore)
  const end = at + word.length
  const before = text.slice(start, at)
  const after = text.slice(end, end + excerptAfter)
  return {
    ...section,
    before: start > 0 ? `…${before.replace(cutWordBefore, '')}` : before,
    hit: text.slice(at, end),
    after: end + excerptAfter < text.length ? `${after.replace(cutWordAfter, '')}…` : after,
  }
}
