import { expect, test } from 'vitest'
import { locales } from '#src/contract/locale.ts'
import { homeSections, wordPages } from '#src/contract/operator/content/word-pages.ts'
import { changedLines, readWords, standardWords, wordsText } from './page-words.ts'

const home = await standardWords('home', 'en-US')

test('a line in an operator’s page text replaces one text of the page, and all other texts stay standard', () => {
  const { words, faults } = readWords('home', '# ours\n\nhero.title: Prices: right here.\n', home)
  expect(faults).toEqual([])
  expect([...words.texts]).toEqual([['hero.title', { text: 'Prices: right here.', compiled: 'Prices: right here.' }]])
  expect(words.sections).toBeNull()
})

test.each([
  ['hero.titel: Ours', { name: 'unknown_text', at: 'hero.titel' }],
  ['Ours', { name: 'unknown_text', at: 'Ours' }],
  ['hero.title:', { name: 'bad_text', at: 'hero.title' }],
  ['hero.title: by {brand}', { name: 'bad_text', at: 'hero.title' }],
  ['pricing.lead: {percent', { name: 'bad_text', at: 'pricing.lead' }],
  ['questions.items.ours.q: Who are you?', { name: 'missing', at: 'questions.items.ours.a' }],
  ['questions.items.ours.b: We are.', { name: 'unknown_text', at: 'questions.items.ours.b' }],
  ['sections: product, prices', { name: 'unknown_section', at: 'prices' }],
  ['sections: product, product', { name: 'bad_text', at: 'sections' }],
])('the line “%s” in a page text of the operator is a fault', (line, fault) => {
  expect(readWords('home', line, home).faults).toEqual([fault])
})

test('a text of the operator may use or omit the placeholders of the standard text', () => {
  for (const line of ['pricing.lead: {percent}% off', 'pricing.lead: Cheap.'])
    expect(readWords('home', line, home).faults).toEqual([])
})

test('the line `sections` in a page text of the operator sets the order of the sections', () => {
  const { sections } = readWords('home', 'sections: questions, product', home).words
  expect(sections).toEqual(['questions', 'product'])
})

test('a question that the operator adds to a page appears in the editor and counts as the only changed text', () => {
  const lines = 'questions.items.ours.q: Where are you?\nquestions.items.ours.a: Paid on {networks}.\n'
  const { words, faults } = readWords('home', lines, home)
  expect(faults).toEqual([])
  expect([...words.texts.keys()]).toEqual(['questions.items.ours.q', 'questions.items.ours.a'])
  const edited = wordsText('home', home, words)
  expect(edited).toContain(lines)
  expect(readWords('home', edited, home).faults).toEqual([])
  expect(changedLines(edited, home).trim()).toBe(lines.trim())
})

test('for each page and language, reading the standard texts back from the editor gives no fault and no change', async () => {
  for (const locale of locales)
    for (const page of wordPages) {
      const standard = await standardWords(page, locale)
      const text = wordsText(page, standard)
      expect(readWords(page, text, standard).faults, `${locale} ${page}`).toEqual([])
      expect(changedLines(text, standard).trim(), `${locale} ${page}`).toBe('')
    }
  expect(wordsText('home', home)).toContain(`sections: ${homeSections.join(', ')}\n`)
})
