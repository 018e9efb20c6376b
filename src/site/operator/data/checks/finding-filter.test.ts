import { expect, test } from 'vitest'
import { findingFilter } from './finding-filter.ts'

test('a coverage link filters the findings by class and exchange, even if the link has an empty exchange', () => {
  const filter = (query: string) => findingFilter(new URLSearchParams(query))
  expect(filter('class=stock&exchange=NASDAQ')).toEqual({ state: 'open', class: 'stock', exchange: 'NASDAQ' })
  expect(filter('class=stock&exchange=')).toEqual({ state: 'open', class: 'stock', exchange: '' })
  expect(filter('class=stock')).toEqual({ state: 'open' })
})
