import { beforeAll, expect, test } from 'vitest'
import { costlyQueries } from '#test/fixtures/costly-queries.ts'
import { takesLonger } from '#test/fixtures/cpu-time.ts'
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

test.each(costlyQueries)('the time of a search is bounded for %s', async (_name, text) => {
  expect(await takesLonger(40, () => find(text))).toBe(false)
  expect(await takesLonger(40, () => table.near(text.slice(0, 32), () => true, 5))).toBe(false)
})

test('a query that repeats a word finds the same as a query with the word once', () => {
  const [some, other] = [word(5_000), word(5_000 % 977)]
  expect(find(`${some} ${other} ${some}`)).toEqual(find(`${some} ${other}`))
  expect(find(`${some} ${other}`).total).toBeGreaterThan(0)
})

test('each word narrows the results, in any order', () => {
  const [some, other] = [word(5_000), word(5_000 % 977)]
  const { total } = find(`${some} ${other}`)
  expect(total).toBeLessThan(find(other).total)
  expect(find(`${other} ${some}`).total).toBe(total)
  expect(find(`${some} ${other} NOBODYHASTHIS`).total).toBe(0)
})

test('an instrument that matches a misspelled word must also match the other words of the query', () => {
  const [some, other] = [word(5_000), word(5_000 % 977)]
  const { ids } = find(`${some} ${other}`)
  expect(find(`${other} ${some}Q`).ids).toEqual(ids)
  const strange = word(5_001 % 977)
  expect(find(`${strange} ${some}QQ`).ids).not.toContain(ids[0])
})
