import { beforeAll, expect, test } from 'vitest'
import { costlyQueries, stepsMax, stepsOf } from '#test/fixtures/costly-queries.ts'
import { SearchList } from './search-list.ts'
import { SearchTable } from './search-table.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const count = 30_000

function word(number: number): string {
  let text = ''
  for (let left = number * 7_919 + 13; left > 0; left = Math.floor(left / 26)) text += letters[left % 26]
  return text
}

const criteria = { class: 'stock', region: 'US', isin: '', home: true, liquidity: 1 } as const

let table: SearchTable

beforeAll(() => {
  const codes = Array.from({ length: count }, (_, id) => id.toString(36).toUpperCase().padStart(5, 'A')).sort()
  const list = new SearchList()
  for (const [id, code] of codes.entries()) {
    const names = [`A ${word(id)} ${word(id % 977)} IN CORP`, '', '']
    list.add({ ...criteria, id, code, lookup: code, names, aliases: [] })
  }
  table = new SearchTable(list)
})

const find = (text: string) => table.find(text, () => true, 1, 30)

test.each(costlyQueries)('a search for %s takes a bounded number of steps for each instrument', (_name, text) => {
  expect(stepsOf(table, text)).toBeLessThan(stepsMax)
})

test('a repeated word in a query does not change the results of a search', () => {
  const [some, other] = [word(5_000), word(5_000 % 977)]
  expect(find(`${some} ${other} ${some}`)).toEqual(find(`${some} ${other}`))
  expect(find(`${some} ${other}`).total).toBeGreaterThan(0)
})

test('each further word of a query narrows the results, whatever the order of the words', () => {
  const [some, other] = [word(5_000), word(5_000 % 977)]
  const { total } = find(`${some} ${other}`)
  expect(total).toBeLessThan(find(other).total)
  expect(find(`${other} ${some}`).total).toBe(total)
  expect(find(`${some} ${other} NOBODYHASTHIS`).total).toBe(0)
})

test('if one word of a query is misspelled, a result must still match the other words', () => {
  const [some, other] = [word(5_000), word(5_000 % 977)]
  const { ids } = find(`${some} ${other}`)
  expect(find(`${other} ${some}Q`).ids).toEqual(ids)
  const strange = word(5_001 % 977)
  expect(find(`${strange} ${some}QQ`).ids).not.toContain(ids[0])
})
