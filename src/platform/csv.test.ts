import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([
  ['a formula', '=1+1', "'=1+1"],
  ['a negative amount', '-79.20', '-79.20'],
  ['a comma', 'a,b', '"a,b"'],
  ['nothing', null, ''],
])('%s is written to CSV as %s', (_what, value, cell) => {
  expect(csvLine([value, 1])).toBe(`${cell},1`)
})
