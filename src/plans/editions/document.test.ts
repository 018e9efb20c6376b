import { expect, test } from 'vitest'
import { firstEdition } from '../first-edition.ts'
import { documentText, readDocument } from './document.ts'

function withField(id: string, field: string, value: unknown): object {
  return {
    ...firstEdition,
    plans: firstEdition.plans.map((plan) => (plan.id === id ? { ...plan, [field]: value } : plan)),
  }
}

test('what is exported can be imported, one line for each plan', () => {
  const text = documentText(firstEdition)
  expect(readDocument(JSON.parse(text))).toEqual({ kind: 'ok', document: firstEdition })
  expect(text.split('\n').filter((line) => line.includes('"id"'))).toHaveLength(firstEdition.plans.length)
})

test.each<[string, string, unknown, string]>([
  [
    'integrated-base',
    'price',
    99,
    'integrated-base: "price" is wrong: Invalid input: expected string, received number.',
  ],
  [
    'integrated-base',
    'price',
    '99',
    'integrated-base: "price" must be an amount with two decimals in quotes, for instance "99.00".',
  ],
  ['integrated-base', 'price', '0.00', 'integrated-base: "price" must be above zero.'],
  [
    'integrated-enterprise',
    'price',
    '5.00',
    'integrated-enterprise: "price" must be null; the operator grants this plan.',
  ],
  ['stock-us-base', 'price', '100.00', 'stock-us-professional: "price" is below that of stock-us-base.'],
  ['stock-us-base', 'perMinute', 1.5, 'stock-us-base: "perMinute" must be a whole number.'],
  ['stock-us-base', 'sockets', 0, 'stock-us-base: "sockets" must be at least 1.'],
  ['stock-us-base', 'classes', ['crypto'], 'stock-us-base: "classes" names crypto, which its market does not cover.'],
  ['stock-us-base', 'colour', 'red', 'stock-us-base: "colour" is not a field of it.'],
  ['stock-us-base', 'id', 'stock-xx-base', 'stock-xx-base is not a plan that this product knows.'],
  ['stock-us-base', 'id', 'stock-us-premium', 'stock-us-premium stands in "plans" more than once.'],
  ['integrated-free', 'id', 'stock-us-free', 'integrated-free is missing: every account begins with it.'],
])('%s with %s %j: %s', (id, field, value, sentence) => {
  const read = readDocument(withField(id, field, value))
  expect(read.kind === 'refused' && read.problems).toContain(sentence)
})

test.each([null, 'plans', {}, { ...firstEdition, newcomerDiscount: 95 }, { ...firstEdition, extra: 1 }])(
  'a document that is none is refused in words: %j',
  (json) => {
    const read = readDocument(json)
    expect(read.kind).toBe('refused')
    expect(read.kind === 'refused' && read.problems.every((sentence) => /^[\w"].*\.$/.test(sentence))).toBe(true)
  },
)
