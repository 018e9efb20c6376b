import { expect, test } from 'vitest'
import { affectedBy } from './changed.ts'

test('a change runs the tests of what imports it, and the browser tests that open the pages built of it', () => {
  const { unit, journeys, browser } = affectedBy(['src/site/pages/usage/usage-page.tsx'])
  expect(browser).toContain('test/browser/usage.test.ts')
  expect(journeys).toEqual([])
  expect(unit.every((name) => name.endsWith('.test.ts') || name.endsWith('.test.tsx'))).toBe(true)
})

test('a changed file has its nearest tests first', () => {
  const [first] = affectedBy(['tools/changed.ts']).unit
  expect(first).toBe('tools/changed.test.ts')
})
