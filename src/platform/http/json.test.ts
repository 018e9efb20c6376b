import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isRefusal } from '#src/contract/errors.ts'
import { endsOnLongText, longTextLength } from '#test/fixtures/linear-work.ts'
import { jsonDepthMax, parseJson } from './json.ts'

function refusalOf(text: string): string | null {
  try {
    parseJson(text)
    return null
  } catch (error) {
    if (!isRefusal(error)) throw error
    return error.error
  }
}

/** JSON with randomly escaped strings, since one character can be written in several ways. */
const spelled = fc
  .tuple(fc.json({ maxDepth: 6 }), fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }))
  .map(([text, draws]) =>
    text.replace(/[a-zA-Z]/g, (letter, at: number) =>
      draws[at % 16] && isInString(text, at) ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : letter,
    ),
  )

function isInString(text: string, at: number): boolean {
  let open = false
  for (let before = 0; before < at; before += 1) {
    if (open && text[before] === '\\') before += 1
    else if (text[before] === '"') open = !open
  }
  return open && text[at - 1] !== '\\' && !/\\u[0-9a-f]{0,3}$/i.test(text.slice(Math.max(0, at - 5), at))
}

test('parseJson returns the same value as JSON.parse, or refuses the text because of a forbidden character', () => {
  fc.assert(
    fc.property(spelled, (text) => {
      if (refusalOf(text) === null) expect(parseJson(text)).toEqual(JSON.parse(text))
      else expect(JSON.stringify(JSON.parse(text))).toMatch(/\\u(0000|d[89a-f])/)
    }),
    { numRuns: 500 },
  )
})

test('parseJson refuses all texts that JSON.parse refuses', () => {
  const text = fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', 'a', '1', ' ', 'u') })
  fc.assert(
    fc.property(text, (broken) => {
      try {
        JSON.parse(broken)
      } catch {
        expect(refusalOf(broken)).toBe('bad_json')
      }
    }),
    { numRuns: 2_000 },
  )
})

const name = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !text.includes('\0'))
const space = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r'), maxLength: 4 })

test('parseJson refuses a duplicate field at any depth, however it is spelled and spaced', () => {
  fc.assert(
    fc.property(name, space, fc.integer({ min: 0, max: 15 }), (field, gap, depth) => {
      const plain = JSON.stringify(field)
      const escaped = `"${[...field].map(escapeUnits).join('')}"`
      const twice = `{${plain}${gap}:1,${gap}${escaped}${gap}:${gap}2}`
      const once = `{${plain}${gap}:[${plain}],"${'x'.repeat(20)}":${escaped}}`
      const [open, close] = ['{"a":['.repeat(depth / 2), ']}'.repeat(depth / 2)]
      expect(refusalOf(open + twice + close)).toBe('bad_json')
      expect(refusalOf(open + once + close)).toBe(null)
    }),
  )
})

function escapeUnits(char: string): string {
  return char
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}

test('parseJson refuses nesting beyond the limit, in lists, in objects and in both', () => {
  const shape = fc.array(fc.boolean(), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(shape, (levels) => {
      const open = levels.map((isList) => (isList ? '[' : '{"[":')).join('')
      const close = levels.map((isList) => (isList ? ']' : '}')).reverse()
      expect(refusalOf(`${open}"{["${close.join('')}`)).toBe(levels.length > jsonDepthMax ? 'bad_json' : null)
    }),
  )
})

test.each([
  ['an unpaired surrogate', '{"a":"\\ud800"}', 'bad_json'],
  ['an unpaired surrogate in a name', '{"\\uDC00":1}', 'bad_json'],
  ['a surrogate in the text itself', '{"a":"\ud800"}', 'bad_json'],
  ['a pair of surrogates', '{"a":"\\ud83d\\ude00"}', null],
  ['an escape that is itself escaped', '{"a":"\\\\ud800"}', null],
  ['U+0000', '{"a":["\\u0000"]}', 'bad_characters'],
  ['U+0000 in a name', '{"a":{"\\u0000":1}}', 'bad_characters'],
  ['U+0000 behind backslashes', '{"a":"\\\\\\u0000"}', 'bad_characters'],
  ['the words for U+0000', '{"a":"\\\\u0000"}', null],
  ['a raw U+0000', '{"a":"\0"}', 'bad_json'],
])('parseJson accepts only valid JSON with characters that PostgreSQL can store: %s', (_case, text, name) => {
  expect(refusalOf(text)).toBe(name)
})

const filled = (part: string) => part.repeat(longTextLength / part.length)

test.each([
  ['escaped quotes without an end', filled('\\"')],
  ['an open string of escaped quotes', `"${filled('\\"')}`],
  ['a closed string of escaped quotes', `"${filled('\\"')}"`],
  ['backslashes', `"${filled('\\\\')}"`],
  ['escaped U+0000 that is none', `"${filled('\\\\u0000')}"`],
  ['open lists', filled('[')],
  ['closed lists', filled('[') + filled(']')],
  ['short strings', `[${filled('"",')}""]`],
  ['gaps behind strings', `[${`"a"${' '.repeat(200)},`.repeat(2_500)}1]`],
  ['names', `{${Array.from({ length: 20_000 }, (_, at) => `"n${at}":1`).join()}}`],
  ['a long number', '1'.repeat(longTextLength)],
])('a long JSON text of %s is checked in linear time', (_case, text) => {
  endsOnLongText(() => refusalOf(text))
})
