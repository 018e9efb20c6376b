import { expect, test } from 'vitest'
import { cacheFolder } from './cache-folder.ts'

test('programs of another version are fetched into another folder', () => {
  const [first, second] = ['bun@1.4.5', 'bun@1.4.6'].map((version) => cacheFolder('runtimes', [version]))
  expect(first).toBe(cacheFolder('runtimes', ['bun@1.4.5']))
  expect(second).not.toBe(first)
})
