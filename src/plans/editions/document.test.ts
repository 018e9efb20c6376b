import { expect, test } from 'vitest'
import { problemMessage } from '#src/locales/problem-message.ts'
import { firstEdition } from '../first-edition.ts'
import { documentText, publicationProblems, readDocument } from './document.ts'

function withField(id: string, field: string, value: unknown): object {
  return {
    ...firstEdition,
    plans: firstEdition.plans.map((plan) => (plan.id === id ? { ...plan, [field]: value } : plan)),
  }
}

test('an exported document of the plans can be imported and has one line for each plan', () => {
  const text = documentText(firstEdition)
  expect(readDocument(JSON.parse(text))).toEqual({ kind: 'ok', document: firstEdition })
  expect(text.split('\n').filter((line) => line.includes('"id"'))).toHaveLength(firstEdition.plans.length)
})

test.each<[string, string, unknown, string]>([
  ['integrated-base', 'price', 99, 'integrated-base: "price" must be a text in quotes.'],
  ['integrated-base', 'price', undefined, 'integrated-base: "price" is missing.'],
  ['integrated-base', 'files', 1, 'integrated-base: "files" must be true or false.'],
  ['integrated-base', 'search', 'some', 'integrated-base: "search" must be one of first-page, full.'],
  ['integrated-base', 'classes', [], 'integrated-base: "classes" must have at least 1 entry.'],
  ['integrated-base', 'perMinute', 2e9, 'integrated-base: "perMinute" must be at most 1000000000.'],
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
  [
    'stock-us-base',
    'names',
    { 'en-US': '{tier}' },
    'stock-us-base: "names.en-US" must be a name of 1 to 40 characters without braces and angle brackets.',
  ],
  ['stock-us-base', 'names', { 'fr-FR': 'Base' }, 'stock-us-base: "names.fr-FR" is not a field of it.'],
  ['stock-us-base', 'id', 'stock-xx-base', 'stock-xx-base is not a plan that this product knows.'],
  ['stock-us-base', 'id', 'stock-us-premium', 'stock-us-premium stands in "plans" more than once.'],
  ['integrated-free', 'id', 'stock-us-free', 'integrated-free is missing: every account begins with it.'],
])('the plan %s with the field %s set to %j is refused: %s', (id, field, value, sentence) => {
  const read = readDocument(withField(id, field, value))
  const problems = read.kind === 'refused' ? read.problems : []
  expect(problems.map((one) => problemMessage('en-US', one))).toContain(sentence)
})

test.each([null, 'plans', {}, { ...firstEdition, newcomerDiscount: 95 }, { ...firstEdition, extra: 1 }])(
  'an invalid document of the plans is refused with reasons: %j',
  (json) => {
    const read = readDocument(json)
    const problems = read.kind === 'refused' ? read.problems : []
    expect(problems).not.toEqual([])
    for (const problem of problems) expect(problemMessage('en-US', problem)).toMatch(/^[\w"].*\.$/)
  },
)

test('a problem of the plans is described in the language of the reader', () => {
  const read = readDocument(withField('integrated-base', 'price', '0.00'))
  const problems = read.kind === 'refused' ? read.problems : []
  expect(problems.map((one) => problemMessage('zh-CN', one))).toContain('integrated-base: "price" 须大于零。')
})

test('plans with the operator’s tier names can be published only if each named tier has a name in every language', () => {
  const named = { ...firstEdition, tierNames: { base: { 'en-US': 'Starter', 'zh-CN': '入门版' } } }
  const sentences = publicationProblems(named).map((one) => problemMessage('en-US', one))
  expect(sentences).toEqual(['base has no name in zh-HK.'])
  const whole = { ...firstEdition, tierNames: { base: { ...named.tierNames.base, 'zh-HK': '入門版' }, free: {} } }
  expect(publicationProblems(whole)).toEqual([])
})
