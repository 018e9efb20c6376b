import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { marksIn, readTerms, variantsIn } from './terms.ts'
import { namesIn, sentencesIn } from './texts.ts'

const terms = readTerms(readFileSync('docs/chinese.md', 'utf8'))
const languages = ['zh-CN', 'zh-HK'] as const

test.each(languages)('no text in %s has a word that is wrong in its market', (locale) => {
  const found = [...sentencesIn(locale), ...namesIn(locale)].flatMap(({ location, text }) =>
    variantsIn(text, terms[locale]).map((word) => `${location} ${word}`),
  )
  expect(found).toEqual([])
})

test.each(languages)('punctuation and spaces of texts in %s follow the rules of its market', (locale) => {
  const names = namesIn(locale).map(({ text }) => text)
  const unspaced = names.filter((name) => marksIn(name, locale).length > 0).toSorted((a, b) => b.length - a.length)
  const allowed = [...unspaced, ...terms[locale].allowed]
  const found = sentencesIn(locale).flatMap(({ location, text }) =>
    marksIn(text, locale, allowed).map((fault) => `${location} ${fault}: ${text.trim()}`),
  )
  expect(found).toEqual([])
})

test.each(languages)('each exception from the word rules for %s occurs in a text', (locale) => {
  const all = [...sentencesIn(locale), ...namesIn(locale)].map(({ text }) => text)
  for (const phrase of terms[locale].allowed)
    expect(
      all.some((text) => text.includes(phrase)),
      phrase,
    ).toBe(true)
})

test.each([
  ['zh-CN', '接口应答', ['应答']],
  ['zh-CN', '账户余额不足', []],
  ['zh-CN', '账户已注销', ['账户']],
  ['zh-HK', '你的 API 介面', ['介面', '你']],
  ['zh-HK', '度身訂造計劃', []],
  ['zh-HK', '特設計劃', ['特設']],
] as const)('in %s the check of words finds the wrong words in the text %s', (locale, text, words) => {
  expect(variantsIn(text, terms[locale]).toSorted()).toEqual(words.toSorted())
})

test.each([
  ['zh-CN', '使用 “API 密钥”，共 3 个', []],
  ['zh-CN', '使用「密钥」', ['quotes of the other market']],
  ['zh-CN', '密钥, 余额', ['half-width punctuation']],
  ['zh-HK', '使用API密鑰', ['no space beside Latin letters']],
  ['zh-HK', '密鑰 （結餘）', ['a space beside full-width punctuation']],
] as const)('in %s the check of punctuation finds the faults in the text %s', (locale, text, faults) => {
  expect(marksIn(text, locale)).toEqual(faults)
})
