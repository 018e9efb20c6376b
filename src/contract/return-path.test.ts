import { expect, test } from 'vitest'
import { pathInSite } from './return-path.ts'

test.each([
  '',
  '//evil.tld',
  '///evil.tld',
  '/\\evil.tld',
  '\\\\evil.tld',
  'https:evil.tld',
  'https://evil.tld/dashboard',
  'https://site.tld@evil.tld',
  'https://site.tld.evil.tld',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '/%2F/evil.tld',
  '/%2f%2fevil.tld',
  '/%5Cevil.tld',
  '/%09/evil.tld',
  '/\t/evil.tld',
  '\t//evil.tld',
  ' //evil.tld',
  '/..//evil.tld',
  '/../evil',
  '/./%2e%2e//evil.tld',
  '%0d%0aLocation:x',
  '/%0d%0aLocation:%20x',
  'http://[::1]',
  `/${'a'.repeat(5_000)}`,
  '/%252F%252Fevil.tld',
  '/%25252F/evil.tld',
  'evil.tld',
  '/dashboard\u0000//evil.tld',
  '/\u2028/evil',
  '/%zz',
  '?x=1',
  '#x',
  '/login?redirect=/login',
  '/zh-CN/callback?code=1',
])('row 30: the redirect %j leads to the dashboard', (value) => {
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
