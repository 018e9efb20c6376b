import { namesOf, recordOf } from './record.ts'

type Language = {
  /** As its readers write it. */
  name: string
  /** The tags of readers who get it, in lower case. */
  accepts: RegExp
  /** The language in which its readers see what was not written in theirs. */
  next: string
  /** Which names of an instrument its readers see; the first that there is. */
  instrumentNames: readonly ('en' | 'cn' | 'hk')[]
  /** The form of its Chinese letters; null: it is written in Latin ones. */
  han: 'sc' | 'hk' | null
  /** Between two sentences, between the items of a list, and around an aside. */
  marks: { sentences: string; items: string; aside: readonly [before: string, after: string] }
}

const latin = {
  han: null,
  instrumentNames: ['en'],
  marks: { sentences: ' ', items: ', ', aside: [' (', ')'] },
} as const
const chineseMarks = { sentences: '', items: '、', aside: ['（', '）'] } as const

/** The languages we speak, each by its tag. Its words are in `src/locales/<tag>`, its documents in `content/<tag>`. */
export const languages = {
  'en-US': { name: 'English', accepts: /^en\b/, next: 'zh-CN', ...latin },
  'zh-CN': {
    name: '简体中文',
    accepts: /^zh(?!-(tw|hk|mo|hant)\b)/,
    next: 'en-US',
    instrumentNames: ['cn', 'en'],
    han: 'sc',
    marks: chineseMarks,
  },
  'zh-HK': {
    name: '繁體中文',
    accepts: /^zh-(tw|hk|mo|hant)\b/,
    next: 'zh-CN',
    instrumentNames: ['hk', 'cn', 'en'],
    han: 'hk',
    marks: chineseMarks,
  },
} as const satisfies Record<string, Language>

export type Locale = keyof typeof languages
export const locales: readonly Locale[] = namesOf(languages)
export const defaultLocale: Locale = 'zh-CN'

/** A value for each language. */
export function perLocale<V>(make: (locale: Locale) => V): Record<Locale, V> {
  return recordOf(locales, make)
}

/** A value for each language under a name that ends in its tag, as fields of forms and flags of commands have it: `title-zh-HK`. */
export function perLocaleNamed<P extends string, V>(
  prefix: P,
  make: (locale: Locale) => V,
): Record<`${P}${Locale}`, V> {
  const named = locales.map((locale) => [`${prefix}${locale}`, make(locale)])
  return Object.fromEntries(named) as Record<`${P}${Locale}`, V>
}

/** Maps any language tag to a language we speak; a tag that none accepts, to the default. */
export function toLocale(tag: string): Locale {
  const lower = tag.trim().toLowerCase()
  return locales.find((locale) => languages[locale].accepts.test(lower)) ?? defaultLocale
}

export function isLocale(value: unknown): value is Locale {
  const known: readonly unknown[] = locales
  return known.includes(value)
}

/** `/zh-HK/login?x` → `/login?x`; an address that names no language stays. */
export function withoutLocale(path: string): string {
  return path.replace(new RegExp(`^/(${locales.join('|')})(?=[/?#]|$)`), '')
}
