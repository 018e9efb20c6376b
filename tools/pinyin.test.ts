import { expect, test } from 'vitest'
import table from '#src/market/search/texts/pinyin-readings.json' with { type: 'json' }
import { readingTable } from './pinyin.ts'

test('the table of readings equals the output of its tool', () => {
  expect(table).toEqual(readingTable())
})
