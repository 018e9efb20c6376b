import { expect, test } from 'vitest'
import { linesOf } from './lines.server.ts'

/** A test measure: every letter is 10 wide. */
const widthOf = (text: string) => [...text].length * 10

test.each<[string, string, string[]]>([
  ['a text that fits', 'Start free', ['Start free']],
  ['a long text into lines of similar lengths', 'one two three four five', ['one two', 'three', 'four five']],
  [
    'Chinese text after a punctuation mark',
    '先发一次请求。从密钥开始，再查文档。',
    ['先发一次请求。', '从密钥开始，再查文档。'],
  ],
  ['Chinese text after a closing quotation mark', '他说：「好。」然后走了很久', ['他说：「好。」', '然后走了很久']],
  ['a part wider than a line', 'abcdefghijklmnop', ['abcdefgh', 'ijklmnop']],
])('the title of a preview image is wrapped into lines: %s', (_, text, lines) => {
  expect(linesOf(text, 120, widthOf)).toEqual(lines)
})
