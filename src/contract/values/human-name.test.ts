import { expect, test, vi } from 'vitest'
import { renameKeyRoute } from '../account/keys.ts'
import { keepChartLayoutRoute } from '../account/layouts.ts'
import { addPasskeyRoute } from '../account/security.ts'
import { contactRoute } from '../account/support.ts'
import { readName } from './human-name.ts'

const max = 64

test.each([
  ['nothing', ''],
  ['spaces', ' \t\u3000\u00a0'],
  ['a zero-width space', '\u200b'],
  ['a soft hyphen', '\u00ad\u00ad'],
  ['a Hangul filler', '\u3164'],
  ['half-width and Jamo fillers', '\uffa0\u115f\u1160'],
  ['combining marks alone', '\u0301\u0302'],
  ['marks of direction', '\u202e\u2066\u200f'],
  ['joiners and variation selectors', '\u200d\ufe0f'],
  ['a Braille blank', '\u2800'],
  ['tags', '\u{e0041}\u{e007f}'],
  ['more blanks than fit', '\u200b'.repeat(20_000)],
])('a name of %s counts as empty', (_what, text) => {
  expect(readName(text, max)).toEqual({ kind: 'empty' })
})

test.each([
  ['a line break', 'a\nb'],
  ['a right-to-left override', 'a\u202eb'],
  ['a zero-width space', 'a\u200bb'],
  ['a filler', 'a\u3164b'],
  ['an unpaired surrogate', 'a\ud800b'],
  ['nine marks on one letter', `a${'\u0316'.repeat(9)}`],
])('a name with %s is invalid', (_what, text) => {
  expect(readName(text, max)).toEqual({ kind: 'invalid' })
})

test.each([
  ['65 letters', 'x'.repeat(65)],
  ['65 emoji', '🚀'.repeat(65)],
  ['60 KB of marks', `a${'\u0301'.repeat(30_000)}`],
])('a name of %s is too long', (_what, text) => {
  expect(readName(text, max)).toEqual({ kind: 'too_long' })
})

test.each([
  ['  回测 🚀 ', '回测 🚀'],
  ['e\u0301te\u0301', 'été'],
  [
    '👩‍👩‍👧‍👦 ❤️ 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '👩‍👩‍👧‍👦 ❤️ 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  ],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['ที่นี่', 'ที่นี่'],
  ['🚀'.repeat(64), '🚀'.repeat(64)],
])('the name %j is kept as %j', (text, name) => {
  expect(readName(text, max)).toEqual({ kind: 'ok', name })
})

test('the raw length of a name is checked before Unicode normalization', () => {
  const composing = vi.spyOn(String.prototype, 'normalize')
  readName(`a${'\u0301'.repeat(30_000)}`, max)
  expect(composing).not.toHaveBeenCalled()
  composing.mockRestore()
})

const layout = { name: 'mine', state: {} }
const contact = { name: 'Ada', email: 'ada@example.com', message: 'Hello' }

/** Fields in which a person enters a name, each with the path of its refusal. */
const fields = [
  ['a key', 'name', (name: string) => renameKeyRoute.body.safeParse({ name })],
  ['a layout', 'name', (name: string) => keepChartLayoutRoute.body.safeParse({ ...layout, name })],
  [
    'a drawing',
    'drawings.0.text',
    (text: string) => keepChartLayoutRoute.body.safeParse({ ...layout, drawings: [{ text }] }),
  ],
  ['a passkey', 'name', (name: string) => addPasskeyRoute.body.safeParse({ ticket: 't', response: {}, name })],
  ['the contact form', 'name', (name: string) => contactRoute.body.safeParse({ ...contact, name })],
] as const

test.each(fields)('the name field of %s is checked by the rule for names', (_what, path, parse) => {
  for (const bad of ['\u200b', 'a\u202eb', 'x'.repeat(201)]) {
    const issue = parse(bad).error?.issues[0]
    expect([bad, issue?.path.join('.')]).toEqual([bad, path])
  }
  expect(parse(' 回测 🚀 ').success).toBe(true)
})

test('a contact message without visible characters is refused', () => {
  expect(contactRoute.body.safeParse({ ...contact, message: '\u200b\n\u3164' }).error?.issues[0]?.path).toEqual([
    'message',
  ])
})
