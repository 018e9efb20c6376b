import { type FrontMatter, readFrontMatter } from '#src/content/texts/front-matter.ts'
import { ownTextsOf } from '#src/content/texts/kept-texts.ts'
import { type Locale, locales } from '#src/contract/locale.ts'
import { docSlugs } from '#src/contract/operator/content/doc-pages.ts'
import { keepTogether } from '#src/locales/keep-together.ts'
import type { Platform } from '#src/platform/platform.ts'
import { handbookSlugs } from './doc-list.ts'

/** One Markdown file of `content/`: its front matter and its text, whose directives are not yet expanded. */
export type Document = FrontMatter & {
  kind: 'docs' | 'handbook' | 'blog' | 'page'
  slug: string
  locale: Locale
  body: string
}

const files: Record<string, string> = import.meta.glob('/content/*/**/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const sampleFiles: Record<string, string> = import.meta.glob('/content/samples/*', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** A sample in one language: `bars.mjs` → name `bars`, extension `mjs`. */
export type Sample = { name: string; extension: string; text: string }

const folders = ['docs', 'handbook'] as const

const library = new Map<string, Document>()

function shelf(): Map<string, Document> {
  if (library.size > 0) return library
  for (const [file, source] of Object.entries(files)) {
    const [, language, folder, rest] = /^\/content\/([^/]+)\/(?:(docs|handbook)\/)?(.+)\.md$/.exec(file) ?? []
    const locale = locales.find((known) => known === language)
    if (!locale || !rest) continue
    const kind = folders.find((known) => known === folder) ?? 'page'
    const { front, body } = readFrontMatter(file, source)
    const description = keepTogether(front.description)
    library.set(`${locale}/${kind}/${rest}`, { ...front, description, kind, slug: rest, locale, body })
  }
  return library
}

type Holder = Pick<Platform, 'kept'>

/** The operator's own text, or the product's text if the operator has none. */
export function findDocument(ctx: Holder, locale: Locale, kind: Document['kind'], slug: string): Document | null {
  const name = `${locale}/${kind}/${slug}`
  return ownDocument(ctx, name) ?? shelf().get(name) ?? null
}

function ownDocument(ctx: Holder, name: string): Document | null {
  const own = ownTextsOf(ctx).get(name)
  return own && own.kind !== 'words' ? { ...own, description: keepTogether(own.description) } : null
}

export function docsOf(ctx: Holder, locale: Locale): Document[] {
  return docSlugs.flatMap((slug) => findDocument(ctx, locale, 'docs', slug) ?? [])
}

export function handbookOf(locale: Locale): Document[] {
  return handbookSlugs.flatMap((slug) => shelf().get(`${locale}/handbook/${slug}`) ?? [])
}

/** The operator's articles in a language, newest first. */
export function articlesOf(ctx: Holder, locale: Locale): Document[] {
  const slugs = new Set(ownArticleSlugs(ctx))
  return [...slugs]
    .flatMap((slug) => findDocument(ctx, locale, 'blog', slug) ?? [])
    .sort((a, b) => (b.date ?? '').localeCompare(a.date ?? '') || a.slug.localeCompare(b.slug))
}

export function ownArticleSlugs(ctx: Holder): string[] {
  return [...ownTextsOf(ctx).values()].filter(({ kind }) => kind === 'blog').map(({ slug }) => slug)
}

export function documentsOf(locale: Locale): Document[] {
  return [...shelf().values()].filter((document) => document.locale === locale)
}

const sampleOrder = ['sh', 'mjs', 'py', 'go']

export function samplesNamed(name: string): Sample[] {
  return Object.entries(sampleFiles)
    .map(([file, text]) => {
      const [, base = '', extension = ''] = /\/([^/.]+)\.(\w+)$/.exec(file) ?? []
      return { name: base, extension, text: text.trimEnd() }
    })
    .filter((sample) => sample.name === name)
    .sort((a, b) => sampleOrder.indexOf(a.extension) - sampleOrder.indexOf(b.extension))
}
