import { expect, test } from 'vitest'
import { readerLocale, storedLocaleIsForeign } from './reader-locale.ts'

test.each([
  ['en-GB,en;q=0.9', 'en-US'],
  ['zh-TW', 'zh-HK'],
  ['zh-Hant-MO', 'zh-HK'],
  ['zh', 'zh-CN'],
  ['fr-FR,fr;q=0.9', 'zh-CN'],
  ['fr;q=1, en;q=0.2, zh-HK;q=0.8', 'zh-HK'],
  ['en;q=0, zh-CN;q=0.1', 'zh-CN'],
  ['', 'zh-CN'],
])('the Accept-Language header %s gives the language %s', (header, locale) => {
  expect(readerLocale(new Headers({ 'accept-language': header }))).toBe(locale)
})

test('the language chosen by the reader overrides the browser language, and the cookie lang overrides the cookie locale', () => {
  const headers = new Headers({ cookie: 'locale=zh-CN; lang=en-US', 'accept-language': 'zh-HK' })
  expect(readerLocale(headers)).toBe('en-US')
})

test.each(['lang=fr-FR', 'locale=fr-FR'])(
  'an unsupported language in a cookie (%s) is replaced by the default language',
  (cookie) => {
    const headers = new Headers({ cookie, 'accept-language': 'en' })
    expect(readerLocale(headers)).toBe('zh-CN')
    expect(storedLocaleIsForeign(headers)).toBe(true)
  },
)

test('a supported language in a cookie is not replaced', () => {
  expect(storedLocaleIsForeign(new Headers({ cookie: 'lang=zh-HK; locale=zh-HK' }))).toBe(false)
})
