import { expect, test } from 'vitest'
import { taxOf } from './tax.ts'
import { isVatNumber } from './vat-number.ts'

test.each([
  ['DE', 'DE123456789', true],
  ['DE', 'de 123 456 789', true],
  ['DE', '123456789', false],
  ['DE', 'DE12345678', false],
  ['AT', 'ATU12345678', true],
  ['AT', 'AT12345678', false],
  ['FR', 'FRXX999999999', true],
  ['FR', 'FR12 345678901', true],
  ['FR', 'FROO123456789', false],
  ['ES', 'ESX1234567X', true],
  ['ES', 'ES12345678Z', true],
  ['ES', 'ES123456789', false],
  ['GR', 'EL123456789', true],
  ['GR', 'GR123456789', false],
  ['IE', 'IE1234567WA', true],
  ['IE', 'IE1A23456B', true],
  ['NL', 'NL123456789B01', true],
  ['NL', 'NL123456789001', false],
  ['FR', 'DE123456789', false],
  ['GB', 'GB123456789', false],
  ['', 'DE123456789', false],
])('in the country %j, %s has the form of a VAT number: %s', (country, taxId, isValid) => {
  expect(isVatNumber(country, taxId)).toBe(isValid)
})

const rates = new Map([
  ['DE', 1_900],
  ['FR', 2_000],
  ['CH', 810],
])

test.each([
  ['a consumer pays the rate of the country', 'FR', '', { rate: 2_000, tax: 13_200_000n, reverseCharge: false }],
  ['a business of another EU country pays by itself', 'FR', 'FR12345678901', { rate: 0, tax: 0n, reverseCharge: true }],
  ['a business of the seller’s country pays the rate', 'DE', 'DE123456789', { rate: 1_900, tax: 12_650_000n }],
  ['a number of another country is no proof', 'FR', 'DE123456789', { rate: 2_000, reverseCharge: false }],
  ['fractions of a percent count', 'CH', 'CHE-123.456.789', { rate: 810, tax: 5_930_000n }],
  ['a country without a rate has no tax', 'US', '', { rate: null, tax: 0n }],
  ['no country has no tax', '', '', { rate: null, tax: 0n }],
  ['an EU business without a rate of its country pays by itself', 'IT', 'IT12345678901', { reverseCharge: true }],
] as const)('a sale has the right tax: %s', (_rule, country, taxId, tax) => {
  expect(taxOf(79_200_000n, { rates, sellerCountry: 'DE', buyer: { country, taxId } })).toMatchObject(tax)
})

test('without tax rates, a sale has neither tax nor reverse charge', () => {
  const buyer = { country: 'FR', taxId: 'FR12345678901' }
  expect(taxOf(79_200_000n, { rates: new Map(), sellerCountry: 'DE', buyer })).toEqual({
    country: null,
    rate: null,
    tax: 0n,
    reverseCharge: false,
  })
})
