import { expect, test } from 'vitest'
import { preferenceCookies } from './preference-cookies.ts'

type Account = Parameters<typeof preferenceCookies>[0]
const chosen: Account = {
  ...{ theme: 'dark', upColour: 'red', appearanceChosen: true },
  ...{ locale: 'zh-HK', localeChosen: true },
}

const cookiesOf = (change: Partial<Account>, domain: string | null = null) =>
  preferenceCookies({ ...chosen, ...change }, { secure: true, domain })
const names = (change: Partial<Account> = {}) => cookiesOf(change).map((cookie) => cookie.split(';')[0])

test('a sign-in sets cookies for the saved theme, colours and language of the account', () => {
  expect(names()).toEqual(['theme=dark', 'upcolor=red', 'lang=zh-HK', 'locale=zh-HK'])
  expect(names({ theme: 'light', upColour: 'auto' })).toEqual(['theme=light', 'upcolor=', 'lang=zh-HK', 'locale=zh-HK'])
})

test("a sign-in keeps the browser's theme if the theme of the account is “system”", () => {
  expect(names({ theme: 'system', localeChosen: false })).toEqual(['upcolor=red'])
})

test('a sign-in sets no cookies for settings that the owner of the account never saved', () => {
  expect(names({ localeChosen: false })).toEqual(['theme=dark', 'upcolor=red'])
  expect(names({ appearanceChosen: false })).toEqual(['lang=zh-HK', 'locale=zh-HK'])
})

test('a sign-in sets the cookies of theme and language for the parent domain, and deletes those of the host', () => {
  const cookies = cookiesOf({}, 'example.com')
  expect(cookies.map((cookie) => [cookie.split(';')[0], /Domain=([^;]+)/.exec(cookie)?.[1]])).toEqual([
    ['theme=', undefined],
    ['theme=dark', 'example.com'],
    ['upcolor=red', undefined],
    ['lang=', undefined],
    ['lang=zh-HK', 'example.com'],
    ['locale=', undefined],
    ['locale=zh-HK', 'example.com'],
  ])
})
