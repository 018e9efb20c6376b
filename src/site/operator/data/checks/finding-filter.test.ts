import { expect, test } from 'vitest'
import { findingFilter } from './finding-filter.ts'

test('the link from a cell of the coverage lists the findings of its place, also where the exchange is unknown', () => {
  const filter = (query: string) => findingFilter(new URLSearchParams(query))
  expect(filter('class=stock&exchange=NASDAQ')).toEqual({ state: 'open', class: 'stock', exchange: 'NASDAQ' })
  expect(filter('class=stock&exchange=')).toEqual({ state: 'open', class: 'stock', exchange: '' })
  expect(filter('class=stock')).toEqual({ state: 'open' })
})
