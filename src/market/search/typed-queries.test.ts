import { beforeAll, describe, expect, test } from 'vitest'
import { costlyQueries, stepsMax, stepsOf } from '#test/fixtures/costly-queries.ts'
import { keyOf, type Listed, longList, tableOf } from '#test/fixtures/long-list.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { sharedData } from '#test/fixtures/shared-data.ts'
import { type TypedQuery, typedQueries } from '#test/fixtures/typed-queries.ts'
import { installCatalogue } from '../catalogue/install.ts'
import { SearchIndex } from './search-index.ts'
import type { SearchTable } from './search-table.ts'
import { fold } from './texts/fold.ts'

const everywhere = () => true

test('in the starter list of instruments, queries as people type them find the intended instrument', async () => {
  await using ctx = await testPlatform()
  await installCatalogue(ctx)
  await using index = await SearchIndex.open(ctx)
  const misses: string[] = []
  for (const query of typedQueries.filter((one) => !one.needsLongList)) {
    const { content } = await index.search({ text: query.text, scope: everywhere, page: 1, size: 30 })
    misses.push(...missed(query, content.map(keyOf)))
  }
  expect(misses).toEqual([])
})

const recorded = sharedData('reference/symbols.csv.gz')

describe.skipIf(recorded === null)('symbol search in the long list of instruments', () => {
  let instruments: Listed[]
  let table: SearchTable

  beforeAll(() => {
    instruments = longList(recorded ?? '')
    table = tableOf(instruments)
  })

  test('in a list of more than 170,000 instruments, queries as people type them find the intended instrument', () => {
    const misses: string[] = []
    for (const query of typedQueries) {
      const { ids } = table.find(fold(query.text), everywhere, 1, 30)
      const keys = ids.map((id) => instruments[id]).flatMap((one) => (one ? [keyOf(one)] : []))
      misses.push(...missed(query, keys))
    }
    expect(instruments.length).toBeGreaterThan(170_000)
    expect(misses).toEqual([])
  })

  test.each(costlyQueries)(
    'in a list of more than 170,000 instruments, a search for %s takes a bounded number of steps for each instrument',
    (_name, text) => {
      expect(stepsOf(table, text)).toBeLessThan(stepsMax)
    },
  )
})

function missed({ text, expected }: TypedQuery, found: readonly string[]): string[] {
  const [first = 'nothing'] = found
  if (expected.includes(first)) return []
  const index = found.findIndex((one) => expected.includes(one))
  return [`${text}: ${first}, not ${expected.join(' or ')}, which is ${index < 0 ? 'absent' : `number ${index + 1}`}`]
}
