import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { testSettings } from '#test/fixtures/settings.ts'
import { localeContext, platformContext } from '../../context/context.ts'
import { loader } from './choose-language.ts'

function chosen(to: string): Response {
  const context = new RouterContextProvider()
  context.set(localeContext, 'zh-HK')
  context.set(platformContext, { settings: testSettings({}) } as never)
  const url = new URL(`https://data.example/zh-HK/language?${new URLSearchParams({ to })}`)
  return loader({ url, context } as never)
}

test.each([
  ['/en-US/docs/limits', '/zh-HK/docs/limits'],
  ['/en-US/login?redirect=%2Fen-US%2Fpayment', '/zh-HK/login?redirect=%2Fen-US%2Fpayment'],
  ['/en-US', '/zh-HK'],
  ['', '/zh-HK'],
  ['//evil.example/en-US/pricing', '/zh-HK'],
  ['https://evil.example/en-US/pricing', '/zh-HK'],
  ['/en-US//evil.example', '/zh-HK//evil.example'],
  ['\\\\evil.example', '/zh-HK'],
  ['https://', '/zh-HK'],
])('choosing another language on the page %j redirects to %s and stores the language in cookies', (to, path) => {
  const { status, headers } = chosen(to)
  expect([status, headers.get('location')]).toEqual([302, path])
  expect(headers.getSetCookie().map((cookie) => cookie.split(';')[0])).toEqual(['lang=zh-HK', 'locale=zh-HK'])
})
