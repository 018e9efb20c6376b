import { clientPackagesOf } from '#src/clients/kept-packages.ts'
import { changelogOf } from '#src/content/follow-changelog.ts'
import { ownTextsOf } from '#src/content/texts/kept-texts.ts'
import type { Locale } from '#src/contract/locale.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { brandOf } from '#src/platform/brand/brand.ts'
import { splitAnchor } from '../library/blocks.server.ts'
import { pathOfDocument } from '../library/doc-list.ts'
import { type DocumentFacts, expand } from '../library/expand.server.ts'
import { type Document, docsOf, findDocument, handbookOf } from '../library/library.server.ts'
import { plainText } from '../library/plain-text.ts'
import { type Field, type Ranking, rankingOf } from './ranking.ts'

/** The readers of a text: the customers of an installation, or the people who run it. */
export type Audience = 'customers' | 'operators'

/** A search target: the beginning of a page (`id` is empty), one of its sections, or a question of the FAQ. */
export type Section = { path: string; id: string; title: string; heading: string; text: string }

export type Index = { places: Map<string, Section>; keys: readonly string[]; ranking: Ranking }

type Kept = { madeFrom: readonly unknown[]; index: Index }
const indexes = new Map<string, Kept>()

/** The index of a language. It is built again after a change of the facts that `expand` writes into documents. */
export function docsIndex(locale: Locale, ctx: DocumentFacts, audience: Audience): Index {
  const madeFrom = [
    catalogueOf(ctx).edition,
    ownTextsOf(ctx),
    brandOf(ctx).version,
    changelogOf(ctx),
    clientPackagesOf(ctx),
  ]
  const known = indexes.get(`${locale} ${audience}`)
  if (known?.madeFrom.every((part, at) => part === madeFrom[at])) return known.index
  const index = indexOf(sectionsFor(locale, ctx, audience))
  indexes.set(`${locale} ${audience}`, { madeFrom, index })
  return index
}

/**
 * The key of a section. It is the same in all languages, so that a section found in one language can be shown in
 * another language.
 */
export function keyOf({ path, id }: Pick<Section, 'path' | 'id'>): string {
  return id ? `${path}#${id}` : path
}

/** Pages about a single tool or a former provider rank below pages about the subject itself. */
const special = /^(?:migrate\/|playground$|tradingview$)/
const specialShare = 0.6
/** The weight of a guide, which uses the words of many subjects. */
const guideShare = 0.1

/** A heading without an anchor belongs to the text around it. */
const sectionStart = /^(?=###? .*\{#)/m

type Entry = { section: Section; fields: Field[] }

function indexOf(entries: readonly Entry[]): Index {
  return {
    places: new Map(entries.map(({ section }) => [keyOf(section), section])),
    keys: entries.map(({ section }) => keyOf(section)),
    ranking: rankingOf(entries.map(({ fields }) => fields)),
  }
}

function sectionsFor(locale: Locale, ctx: DocumentFacts, audience: Audience): Entry[] {
  if (audience === 'operators') return handbookOf(locale).flatMap((document) => pageEntries(document, ctx, 'handbook'))
  const pages = docsOf(ctx, locale).flatMap((document) => pageEntries(document, ctx, 'docs'))
  const faq = findDocument(ctx, locale, 'page', 'faq')
  return faq ? [...pages, ...questionEntries(faq, ctx)] : pages
}

function pageEntries(document: Document, ctx: DocumentFacts, kind: 'docs' | 'handbook'): Entry[] {
  const { slug, title, description, keywords } = document
  const path = pathOfDocument(kind, slug)
  const share = slug.startsWith('guides/') ? guideShare : special.test(slug) ? specialShare : 1
  return expand(document, ctx)
    .split(sectionStart)
    .map((part): Entry => {
      const { id, heading, body } = readPart(part)
      const text = plainText(body)
      const start: Field[] = [
        { text: title, weight: 16 * share },
        { text: `${keywords} ${slug.replaceAll('/', ' ')}`, weight: 2 * share },
        { text: description, weight: 3 * share },
      ]
      const within: Field[] = [
        { text: heading, weight: 14 * share },
        { text: title, weight: 3 * share },
      ]
      return {
        section: { path, id, title, heading, text: id ? text : `${description} ${text}` },
        fields: [...(id ? within : start), { text, weight: 5 * share, long: true }],
      }
    })
}

function questionEntries(faq: Document, ctx: DocumentFacts): Entry[] {
  return expand(faq, ctx)
    .split(sectionStart)
    .filter((part) => part.startsWith('### '))
    .map((part) => {
      const { id, heading, body } = readPart(part)
      const text = plainText(body)
      return {
        section: { path: '/faq', id, title: faq.title, heading, text },
        fields: [
          { text: heading, weight: 8 },
          { text, weight: 4, long: true },
        ],
      }
    })
}

function readPart(part: string): { id: string; heading: string; body: string } {
  const [first = '', ...rest] = part.split('\n')
  const marks = /^###? /.exec(first)?.[0]
  if (!marks) return { id: '', heading: '', body: part }
  const { id, text } = splitAnchor(first.slice(marks.length))
  return { id, heading: text.replaceAll('`', ''), body: rest.join('\n') }
}
