import { expect, test, vi } from 'vitest'
import { hasMoreLines, lineBytesMax, lineSlices, sliceBytes } from './lines.ts'

test('the lines of a pushed body are read in slices, with their numbers and without empty lines', () => {
  const body = Array.from({ length: 2_500 }, (_, at) => (at % 5 === 0 ? '' : `{"n":${at + 1}}`)).join('\n')
  const slices = [...lineSlices(Buffer.from(body))]
  expect(slices.map((lines) => lines.length)).toEqual([800, 800, 400])
  for (const { line, ...read } of slices.flat()) expect(read).toMatchObject({ value: { n: line } })
})

test('reading a pushed body can stop after its first slice', () => {
  const slices = lineSlices(Buffer.from('1\n'.repeat(5_000)))
  expect(slices.next().value).toHaveLength(1_000)
  expect(slices.return(undefined)).toMatchObject({ done: true })
})

test.each([
  ['an object over two lines, and two objects on one line', ['{"n":1', '"k":2}', '{"n":3},{"n":4}'], [1, 2, 3]],
  ['an inner array over two lines, and two objects on one line', ['{"n":[{}', '{}]}', '{},{}'], [1, 2, 3]],
  ['a string over two lines, and two objects on one line', ['{"n":"}', '{"}', '{},{}'], [1, 2, 3]],
  ['an array over two lines, and two numbers on one line', ['[1', '2]', '{"n":3}', '4,5'], [1, 2, 4]],
])(
  'pushed lines are refused with their line numbers if they are valid JSON only when joined: %s',
  (_what, lines, bad) => {
    const [read = []] = lineSlices(Buffer.from(lines.join('\n')))
    expect(read.flatMap((one) => ('fault' in one ? [one.line] : []))).toEqual(bad)
    expect(read.map(({ text }) => text)).toEqual(lines)
  },
)

test('a pushed line with too many bytes is refused, even if the line is valid JSON', () => {
  const [read] = lineSlices(Buffer.from(`{"n":1}\n{"n":"${'€'.repeat(lineBytesMax / 2)}"}`))
  expect(read).toMatchObject([
    { line: 1, value: { n: 1 } },
    { line: 2, fault: 'line_too_long' },
  ])
})

test.each([
  ['lines that are no JSON', 'x\n'.repeat(8_000_000)],
  ['empty objects', '{}\n'.repeat(5_000_000)],
  ['empty lines', '\n'.repeat(16_000_000)],
  ['one long line', '['.repeat(16_000_000)],
  ['invalid UTF-8', Buffer.alloc(16_000_000, 0xff)],
])('reading the first slice of a 16 MB body of %s decodes only a small part of the body', (_what, text) => {
  const body = Buffer.concat([Buffer.from(text), Buffer.from('\n')])
  const decode = vi.spyOn(Buffer.prototype, 'toString')
  expect(hasMoreLines(body, 0)).toBe(true)
  expect(lineSlices(body).next().done).toBe(false)
  const decoded = decode.mock.results.reduce((sum, { value }) => sum + String(value).length, 0)
  expect(decoded).toBeLessThanOrEqual(sliceBytes + lineBytesMax)
})
