import { type Locale, locales } from '#src/contract/locale.ts'
import type { TextFault } from '#src/contract/values/own-text.ts'
import { type FrontMatter, splitFrontMatter } from './front-matter.ts'

/** A text of the operator that replaces one of the product or joins its articles. Only `faq` may have no date. */
export type OwnText = FrontMatter & { kind: 'page' | 'blog'; slug: string; locale: Locale; body: string }

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
] as const

const required = ['title', 'description', 'keywords'] as const

/** Checks a file; `path` is relative to the folder, with slashes. */
export function readOwnText(path: string, bytes: Uint8Array, changedAt: number): OwnFile {
  const identity = identityOf(path)
  const source = decode(bytes)
  const file = { path, changedAt, source: source ?? '' }
  const refused = (...faults: TextFault[]): OwnFile => ({ ...file, text: null, faults })
  if (!identity) return refused({ name: 'unknown_place', at: path })
  if (source === null) return refused({ name: 'not_utf8', at: '' })
  const split = splitFrontMatter(source)
  if (!split) return refused({ name: 'no_head', at: '' })
  const { values, body } = split
  const faults = [...headFaults(values, identity.slug === 'faq'), ...directiveFaults(body)]
  if (faults.length > 0) return refused(...faults)
  const value = (key: string) => values.get(key) ?? ''
  const front = { title: value('title'), description: value('description'), keywords: value('keywords') }
  return { ...file, text: { ...front, date: values.get('date') ?? null, ...identity, body }, faults: [] }
}

/** The kind, slug and language of the text with this path; null for any other path. */
function identityOf(path: string): Pick<OwnText, 'kind' | 'slug' | 'locale'> | null {
  const [, language, page, article] =
    /^([\w-]+)\/(?:(privacy|terms|faq)|blog\/([a-z0-9][a-z0-9-]{0,99}))\.md$/.exec(path) ?? []
  const locale = locales.find((known) => known === language)
  if (!locale) return null
  return page === undefined ? { kind: 'blog', slug: article ?? '', locale } : { kind: 'page', slug: page, locale }
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

/** Everything between double braces is a directive, so that a misspelt one never appears on the page. */
function directiveFaults(body: string): TextFault[] {
  const written = [...body.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name)
  const unknown = written.filter((name) => !ownDirectives.some((known) => known === name))
  return [...new Set(unknown)].map((name) => ({ name: 'unknown_directive', at: `{{${name}}}` }))
}
