import type { Locale } from '#src/contract/locale.ts'

export type ChineseLocale = Extract<Locale, `zh-${string}`>

/** Words that a Chinese text must not contain, and correct phrases that contain such a word. */
export type Terms = Readonly<Record<ChineseLocale, { never: readonly string[]; allowed: readonly string[] }>>

/** Reads the tables of `docs/chinese.md`. Tables with five columns list words; tables with three list exceptions. */
export function readTerms(page: string): Terms {
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| English') && !line.startsWith('| Language'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const words = rows.filter((row) => row.length === 7)
  const exceptions = rows.filter((row) => row.length === 5)
  const termsOf = (locale: ChineseLocale, column: number) => ({
    never: words.flatMap((row) => row[column]?.split('、') ?? []).filter((word) => word !== ''),
    allowed: exceptions.flatMap(([, language, phrase = '']) => (language === locale ? [phrase] : [])),
  })
  return { 'zh-CN': termsOf('zh-CN', 4), 'zh-HK': termsOf('zh-HK', 5) }
}

/** The words in a text that its language must not use. */
export function variantsIn(text: string, { never, allowed }: Terms[ChineseLocale]): string[] {
  const judged = allowed.reduce((rest, phrase) => rest.replaceAll(phrase, ''), text)
  return never.filter((word) => judged.includes(word))
}

const han = '\\p{Script=Han}'
const wrongMarks: Readonly<Record<ChineseLocale, RegExp>> = { 'zh-CN': /[「」『』〈〉]/, 'zh-HK': /[“”‘’《》]/ }
const halfWidth = new RegExp(`${han}[,;:!?()]|[,;!?)]${han}`, 'u')
const unspaced = new RegExp(`${han}[A-Za-z0-9]|[A-Za-z0-9%]${han}`, 'u')
const spacedMark = /\s[，。；：！？、（）]|[，。；：！？、（）] \S/

/** Faults in the punctuation and spaces of a text, except in `allowed` phrases and the commas of keywords. */
export function marksIn(text: string, locale: ChineseLocale, allowed: readonly string[] = []): string[] {
  if (/^\s*keywords: /.test(text)) return []
  const judged = allowed.reduce((rest, phrase) => rest.replaceAll(phrase, ''), text)
  const faults: [string, RegExp][] = [
    ['quotes of the other market', wrongMarks[locale]],
    ['half-width punctuation', halfWidth],
    ['no space beside Latin letters', unspaced],
    ['a space beside full-width punctuation', spacedMark],
  ]
  return faults.filter(([, pattern]) => pattern.test(judged)).map(([fault]) => fault)
}
