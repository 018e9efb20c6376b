import compile from 'icu-minify/compile'
import type { Locale } from '#src/contract/locale.ts'
import { type HomeSection, homeSections, type WordPage, wordPages } from '#src/contract/operator/content/word-pages.ts'
import { isRecord } from '#src/contract/record.ts'
import type { TextFault } from '#src/contract/values/own-text.ts'
import { keepTogether } from '#src/locales/keep-together.ts'
import { wordsOf } from '#src/locales/load-words.ts'

/** A text of a page in the operator's words. `compiled`: in the form that the site's bundle reads. */
export type OwnWord = { text: string; compiled: unknown }
export type OwnWords = { texts: ReadonlyMap<string, OwnWord>; sections: readonly HomeSection[] | null }

/** The key of the line that lists the home page's sections in order. */
export const sectionsKey = 'sections'

/** Matches the key of a question that the operator adds to the home page, under a name of the operator's choice. */
const ownQuestion = /^questions\.items\.([a-z][a-zA-Z0-9]{0,30})\.(q|a)$/

type Tree = { [key: string]: string | Tree }

export function isWordPage(name: string): name is WordPage {
  return wordPages.some((page) => page === name)
}

/** The standard texts of a page in one language by key, without its head (`meta`). */
export async function standardWords(page: WordPage, locale: Locale): Promise<ReadonlyMap<string, string>> {
  return new Map(flat(await wordsOf<Tree>(locale, page), ''))
}

export async function standardHead(page: WordPage, locale: Locale): Promise<Record<string, string>> {
  const { meta } = await wordsOf<Tree>(locale, page)
  return isRecord(meta) ? (meta as Record<string, string>) : {}
}

function flat(tree: Tree, above: string): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]): [string, string][] => {
    if (above === '' && name === 'meta') return []
    return typeof value === 'string' ? [[above + name, value]] : flat(value, `${above}${name}.`)
  })
}

/**
 * Reads lines of the form `hero.title: A text`. Empty lines and lines that begin with `#` are skipped. A text may use
 * only the values and marks of its standard text.
 */
export function readWords(
  page: WordPage,
  body: string,
  standard: ReadonlyMap<string, string>,
): { words: OwnWords; faults: TextFault[] } {
  const texts = new Map<string, OwnWord>()
  const faults: TextFault[] = []
  let sections: readonly HomeSection[] | null = null
  for (const line of body.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const colon = line.indexOf(':')
    const [key, text] = [line.slice(0, Math.max(0, colon)).trim(), line.slice(colon + 1).replace(/^ /, '')]
    const usual = standard.get(key) ?? ownQuestionText(page, key)
    if (page === 'home' && key === sectionsKey) {
      const named = text.split(/[\s,]+/).filter(Boolean)
      const unknown = named.filter((name) => !homeSections.some((one) => one === name))
      faults.push(...unknown.map((at) => ({ name: 'unknown_section', at }) as const))
      if (new Set(named).size < named.length) faults.push({ name: 'bad_text', at: key })
      sections = homeSections.filter((name) => named.includes(name)).sort((a, b) => named.indexOf(a) - named.indexOf(b))
    } else if (usual === undefined) faults.push({ name: 'unknown_text', at: key || line.slice(0, 60) })
    else {
      const compiled = compiledText(text, usual)
      if (compiled === null) faults.push({ name: 'bad_text', at: key })
      else texts.set(key, { text, compiled })
    }
  }
  faults.push(...halfQuestions(texts, standard))
  return { words: { texts, sections }, faults }
}

/**
 * A text with the values that an operator's question may use. Undefined if the key is not the key of such a question.
 */
function ownQuestionText(page: WordPage, key: string): string | undefined {
  return page === 'home' && ownQuestion.test(key) ? '{networks}' : undefined
}

/** The operator's questions without an answer, and answers without a question. */
function halfQuestions(texts: ReadonlyMap<string, OwnWord>, standard: ReadonlyMap<string, string>): TextFault[] {
  return [...texts.keys()].flatMap((key) => {
    const [, name = '', part] = ownQuestion.exec(key) ?? []
    const other = `questions.items.${name}.${part === 'q' ? 'a' : 'q'}`
    return part && !texts.has(other) && !standard.has(other) ? [{ name: 'missing', at: other } as const] : []
  })
}

/** Compiles a text. Null if it is empty, cannot be parsed, or has a value or mark that the standard text lacks. */
function compiledText(text: string, usual: string): unknown {
  if (text.trim() === '') return null
  try {
    const compiled = compile(keepTogether(text))
    const known = namesIn(compile(usual))
    return [...namesIn(compiled)].every((name) => known.has(name)) ? compiled : null
  } catch {
    return null
  }
}

/**
 * The names of the values and marks in a compiled text. Each is an array `[name, …]`, which may contain compiled texts.
 */
function namesIn(compiled: unknown, names = new Set<string>()): Set<string> {
  if (!Array.isArray(compiled)) return names
  for (const piece of compiled) {
    if (!Array.isArray(piece)) continue
    const [name, ...rest] = piece
    if (typeof name === 'string') names.add(name)
    for (const inner of rest) {
      if (Array.isArray(inner)) namesIn([inner], names)
      else if (isRecord(inner)) for (const branch of Object.values(inner)) namesIn(branch, names)
    }
  }
  return names
}

/** The lines of a page: for each key the operator's text, else the standard text. */
export function wordsText(
  page: WordPage,
  standard: ReadonlyMap<string, string>,
  own: OwnWords = { texts: new Map(), sections: null },
): string {
  const more = [...own.texts].filter(([key]) => !standard.has(key)).map(([key, { text }]) => [key, text] as const)
  const lines = [...standard, ...more].map(([key, text]) => `${key}: ${own.texts.get(key)?.text ?? text}`)
  if (page === 'home') lines.unshift(`${sectionsKey}: ${(own.sections ?? homeSections).join(', ')}`)
  return `${lines.join('\n')}\n`
}

/** Only the lines that differ from the standard texts. The next release can then change the other texts. */
export function changedLines(body: string, standard: ReadonlyMap<string, string>): string {
  const same = new Set([...standard].map(([key, text]) => `${key}: ${text}`))
  same.add(`${sectionsKey}: ${homeSections.join(', ')}`)
  return body
    .split('\n')
    .filter((line) => !same.has(line))
    .join('\n')
}
