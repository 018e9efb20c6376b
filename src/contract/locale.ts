import { namesOf, recordOf } from './record.ts'

type Language = {
  /** The name of the language in that language. */
  name: string
  /** Matches the language tags, in lower case, of readers who get this language. */
  accepts: RegExp
  /** The language whose texts are shown if this language has no text. */
  next: string
  /** The fields with an instrument's name, in order of preference. */
  instrumentNames: readonly ('en' | 'cn' | 'hk')[]
  /**
   * The script of Chinese characters in this language: simplified or Hong Kong; null: the language uses Latin letters.
   */
  han: 'sc' | 'hk' | null
  /** Punctuation between two sentences, between the items of a list, and around an aside. */
  marks: { sentences: string; items: string; aside: readonly [before: string, after: string] }
}

const latin = {
  han: null,
  instrumentNames: ['en'],
  marks: { sentences: ' ', items: ', ', aside: [' (', ')'] },
} as const
const chineseMarks = { sentences: '', items: '、', aside: ['（', '）'] } as const

/** The supported languages by tag. Their texts are in `src/locales/<tag>`, their documents in `content/<tag>`. */
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

export function perLocale<V>(make: (locale: Locale) => V): Record<Locale, V> {
  return recordOf(locales, make)
}

/** A value for each language under a name with its tag, such as `title-zh-HK` in forms and command flags. */
export function perLocaleNamed<P extends string, V>(
  prefix: P,
  make: (locale: Locale) => V,
): Record<`${P}${Locale}`, V> {
  const named = locales.map((locale) => [`${prefix}${locale}`, make(locale)])
  return Object.fromEntries(named) as Record<`${P}${Locale}`, V>
}

/** The supported language of a language tag, or null. */
export function supportedLocale(tag: string): Locale | null {
  const lower = tag.trim().toLowerCase()
  return locales.find((locale) => languages[locale].accepts.test(lower)) ?? null
}

/** Maps a language tag to a supported language. An unknown tag becomes the default language. */
export function toLocale(tag: string): Locale {
  return supportedLocale(tag) ?? defaultLocale
}

export function isLocale(value: unknown): value is Locale {
  const known: readonly unknown[] = locales
  return known.includes(value)
}

/** Removes the language from a path: `/zh-HK/login?x` → `/login?x`. A path without a language stays the same. */
export function withoutLocale(path: string): string {
  return path.replace(new RegExp(`^/(${locales.join('|')})(?=[/?#]|$)`), '')
}
