import { expect, test } from 'vitest'
import table from '#src/market/search/texts/pinyin-readings.json' with { type: 'json' }
import { readingTable } from './pinyin.ts'

test('the table of pinyin readings equals the output of tools/pinyin.ts', () => {
  expect(table).toEqual(readingTable())
})
