import { type Locale, locales } from '#src/contract/locale.ts'
import { keepTogether } from '#src/locales/keep-together.ts'
import { docSlugs } from './doc-list.ts'
import { type FrontMatter, readFrontMatter } from './front-matter.ts'

/** One Markdown file of `content/`: its head, and its text with directives not yet filled. */
export type Document = FrontMatter & { kind: 'docs' | 'blog' | 'page'; slug: string; locale: Locale; body: string }

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

const library = new Map<string, Document>()

function shelf(): Map<string, Document> {
  if (library.size > 0) return library
  for (const [file, source] of Object.entries(files)) {
    const [, language, folder, rest] = /^\/content\/([^/]+)\/(?:(docs|blog)\/)?(.+)\.md$/.exec(file) ?? []
    const locale = locales.find((known) => known === language)
    if (!locale || !rest) continue
    const kind = folder === 'docs' || folder === 'blog' ? folder : 'page'
    const { front, body } = readFrontMatter(file, source)
    const description = keepTogether(front.description)
    library.set(`${locale}/${kind}/${rest}`, { ...front, description, kind, slug: rest, locale, body })
  }
  return library
}

export function findDocument(locale: Locale, kind: Document['kind'], slug: string): Document | null {
  return shelf().get(`${locale}/${kind}/${slug}`) ?? null
}

export function docsOf(locale: Locale): Document[] {
  return docSlugs.flatMap((slug) => findDocument(locale, 'docs', slug) ?? [])
}

export function articlesOf(locale: Locale): Document[] {
  return [...shelf().values()]
    .filter((document) => document.locale === locale && document.kind === 'blog')
    .sort((a, b) => (b.date ?? '').localeCompare(a.date ?? '') || a.slug.localeCompare(b.slug))
}

/** Every document of a language and kind, in no particular order: for tests and the sitemap. */
export function documentsOf(locale: Locale): Document[] {
  return [...shelf().values()].filter((document) => document.locale === locale)
}

const sampleOrder = ['sh', 'mjs', 'ts', 'py']

export function samplesNamed(name: string): Sample[] {
  return Object.entries(sampleFiles)
    .map(([file, text]) => {
      const [, base = '', extension = ''] = /\/([^/.]+)\.(\w+)$/.exec(file) ?? []
      return { name: base, extension, text: text.trimEnd() }
    })
    .filter((sample) => sample.name === name)
    .sort((a, b) => sampleOrder.indexOf(a.extension) - sampleOrder.indexOf(b.extension))
}
