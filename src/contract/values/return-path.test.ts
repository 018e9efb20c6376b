import { expect, test } from 'vitest'
import { hostileRedirects } from '#test/fixtures/hostile-redirects.ts'
import { pathInSite } from './return-path.ts'

test.each(hostileRedirects)('the hostile redirect %j leads to the dashboard', (value) => {
  expect(pathInSite(value)).toBe('/dashboard')
})

test.each([
  '/payment?plan=base#x',
  '/zh-HK/dashboard/security',
  '/',
  '/chart?symbol=stock:AAPL$US',
  '/blog/100%25-coverage',
  '/pricing?next=https://evil.tld',
])('the redirect %j is kept', (value) => {
  expect(pathInSite(value)).toBe(value)
})
