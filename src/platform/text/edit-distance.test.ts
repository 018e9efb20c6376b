import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test.each([
  ['MICROSOFT', 'MICROSOFT', 0],
  ['MICROSFOT', 'MICROSOFT', 1],
  ['MICRSOFT', 'MICROSOFT', 1],
  ['MICROOSOFT', 'MICROSOFT', 1],
  ['TOYTOA', 'TOYOTA', 1],
  ['KITTEN', 'SITTING', 3],
  ['', 'ABC', 3],
])('the edit distance from %s to %s is %i', (a, b, distance) => {
  expect(editDistance(a, b, 9)).toBe(distance)
})

test('an edit distance is exact up to the requested maximum; a longer distance is returned as the maximum plus one', () => {
  const word = fc.string({ unit: fc.constantFrom('A', 'B', 'C'), maxLength: 12 })
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, most) => {
      expect(editDistance(a, b, most)).toBe(Math.min(editDistance(a, b, 12), most + 1))
      expect(editDistance(a, b, 12)).toBe(editDistance(b, a, 12))
    }),
  )
})

test('two words of about 5,000 letters get a distance above the maximum, even if they differ by only one letter', () => {
  expect(editDistance('A'.repeat(5_000), 'A'.repeat(5_001), 3)).toBe(4)
})
