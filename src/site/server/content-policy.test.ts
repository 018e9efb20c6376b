import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { testSettings } from '#test/fixtures/settings.ts'
import { contentPolicy, headScriptHash, scriptHashes } from './content-policy.ts'

test('the content policy allows the head script and each inline script of a page by its hash', () => {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  expect(scriptHashes(['ours()', 'ours()'])).toEqual([headScriptHash, hash('ours()')])
})

test.each([
  ['https://www.googletagmanager.com/gtag/js', 'connect-src', 'https://*.google-analytics.com'],
  ['https://www.googletagmanager.com/gtag/js', 'connect-src', 'https://*.analytics.google.com'],
  ['https://www.googletagmanager.com/gtag/js', 'script-src', 'https://*.googletagmanager.com'],
  ['https://www.googletagmanager.com/gtag/js', 'img-src', 'https://*.google-analytics.com'],
  ['https://tag.example/tag.js', 'connect-src', 'https://tag.example'],
  ['https://tag.example/tag.js', 'img-src', 'https://tag.example'],
])('with the analytics tag %s, the directive %s allows %s', (url, directive, source) => {
  const settings = testSettings({ ANALYTICS_URL: url, ANALYTICS_TAG_ID: 'T-1' })
  const policy = contentPolicy(settings, false)([])
  const sources = policy.split('; ').find((part) => part.startsWith(`${directive} `))
  expect(sources?.split(' ')).toContain(source)
})
