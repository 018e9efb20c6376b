import { expect, test } from 'vitest'
import { factsOf } from './audit-facts.ts'

test('the amounts, times and ids of an audit row are recognised by the names of their fields', () => {
  const detail = {
    payable: '79200000',
    due: 4_300_001,
    expiresAt: 1_798_408_128_621,
    validUntil: 1_798_408_128_621,
    from: 1_798_408_128_621,
    keyId: 'b507bb0e',
    late: false,
    approval: null,
  }
  expect(factsOf(detail)).toEqual([
    { name: 'payable', value: { kind: 'money', text: '79.20 USDT' } },
    { name: 'due', value: { kind: 'money', text: '4.300001 USDT' } },
    ...['expiresAt', 'validUntil', 'from'].map((name) => ({ name, value: { kind: 'time', at: 1_798_408_128_621 } })),
    { name: 'keyId', value: { kind: 'id', text: 'b507bb0e' } },
    { name: 'late', value: { kind: 'no' } },
  ])
})

test('the price of a granted plan, a written-off amount and the amount of a request are shown in USDT', () => {
  const request = { verb: 'credit.adjust', input: { micro: '-501000000', paid: false } }
  expect(factsOf({ price: '4800000000', missing: '5000000', ...request })).toMatchObject([
    { name: 'price', value: { kind: 'money', text: '4800.00 USDT' } },
    { name: 'missing', value: { kind: 'money', text: '5.00 USDT' } },
    { name: 'verb' },
    { name: 'input', value: { text: 'micro: −501.00 USDT, paid: false' } },
  ])
})

test('an audit row of a change shows each changed field with its values before and after', () => {
  const detail = { before: { name: 'Old', lot: '1' }, after: { name: 'New', lot: '1', isin: 'US1' } }
  expect(factsOf(detail)).toEqual([
    { name: 'name', before: { kind: 'text', text: 'Old' }, value: { kind: 'text', text: 'New' } },
    { name: 'isin', before: { kind: 'none' }, value: { kind: 'text', text: 'US1' } },
  ])
  expect(factsOf({ line: 9, before: 'a,1', after: 'a,2' })).toEqual([
    { name: 'line', value: { kind: 'text', text: '9' } },
    { name: 'value', before: { kind: 'text', text: 'a,1' }, value: { kind: 'text', text: 'a,2' } },
  ])
})
