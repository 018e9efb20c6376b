import { expect, test } from 'vitest'
import { allWords } from '#src/locales/all-words.ts'
import { buildCatalogue, setCatalogue } from '#src/plans/catalogue.ts'
import { firstEdition } from '#src/plans/first-edition.ts'
import { siteWords } from './words.server.ts'

test('a tier name in the current edition of the plan catalogue replaces the standard name in its language', () => {
  const ctx = { kept: new Map() }
  expect(siteWords(ctx, 'en-US')).toBe(allWords['en-US'])
  const own = { ...firstEdition, tierNames: { base: { 'en-US': 'Starter' } } }
  setCatalogue(ctx, buildCatalogue([{ number: 2, document: own }], 2))
  expect(siteWords(ctx, 'en-US').plans.tiers).toEqual({ ...allWords['en-US'].plans.tiers, base: 'Starter' })
  expect(siteWords(ctx, 'zh-HK').plans.tiers).toEqual(allWords['zh-HK'].plans.tiers)
  setCatalogue(ctx, buildCatalogue([{ number: 3, document: firstEdition }], 3))
  expect(siteWords(ctx, 'en-US').plans.tiers.base).toBe('Base')
})
