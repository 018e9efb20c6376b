import { type Locale, perLocale } from '#src/contract/locale.ts'
import { isRecord } from '#src/contract/record.ts'
import type { Words } from '#src/contract/words.ts'

/**
 * Loads one file's texts in every language, in the English shape. Throws with the name of a text that a language
 * lacks.
 */
export async function loadWords<W extends object>(file: string, english: W): Promise<Record<Locale, Words<W>>> {
  const loading = perLocale((locale) => wordsIn(locale, file, english))
  const loaded = Object.entries(loading).map(async ([locale, words]) => [locale, await words] as const)
  return Object.fromEntries(await Promise.all(loaded)) as Record<Locale, Words<W>>
}

async function wordsIn<W extends object>(locale: string, file: string, english: W): Promise<Words<W>> {
  const words = await wordsOf<Words<W>>(locale, file)
  const missing = missingIn(words, english)
  if (missing.length > 0) throw new Error(`src/locales/${locale}/${file}.ts lacks ${missing.join(', ')}`)
  return words
}

/** One file's texts in a language. */
export async function wordsOf<W>(locale: string, file: string): Promise<W> {
  const { default: words }: { default: W } = await import(`./${locale}/${file}.ts`)
  return words
}

/** Paths, such as `footer.rights`, of English texts that another language lacks. */
export function missingIn(words: unknown, english: object): string[] {
  return Object.entries(english).flatMap(([name, text]) => {
    const translated = isRecord(words) ? words[name] : undefined
    if (isRecord(text)) return missingIn(translated, text).map((below) => `${name}.${below}`)
    return translated === undefined ? [name] : []
  })
}
