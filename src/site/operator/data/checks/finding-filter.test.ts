import { expect, test } from 'vitest'
import { findingFilter } from './finding-filter.ts'

test('a coverage link with a class and an exchange filters the findings by both, and an empty exchange also counts as a filter', () => {
  const filter = (query: string) => findingFilter(new URLSearchParams(query))
  expect(filter('class=stock&exchange=NASDAQ')).toEqual({ state: 'open', class: 'stock', exchange: 'NASDAQ' })
  expect(filter('class=stock&exchange=')).toEqual({ state: 'open', class: 'stock', exchange: '' })
  expect(filter('class=stock')).toEqual({ state: 'open' })
})
