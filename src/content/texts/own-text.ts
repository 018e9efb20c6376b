import { type Locale, locales } from '#src/contract/locale.ts'
import { docSlugs } from '#src/contract/operator/content/doc-pages.ts'
import type { WordPage } from '#src/contract/operator/content/word-pages.ts'
import type { TextFault } from '#src/contract/values/own-text.ts'
import { type FrontMatter, splitFrontMatter } from './front-matter.ts'
import { isWordPage, type OwnWords, readWords, standardWords } from './page-words.ts'

/**
 * An operator's text. It replaces a text of the product, or is an additional article. With the kind `words`, `slug`
 * names a page, and title, description and keywords may be empty. Only `faq`, `docs` and `words` may have no date.
 */
export type OwnText = FrontMatter & { slug: string; locale: Locale; body: string } & (
    | { kind: 'page' | 'blog' | 'docs' }
    | { kind: 'words'; words: OwnWords }
  )

/** A Markdown file of the folder. `text` is null when the file has faults; the site then does not use it. */
export type OwnFile = {
  path: string
  /** Time of the last change, ms. */
  changedAt: number
  source: string
  text: OwnText | null
  faults: readonly TextFault[]
}

/** The directives allowed in an operator's text; the site replaces each by its value. */
export const ownDirectives = [
  'brand',
  'apiUrl',
  'streamUrl',
  'streamHost',
  'siteUrl',
  'supportEmail',
  'networks',
  'operator',
  'address',
  'jurisdiction',
  'errors',
  'plans',
  'indicators',
  'settings',
  'personalData',
  'cookies',
  'browserStorage',
  'clickMonths',
  'poweredBy',
] as const

/** More directives for the documentation, most with an argument. The samples are in `content/samples`. */
export const docDirectives: readonly string[] = [
  ...['changelog', 'securityEmail', 'streamUrl', 'streamHost', 'formulas own', 'formulas price'],
  ...['install', 'versions', 'mcp', 'name', 'go-module', 'go-folder', 'go-version'].map((what) => `client ${what}`),
  ...['account', 'stock', 'forex', 'indices', 'crypto', 'future', 'fund', 'market', 'symbol'].map(
    (group) => `routes ${group}`,
  ),
  ...[
    ...['adjust', 'adjust-by-hand', 'bars', 'batch', 'bearer', 'closed-bars', 'csv', 'failed', 'from-alpha-vantage'],
    ...['from-itick', 'from-massive', 'from-twelve-data', 'info', 'limits', 'pace', 'quote', 'range', 'refused'],
    ...['resume', 'socket', 'stream', 'symbols', 'webhook'],
  ].map((sample) => `sample ${sample}`),
]

const required = ['title', 'description', 'keywords'] as const
const noValues: ReadonlyMap<string, string> = new Map()

/** Checks a file; `path` is relative to the folder, with slashes. */
export async function readOwnText(path: string, bytes: Uint8Array, changedAt: number): Promise<OwnFile> {
  const identity = identityOf(path)
  const source = decode(bytes)
  const file = { path, changedAt, source: source ?? '' }
  const refused = (...faults: TextFault[]): OwnFile => ({ ...file, text: null, faults })
  if (!identity) return refused({ name: 'unknown_place', at: path })
  if (source === null) return refused({ name: 'not_utf8', at: '' })
  const split = splitFrontMatter(source) ?? (identity.kind === 'words' ? { values: noValues, body: source } : null)
  if (!split) return refused({ name: 'no_head', at: '' })
  const { values, body } = split
  const value = (key: string) => values.get(key) ?? ''
  const front = { title: value('title'), description: value('description'), keywords: value('keywords') }
  if (identity.kind === 'words') {
    const { page, ...named } = identity
    const { words, faults } = readWords(page, body, await standardWords(page, identity.locale))
    if (faults.length > 0) return refused(...faults)
    return { ...file, text: { ...front, date: null, ...named, body, words }, faults: [] }
  }
  const isUndated = identity.kind === 'docs' || identity.slug === 'faq'
  const known = identity.kind === 'docs' ? [...ownDirectives, ...docDirectives] : ownDirectives
  const faults = [...headFaults(values, isUndated), ...directiveFaults(body, known)]
  if (faults.length > 0) return refused(...faults)
  return { ...file, text: { ...front, date: values.get('date') ?? null, ...identity, body }, faults: [] }
}

type Identity = { slug: string; locale: Locale } & (
  | { kind: 'page' | 'blog' | 'docs' }
  | { kind: 'words'; page: WordPage }
)

/** The kind, slug and language of the text with this path; null for any other path. */
export function identityOf(path: string): Identity | null {
  const [, language, page, folder, name = ''] =
    /^([\w-]+)\/(?:(privacy|terms|faq)|(blog|words|docs)\/([a-z0-9][a-z0-9/-]{0,99}))\.md$/.exec(path) ?? []
  const locale = locales.find((known) => known === language)
  if (!locale) return null
  if (page !== undefined) return { kind: 'page', slug: page, locale }
  if (folder === 'docs') return docSlugs.includes(name) ? { kind: 'docs', slug: name, locale } : null
  if (folder === 'blog') return name.includes('/') ? null : { kind: 'blog', slug: name, locale }
  return isWordPage(name) ? { kind: 'words', page: name, slug: name, locale } : null
}

/** Null when the bytes are not UTF-8. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n')
  } catch {
    return null
  }
}

function headFaults(values: ReadonlyMap<string, string>, isUndated: boolean): TextFault[] {
  const keys = isUndated ? required : [...required, 'date']
  const missing = keys.filter((key) => !values.get(key)).map((at) => ({ name: 'missing', at }) as const)
  const date = values.get('date')
  return date && !isDay(date) ? [...missing, { name: 'bad_date', at: date }] : missing
}

export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/**
 * Any text between double braces counts as a directive, so a misspelt directive is a fault and never appears on a page.
 */
function directiveFaults(body: string, allowed: readonly string[]): TextFault[] {
  const written = [...body.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name)
  const unknown = written.filter((name) => !allowed.includes(name))
  return [...new Set(unknown)].map((name) => ({ name: 'unknown_directive', at: `{{${name}}}` }))
}
