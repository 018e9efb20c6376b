import { expect, test } from 'vitest'
import { preferenceCookies } from './preference-cookies.ts'

type Account = Parameters<typeof preferenceCookies>[0]
const chosen: Account = { theme: 'dark', upColour: 'red', locale: 'zh-HK', localeChosen: true }

const names = (header: string, change: Partial<Account> = {}, domain: string | null = null) =>
  preferenceCookies({ ...chosen, ...change }, header, { secure: true, domain }).map((cookie) => cookie.split(';')[0])

test('a sign-in sets cookies for the theme, colours and language of the account, except for settings that the browser already has', () => {
  expect(names('')).toEqual(['theme=dark', 'upcolor=red', 'lang=zh-HK', 'locale=zh-HK'])
  expect(names('a=1; theme=light; locale=en-US')).toEqual(['upcolor=red'])
  expect(names('theme=light; upcolor=green; lang=zh-CN')).toEqual([])
})

test('a sign-in sets no theme or colour cookie if the theme of the account is “system” and its colours are automatic', () => {
  expect(names('lang=zh-CN', { theme: 'system', upColour: 'auto' })).toEqual([])
})

test('a sign-in sets no language cookie for an account whose owner never chose a language', () => {
  expect(names('theme=light; upcolor=green', { localeChosen: false })).toEqual([])
})

test('a sign-in sets the language cookies for the configured parent domain, and deletes those of the host', () => {
  expect(names('theme=light; upcolor=green', {}, 'example.com')).toEqual([
    'lang=',
    'lang=zh-HK',
    'locale=',
    'locale=zh-HK',
  ])
  const cookies = preferenceCookies(chosen, 'theme=light; upcolor=green', { secure: true, domain: 'example.com' })
  expect(cookies.map((cookie) => /Domain=([^;]+)/.exec(cookie)?.[1])).toEqual([
    undefined,
    'example.com',
    undefined,
    'example.com',
  ])
})
