import { expect, test } from 'vitest'
import { type ListRules, listed, listQuery } from './list.ts'

type Row = { name: string; size: number }
const rules: ListRules<Row> = {
  words: ({ name }) => name,
  filters: { small: ({ size }) => size < 10 },
  sorts: { name: (one, other) => one.name.localeCompare(other.name), size: (one, other) => one.size - other.size },
}
const all: Row[] = Array.from({ length: 30 }, (_, at) => ({
  name: `Key ${String(at).padStart(2, '0')}`,
  size: 30 - at,
}))
const names = (address: string) =>
  listed(all, listQuery(new URLSearchParams(address)), rules, 12).rows.map(({ name }) => name)

test('a list on an account page can be searched by words, filtered and sorted, and is divided into pages', () => {
  expect(names('')).toHaveLength(12)
  expect(names('q=KEY 29')).toEqual(['Key 29'])
  expect(names('show=small&sort=size')[0]).toBe('Key 29')
  expect(names('page=3')).toEqual(['Key 24', 'Key 25', 'Key 26', 'Key 27', 'Key 28', 'Key 29'])
})

test('a list ignores unknown filters, sorts and pages in the address, and shows its last page if the page number is too high', () => {
  expect(names('show=none&sort=none&page=x')).toEqual(names(''))
  expect(names('show=hasOwnProperty&sort=hasOwnProperty')).toEqual(names(''))
  expect(names('page=99')).toEqual(names('page=3'))
  expect(listed(all, listQuery(new URLSearchParams('q=nothing')), rules, 12)).toMatchObject({ rows: [], pages: 1 })
})
