import { expect, test } from 'vitest'
import { affectedBy } from './changed.ts'

test('for a changed page, the browser tests that open the page are selected, and no journey', () => {
  const { unit, journeys, browser } = affectedBy(['src/site/pages/usage/usage-page.tsx'])
  expect(browser).toContain('test/browser/usage.test.ts')
  expect(journeys).toEqual([])
  expect(unit.every((name) => name.endsWith('.test.ts') || name.endsWith('.test.tsx'))).toBe(true)
})

test('the tests selected for a changed file begin with the nearest tests', () => {
  const [first] = affectedBy(['tools/changed.ts']).unit
  expect(first).toBe('tools/changed.test.ts')
})
