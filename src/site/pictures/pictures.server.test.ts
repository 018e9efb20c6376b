import { expect, test } from 'vitest'
import { stockCountries } from '#src/contract/values/countries.ts'
import { instrumentLogoId, logoUrl } from '#src/site/pictures/logos.ts'
import { picture } from './pictures.server.ts'

function get(path: string): Response | null {
  return picture(new Request(`http://site.test${path}`))
}

test('every country of the stock catalogue has its own flag', async () => {
  const drawn = await Promise.all(
    stockCountries.map(async ({ code }) => get(`/img/country/${code.toUpperCase()}.svg`)?.text()),
  )
  expect(drawn.every((text) => text?.startsWith('<svg '))).toBe(true)
  expect(new Set(drawn).size).toBe(stockCountries.length)
})

test('the picture for the logo id of an instrument shows the first two letters of its code', async () => {
  const path = logoUrl(instrumentLogoId({ class: 'stock', region: 'US', code: 'BRK.B' }), 64)
  const answer = get(path)
  expect(answer?.status).toBe(200)
  expect(await answer?.text()).toMatch(/^<svg width="64" .*>BR<\/text>/)
})

test.each(['abc', '99999', '-1', '33'])('the picture size %s is refused with a named error', async (size) => {
  expect(() => logoUrl('stock-us-aapl', Number(size))).toThrow('Invalid size')
  const answer = get(`/img/stock-us-aapl.svg?size=${size}`)
  expect(answer?.status).toBe(400)
  expect(await answer?.text()).toBe('Invalid size')
})

test.each([
  '/img/../../etc/passwd.svg',
  '/img/..%2f..%2fetc%2fpasswd.svg',
  '/img/%2e%2e/secret.svg',
  '/img/a%00b.svg',
  '/img/<script>.svg',
  '/img/country/ZZ.svg',
  '/images/symbol/bond.svg',
])('the picture %s is not found', (path) => {
  expect([404, undefined]).toContain(get(path)?.status)
})

test('a picture that is opened as a page cannot run scripts', () => {
  const answer = get('/img/country/US.svg')
  expect(answer?.headers.get('content-security-policy')).toContain('sandbox')
  expect(answer?.headers.get('x-content-type-options')).toBe('nosniff')
})
