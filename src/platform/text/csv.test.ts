import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([
  ['a formula', '=1+1', "'=1+1"],
  ['a negative amount', '-79.20', '-79.20'],
  ['a formula after blanks', '  \t=1+1', "'  \t=1+1"],
  ['a formula after a line feed', '\n@SUM(1)', '"\'\n@SUM(1)"'],
  ['a formula after a no-break space', '\u00a0+1', "'\u00a0+1"],
  ['a formula after a zero-width space', '\u200b=1', "'\u200b=1"],
  ['a full-width formula', '＝1+1', "'＝1+1"],
  ['a full-width sign after a full-width space', '\u3000＋1', "'\u3000＋1"],
  ['a full-width minus', '－1', "'－1"],
  ['a full-width at sign', '＠SUM(1)', "'＠SUM(1)"],
  ['a text with a sign inside', 'a =1', 'a =1'],
  ['a comma', 'a,b', '"a,b"'],
  ['nothing', null, ''],
])('%s (%j) is written to CSV as %j', (_what, value, cell) => {
  expect(csvLine([value, 1])).toBe(`${cell},1`)
})
