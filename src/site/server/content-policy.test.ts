import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { testSettings } from '#test/fixtures/settings.ts'
import { contentPolicy, headScriptHash, withoutNonce } from './content-policy.ts'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('only scripts with the nonce of their rendering are named, and the nonce goes', () => {
  const page =
    '<script>theme()</script><link rel="x" nonce="n+/="/><script nonce="n+/=">ours()</script>' +
    '<script type="module" nonce="n+/=" async="">import("/a.js")</script><script nonce="n+/=" src="/b.js"></script>' +
    '<script type="application/ld+json">{}</script><script>brought()</script><script nonce="other">guessed()</script>'
  const { html, scripts } = withoutNonce(page, 'n+/=')
  expect(scripts).toEqual([headScriptHash, hash('ours()'), hash('import("/a.js")')])
  expect(html).not.toContain('n+/=')
  expect(html).toContain('<script>ours()</script>')
})

test('a script that is opened before one of ours takes its body along, unnamed', () => {
  const { scripts } = withoutNonce('<script>steal(); <script nonce="n">ours()</script>', 'n')
  expect(scripts).toEqual([headScriptHash])
})

test.each([
  ['https://www.googletagmanager.com/gtag/js', 'connect-src', 'https://*.google-analytics.com'],
  ['https://www.googletagmanager.com/gtag/js', 'connect-src', 'https://*.analytics.google.com'],
  ['https://www.googletagmanager.com/gtag/js', 'script-src', 'https://*.googletagmanager.com'],
  ['https://www.googletagmanager.com/gtag/js', 'img-src', 'https://*.google-analytics.com'],
  ['https://tag.example/tag.js', 'connect-src', 'https://tag.example'],
  ['https://tag.example/tag.js', 'img-src', 'https://tag.example'],
])('with the tag %s, %s allows %s', (url, directive, source) => {
  const settings = testSettings({ ANALYTICS_URL: url, ANALYTICS_TAG_ID: 'T-1' })
  const policy = contentPolicy(settings, false)([])
  const sources = policy.split('; ').find((part) => part.startsWith(`${directive} `))
  expect(sources?.split(' ')).toContain(source)
})
