import { expect, test } from 'vitest'
import { inChosenLanguage } from './return-language.ts'

const ended = 'lang=; Path=/; Max-Age=0'
const chosen = ['authorization=x; Path=/', ended, 'lang=zh-HK; Path=/; Domain=example.com', 'locale=zh-HK']

test.each([
  ['/dashboard', '/zh-HK/dashboard'],
  ['/en-US/payment?plan=a#b', '/zh-HK/payment?plan=a#b'],
  ['/zh-HK/blog', '/zh-HK/blog'],
  ['/', '/zh-HK'],
  ['/en-US', '/zh-HK'],
  ['/en-USA', '/zh-HK/en-USA'],
])('a redirect to %s leads to the page in the language that the account chose', (path, expected) => {
  expect(inChosenLanguage(path, chosen)).toBe(expected)
})

test('a redirect keeps its path if the account has no chosen language', () => {
  for (const cookies of [[], [ended], ['lang=fr-FR'], ['locale=zh-HK']])
    expect(inChosenLanguage('/en-US/dashboard', cookies)).toBe('/en-US/dashboard')
})
