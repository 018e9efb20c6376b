import { identityOf } from '#src/content/texts/own-text.ts'
import { type Locale, locales } from '#src/contract/locale.ts'
import type { OwnTextList, TextFile } from '#src/contract/operator/content/content.ts'
import { docSlugs } from '#src/contract/operator/content/doc-pages.ts'
import { type WordPage, wordPages } from '#src/contract/operator/content/word-pages.ts'
import { findDocument } from '../../content/library/library.server.ts'

/**
 * The origin of a language's text: `edited` in the console, the operator's file (`own`, or `faulty` if it has faults),
 * or the product. `none`: the page does not exist in the language.
 */
export type TextState = 'edited' | 'own' | 'faulty' | 'product' | 'none'
export type TextRow = {
  /** The path of the page below its language, such as `/terms`. */
  address: string
  /** The path of the file below its language, without its ending, such as `blog/our-news`. */
  name: string
  /** The title in the reader's language; otherwise in a language that has a title. Null for the words of a page. */
  title: string | null
  page: WordPage | null
  languages: { locale: Locale; state: TextState; path: string }[]
}
export type Texts = {
  folder: string | null
  isReadable: boolean
  documents: TextRow[]
  docs: TextRow[]
  pages: TextRow[]
  faulty: TextFile[]
  untranslated: OwnTextList['untranslated']
}

const documents = ['terms', 'privacy', 'faq']

export function textsOf(
  { folder, files, edited, untranslated }: OwnTextList,
  ctx: Parameters<typeof findDocument>[0],
  reader: Locale,
): Texts {
  const byPath = new Map((files ?? []).map((file) => [file.path, file]))
  const shown = new Set(edited.filter(({ isShown }) => isShown).map(({ path }) => path))
  const own = [...byPath.keys(), ...edited.map(({ path }) => path)].flatMap(
    (path) => /^[\w-]+\/blog\/([a-z0-9-]+)\.md$/.exec(path)?.[1] ?? [],
  )
  const languagesOf = (name: string, isThere: (locale: Locale) => boolean) =>
    locales.map((locale) => {
      const path = `${locale}/${name}.md`
      const file = byPath.get(path)
      if (shown.has(path)) return { locale, state: 'edited' as const, path }
      const ours: TextState = isThere(locale) ? 'product' : 'none'
      return { locale, state: file ? (file.faults.length > 0 ? ('faulty' as const) : ('own' as const)) : ours, path }
    })
  const document = (kind: 'page' | 'blog' | 'docs', slug: string): TextRow => {
    const name = kind === 'page' ? slug : `${kind}/${slug}`
    const titles = [reader, ...locales].flatMap((locale) => findDocument(ctx, locale, kind, slug)?.title ?? [])
    const languages = languagesOf(name, (locale) => findDocument(ctx, locale, kind, slug) !== null)
    return { address: `/${name}`, name, page: null, title: titles[0] ?? slug, languages }
  }
  return {
    folder,
    isReadable: files !== null,
    documents: [
      ...documents.map((slug) => document('page', slug)),
      ...[...new Set(own)].map((slug) => document('blog', slug)),
    ],
    docs: docSlugs.map((slug) => document('docs', slug)),
    pages: wordPages.map((page) => ({
      ...{ address: addressOf(page), name: `words/${page}`, title: null, page },
      languages: languagesOf(`words/${page}`, () => true),
    })),
    faulty: (files ?? []).filter(({ faults }) => faults.length > 0),
    untranslated,
  }
}

/** The address of a page that shows these words. */
export function addressOf(page: WordPage): string {
  const elsewhere: Partial<Record<WordPage, string>> = {
    home: '/',
    frame: '/',
    products: '/products/stocks',
    notfound: '/404',
  }
  return elsewhere[page] ?? `/${page}`
}

export type About = { locale: Locale; slug: string; address: string } & (
  | { kind: 'page' | 'blog' | 'docs' }
  | { kind: 'words'; page: WordPage }
)

/** The text at a path such as `en-US/blog/our-news.md`; null if no text can have this path. */
export function textAt(path: string): About | null {
  const found = identityOf(path)
  if (!found) return null
  if (found.kind === 'words') return { ...found, address: addressOf(found.page) }
  return { ...found, address: found.kind === 'page' ? `/${found.slug}` : `/${found.kind}/${found.slug}` }
}
