import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { requestLanguages, requestLines } from './request-lines.ts'

const hostile = `it's "$HOME" \`id\` $(id) \\ ~ & # 中`
const request = { apiUrl: 'http://localhost:1', path: '/stock/kline', query: { code: hostile }, key: 'k' }
const textOf = (title: (typeof requestLanguages)[number]['title']) =>
  requestLines(title, request)
    .map(({ text }) => text)
    .join('\n')

test('the generated shell command sends the typed text and never executes a part of the text', () => {
  const shown = textOf('cURL').replace(/^curl/, 'printf "%s\\n"')
  const [, , , sent = ''] = execFileSync('/bin/sh', ['-c', shown], { encoding: 'utf8' }).split('\n')
  expect(new URLSearchParams(sent).get('code')).toBe(hostile)
})

test('the generated JavaScript sends the typed text', () => {
  const [first = '', ...rest] = textOf('JavaScript').split('const response')
  expect(rest).toHaveLength(1)
  const query: unknown = new Function(`${first}; return query`)()
  expect(query instanceof URLSearchParams && query.get('code')).toBe(hostile)
})

test.each(requestLanguages)(
  'in the generated $title request, exactly one line is marked as the line of the parameter',
  ({ title }) => {
    const lines = requestLines(title, request).filter(({ of }) => of === 'code')
    expect(lines).toHaveLength(1)
  },
)
