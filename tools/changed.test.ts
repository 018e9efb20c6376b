import { expect, test } from 'vitest'
import { affectedBy } from './changed.ts'

test('the tests selected for a changed page include the browser tests that open this page, and no journeys', () => {
  const { unit, journeys, browser } = affectedBy(['src/site/pages/usage/usage-page.tsx'])
  expect(browser).toContain('test/browser/usage.test.ts')
  expect(journeys).toEqual([])
  expect(unit.every((name) => name.endsWith('.test.ts') || name.endsWith('.test.tsx'))).toBe(true)
})

test('among the unit tests selected for a changed file, the test beside this file comes first', () => {
  const [first] = affectedBy(['tools/changed.ts']).unit
  expect(first).toBe('tools/changed.test.ts')
})

test('a changed migration or document, which no test imports, is reported as untested', () => {
  const { untested } = affectedBy(['tools/changed.ts', 'migrations/0001.sql', 'content/en-US/docs/page.md'])
  expect(untested).toEqual(['migrations/0001.sql', 'content/en-US/docs/page.md'])
})
