import { type Locale, locales } from '#src/contract/locale.ts'
import type { OwnTextList, TextFile } from '#src/contract/operator/content/content.ts'
import { findDocument } from '../../content/library/library.server.ts'

/** A language's text. `own` and `faulty`: the operator's file; `none`: the page does not exist in the language. */
export type TextState = 'edited' | 'own' | 'faulty' | 'product' | 'none'
export type TextRow = {
  /** The path of the page below its language, such as `/terms`. */
  address: string
  kind: 'page' | 'blog'
  /** The title in the reader's language; otherwise in a language that has one. */
  title: string
  languages: { locale: Locale; state: TextState; path: string }[]
}
export type Texts = { folder: string | null; isReadable: boolean; rows: TextRow[]; faulty: TextFile[] }

const pages = ['terms', 'privacy', 'faq']

export function textsOf(
  { folder, files, edited }: OwnTextList,
  ctx: Parameters<typeof findDocument>[0],
  reader: Locale,
): Texts {
  const byPath = new Map((files ?? []).map((file) => [file.path, file]))
  const shown = new Set(edited.filter(({ isShown }) => isShown).map(({ path }) => path))
  const own = [...byPath.keys(), ...edited.map(({ path }) => path)].flatMap(
    (path) => /^[\w-]+\/blog\/([a-z0-9-]+)\.md$/.exec(path)?.[1] ?? [],
  )
  const articles = [...new Set(own)]
  const row = (kind: 'page' | 'blog', slug: string): TextRow => {
    const name = kind === 'page' ? slug : `blog/${slug}`
    const titles = [reader, ...locales].flatMap((locale) => findDocument(ctx, locale, kind, slug)?.title ?? [])
    const languages = locales.map((locale) => {
      const path = `${locale}/${name}.md`
      const file = byPath.get(path)
      const isShown = findDocument(ctx, locale, kind, slug) !== null
      if (shown.has(path)) return { locale, state: 'edited' as const, path }
      const state: TextState = file ? (file.faults.length > 0 ? 'faulty' : 'own') : isShown ? 'product' : 'none'
      return { locale, state, path }
    })
    return { address: `/${name}`, kind, title: titles[0] ?? slug, languages }
  }
  return {
    folder,
    isReadable: files !== null,
    rows: [...pages.map((slug) => row('page', slug)), ...articles.map((slug) => row('blog', slug))],
    faulty: (files ?? []).filter(({ faults }) => faults.length > 0),
  }
}
