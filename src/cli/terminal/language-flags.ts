import { type Locale, locales, perLocale, perLocaleNamed } from '#src/contract/locale.ts'

/** Flags for a text in each language: the prefix `title-` gives `--title-zh-HK`. */
export function languageFlags<P extends string>(prefix: P) {
  return {
    options: perLocaleNamed(prefix, () => ({ type: 'string' }) as const),
    usage: locales.map((locale) => `[--${prefix}${locale} <text>]`).join(' '),
    /** The texts of the flags; '' for a flag that was not used. */
    texts: (values: Readonly<Partial<Record<`${P}${Locale}`, string>>>): Record<Locale, string> =>
      perLocale((locale) => values[`${prefix}${locale}`] ?? ''),
  }
}
