import { ownTextsOf } from '#src/content/texts/kept-texts.ts'
import type { OwnWords } from '#src/content/texts/page-words.ts'
import type { Locale } from '#src/contract/locale.ts'
import { type HomeSection, homeSections, type WordPage, wordPages } from '#src/contract/operator/content/word-pages.ts'
import { allWords } from '#src/locales/all-words.ts'
import type { Messages, Namespace } from '#src/locales/messages.ts'
import { type Catalogue, catalogueOf } from '#src/plans/catalogue.ts'
import type { Platform } from '#src/platform/platform.ts'

type Holder = Pick<Platform, 'kept'>

/** The texts of pages: the operator's text where it exists, otherwise the product's text. */
export function wordsOf<N extends Namespace>(ctx: Holder, locale: Locale, namespaces: readonly N[]): Pick<Messages, N> {
  const words = siteWords(ctx, locale)
  return Object.fromEntries(namespaces.map((name) => [name, words[name]])) as unknown as Pick<Messages, N>
}

/** Texts that an operator cannot replace. */
export function standardWords<N extends Exclude<Namespace, WordPage>>(
  locale: Locale,
  namespaces: readonly N[],
): Pick<Messages, N> {
  const words = allWords[locale]
  return Object.fromEntries(namespaces.map((name) => [name, words[name]])) as unknown as Pick<Messages, N>
}

type Merged = { tierNames: Catalogue['tierNames']; words: Map<Locale, Messages> }
const merged = new WeakMap<object, Merged>()

/** All texts of a language with the operator's texts and names of tiers. They are merged again only after a change. */
export function siteWords(ctx: Holder, locale: Locale): Messages {
  const own = ownTextsOf(ctx)
  const { tierNames } = catalogueOf(ctx)
  const before = merged.get(own)
  const kept = before?.tierNames === tierNames ? before : { tierNames, words: new Map<Locale, Messages>() }
  merged.set(own, kept)
  const known = kept.words.get(locale)
  if (known) return known
  const replaced = wordPages.flatMap((page) => {
    const text = own.get(`${locale}/words/${page}`)
    return text?.kind === 'words' ? [[page, replace(allWords[locale][page], text.words, headOf(text))] as const] : []
  })
  const standard = allWords[locale]
  const tiers = Object.entries(tierNames).flatMap(([tier, names]) => (names[locale] ? [[tier, names[locale]]] : []))
  const plans = { ...standard.plans, tiers: { ...standard.plans.tiers, ...Object.fromEntries(tiers) } }
  const isStandard = replaced.length === 0 && tiers.length === 0
  const words = isStandard ? standard : { ...standard, plans, ...Object.fromEntries(replaced) }
  kept.words.set(locale, words)
  return words
}

/** The sections of the home page that the operator shows, in the operator's order. */
export function homeSectionsOf(ctx: Holder, locale: Locale): readonly HomeSection[] {
  const home = ownTextsOf(ctx).get(`${locale}/words/home`)
  return (home?.kind === 'words' && home.words.sections) || homeSections
}

type Tree = { [key: string]: unknown }

function headOf({ title, description, keywords }: { title: string; description: string; keywords: string }): Tree {
  return Object.fromEntries(Object.entries({ title, description, keywords }).filter(([, text]) => text !== ''))
}

function replace(words: object, { texts }: OwnWords, head: Tree): object {
  const own: Tree = structuredClone(words) as Tree
  if (Object.keys(head).length > 0 && own.meta !== undefined) own.meta = { ...(own.meta as Tree), ...head }
  for (const [key, { text, compiled }] of texts) {
    const names = key.split('.')
    const last = names.pop() ?? ''
    const at = names.reduce<Tree>((tree, name) => {
      tree[name] ??= {}
      return tree[name] as Tree
    }, own)
    at[last] = areCompiled ? compiled : text
  }
  return own
}

/**
 * Texts with values are compiled in the site's bundle (`vite.config.ts`). Outside the bundle they are plain strings.
 */
const areCompiled = typeof allWords['en-US'].pricing.lead !== 'string'

/** Keeps only the named texts (`pricing`, `pricing.title`), for pages whose scripts use few of their texts. */
export function scriptedWords<W extends object>(words: W, names: readonly string[]): W {
  const kept: Tree = {}
  for (const name of names) {
    const keys = name.split('.')
    let [from, to] = [words as Tree, kept]
    for (const [depth, key] of keys.entries()) {
      const found = Object.hasOwn(from, key) ? from[key] : undefined
      if (found === undefined) throw new Error(`The page has no words ${name}.`)
      if (depth === keys.length - 1 || typeof found === 'string') to[key] = found
      else {
        const below = (to[key] ?? {}) as Tree
        to[key] = below
        ;[from, to] = [found as Tree, below]
      }
    }
  }
  return kept as W
}
