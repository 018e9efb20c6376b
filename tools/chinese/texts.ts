import { globSync, readFileSync } from 'node:fs'
import { countryNames, stockCountries } from '#src/contract/values/countries.ts'
import { exchangeName } from '#src/locales/exchanges.ts'
import { settingWords } from '#src/locales/setting-words.ts'
import { starterInstruments } from '#src/market/catalogue/starter.ts'
import type { ChineseLocale } from './terms.ts'

/** A line of Chinese with its location, such as `src/locales/zh-HK/home.ts:14`. */
export type ChineseText = { location: string; text: string }

const hasHan = /\p{Script=Han}/u

/** Texts of pages, mails, refusals, documents and articles, and the descriptions of settings. */
export function sentencesIn(locale: ChineseLocale): ChineseText[] {
  const words = globSync(`src/locales/${locale}/*.ts`)
    .filter((file) => !file.endsWith('/settings.ts'))
    .flatMap(linesOf)
  const documents = globSync(`content/${locale}/**/*.md`).flatMap(linesOf)
  const { groups, meanings } = settingWords[locale]
  const settings = Object.entries({ ...groups, ...meanings }).map(([name, text]) => ({
    location: `src/locales/${locale}/settings.ts ${name}`,
    text,
  }))
  return [...[...words, ...documents].map(withoutCode), ...settings].filter(({ text }) => hasHan.test(text))
}

/** Names of instruments, exchanges and countries. */
export function namesIn(locale: ChineseLocale): ChineseText[] {
  const instruments = starterInstruments(0)
  const exchanges = new Set(instruments.map(({ exchange }) => exchange))
  return [
    ...instruments.map(({ code, nameCn = '', nameHk = '' }) => ({
      location: code,
      text: locale === 'zh-CN' ? nameCn : nameHk,
    })),
    ...[...exchanges].map((exchange) => ({ location: exchange, text: exchangeName(exchange, locale) })),
    ...stockCountries.map(({ code }) => ({ location: code, text: countryNames(locale)(code) })),
  ]
}

function linesOf(file: string): ChineseText[] {
  const text = readFileSync(file, 'utf8').replaceAll(/^```[\s\S]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, ''))
  return text.split('\n').map((line, index) => ({ location: `${file}:${index + 1}`, text: line }))
}

/**
 * Markdown as readers see it: code is replaced by a letter, a directive by a word, a cell by a line; addresses, anchors
 * and bold marks are removed.
 */
function withoutCode({ location, text }: ChineseText): ChineseText {
  const read = text
    .replaceAll(/`[^`]*`/g, 'X')
    .replaceAll(/\{\{[^}]*\}\}/g, '某')
    .replaceAll(/\]\([^)]*\)| \{#[\w-]+\}|\*\* ?|\[/g, '')
    .replaceAll(/^\| | \|$| \| /g, '\n')
  return { location, text: read }
}
