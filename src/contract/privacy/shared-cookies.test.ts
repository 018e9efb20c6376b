import { expect, test } from 'vitest'
import { languageCookies } from './shared-cookies.ts'

const nameAndDomain = (cookie: string) => [
  /^[^;]*/.exec(cookie)?.[0],
  /Domain=([^;]*)/.exec(cookie)?.[1] ?? 'this host',
  cookie.includes('Max-Age=0') ? 'ended' : 'kept',
]

test('without a configured domain, both language cookies are set for the current host', () => {
  expect(languageCookies('zh-HK', { secure: true, domain: null }).map(nameAndDomain)).toEqual([
    ['lang=zh-HK', 'this host', 'kept'],
    ['locale=zh-HK', 'this host', 'kept'],
  ])
})

test('with a configured domain, all its hosts share the language cookies, and older cookies of a single host are deleted', () => {
  expect(languageCookies('en-US', { secure: true, domain: 'example.com' }).map(nameAndDomain)).toEqual([
    ['lang=', 'this host', 'ended'],
    ['lang=en-US', 'example.com', 'kept'],
    ['locale=', 'this host', 'ended'],
    ['locale=en-US', 'example.com', 'kept'],
  ])
})
