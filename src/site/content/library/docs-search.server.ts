import type { Locale } from '#src/contract/locale.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { splitAnchor } from './blocks.server.ts'
import { type DocumentFacts, expand } from './expand.server.ts'
import { docsOf } from './library.server.ts'
import { plainText } from './plain-text.ts'

/** A search target in the documentation: the beginning of a page, or one of its sections. */
type Section = { slug: string; id: string; title: string; heading: string; text: string }
export type Found = {
  slug: string
  id: string
  title: string
  heading: string
  before: string
  hit: string
  after: string
}

const resultsMax = 30
const termsMax = 6
const excerptBefore = 50
const excerptAfter = 110

/** `edition`: number of the plan catalogue's edition from which the indexed texts were made. */
const indexes = new Map<Locale, { edition: number; sections: Section[] }>()

/** Sections with every word of the query, best match first. Substrings match, so Chinese needs no word breaker. */
export function searchDocs(locale: Locale, ctx: DocumentFacts, query: string): Found[] {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, termsMax)
  if (terms.length === 0) return []
  return sections(locale, ctx)
    .map((section) => ({ place: section, score: scoreOf(section, terms) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, resultsMax)
    .map(({ place: section }) => excerpt(section, terms))
}

function sections(locale: Locale, ctx: DocumentFacts): Section[] {
  const { edition } = catalogueOf(ctx)
  const known = indexes.get(locale)
  if (known?.edition === edition) return known.sections
  const made = docsOf(locale).flatMap((document) =>
    expand(document, ctx)
      .split(/^(?=## )/m)
      .map((section) => {
        const [first = '', ...rest] = section.split('\n')
        const { id, text } = first.startsWith('## ') ? splitAnchor(first.slice(3)) : { id: '', text: '' }
        const body = id ? rest.join('\n') : section
        return { slug: document.slug, id, title: document.title, heading: text, text: plainText(body) }
      }),
  )
  indexes.set(locale, { edition, sections: made })
  return made
}

function scoreOf({ title, heading, text }: Section, terms: readonly string[]): number {
  const titleText = title.toLowerCase()
  const headingText = heading.toLowerCase()
  const bodyText = text.toLowerCase()
  let score = 0
  for (const term of terms) {
    const hits =
      (titleText.includes(term) ? (heading ? 2 : 6) : 0) +
      (headingText.includes(term) ? 5 : 0) +
      Math.min(3, bodyText.split(term).length - 1)
    if (hits === 0) return 0
    score += hits
  }
  return score
}

/** Matches the fragment of a Latin word that was cut at the edge of an excerpt. */
const cutWordBefore = /^[!-~]+ /
const cutWordAfter = /\s*[!-~]*$/

function excerpt({ text, ...section }: Section, terms: readonly string[]): Found {
  const lower = text.toLowerCase()
  const term = terms.find((candidate) => lower.includes(candidate)) ?? ''
  const at = term ? lower.indexOf(term) : 0
  const start = Math.max(0, at - excerptBefore)
  const end = at + term.length
  const before = text.slice(start, at)
  const after = text.slice(end, end + excerptAfter)
  return {
    ...section,
    before: start > 0 ? `…${before.replace(cutWordBefore, '')}` : before,
    hit: text.slice(at, end),
    after: end + excerptAfter < text.length ? `${after.replace(cutWordAfter, '')}…` : after,
  }
}
