import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { locales } from '#src/contract/locale.ts'
import { senderOf } from '#src/platform/mail/mail-sender.ts'
import { readConfig } from '#src/roles/config.ts'
import { signUp } from '#test/fixtures/customer.ts'
import { type TestProduct, testProduct } from '#test/fixtures/product.ts'

/*
 * Every setting with a free text of the operator, filled with characters that are special in HTML, Markdown, JSON,
 * mails or spreadsheets.
 */

const acting = `<script>alert(1)</script><img src=x onerror=alert(2)>[x](javascript:alert(3))![y](javascript:alert(4))</title>*b*\`c\`|&"'{{errors}}{#id}`
const names = [
  'BRAND_NAME',
  'LEGAL_ENTITY',
  'LEGAL_ADDRESS',
  'LEGAL_JURISDICTION',
  'CLAIM_USERS',
  'CLAIM_ROWS',
  'CLAIM_RAW_DATA',
  'CLAIM_MESSAGES',
  'OIDC_NAME',
]
const shown = (name: string) => `${name} ${acting}`

let product: TestProduct

beforeAll(async () => {
  product = await testProduct({
    ...Object.fromEntries(names.map((name) => [name, shown(name)])),
    OIDC_ISSUER: 'http://localhost:9',
    OIDC_CLIENT_ID: 'id',
    OIDC_CLIENT_SECRET: 'secret',
  })
})
afterAll(() => product?.[Symbol.asyncDispose]())

const hash = createHash('sha256').update('alert(1)').digest('base64')
const acts = /<script>alert|<img src=x|<\/title>\*b|(?:href|src)="javascript:/

async function read(path: string): Promise<{ text: string; policy: string; type: string }> {
  const answer = await fetch(product.site + path)
  expect([path, answer.status]).toEqual([path, 200])
  const { headers } = answer
  const text = await answer.text()
  return { text, policy: headers.get('content-security-policy') ?? '', type: headers.get('content-type') ?? '' }
}

test('HTML in a setting stays text on public pages and in the feed, and no content security policy allows its script', async () => {
  const { text: sitemap } = await read('/sitemap.xml')
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
  const english = addresses.filter((path) => path.startsWith('/en-US'))
  // A few documents of each folder suffice, since the same code renders all of them.
  const kinds = Map.groupBy(english, (path) => path.split('/').slice(0, 3).join('/'))
  const paths = [...[...kinds.values()].flatMap((kind) => kind.slice(0, 2)), '/en-US/login', '/en-US/blog/rss.xml']
  expect(paths.length).toBeGreaterThan(15)
  for (const path of [...paths, '/dev/mailbox', '/zh-CN', '/zh-HK/contact']) {
    const { text, policy } = await read(path)
    expect([path, acts.exec(text)?.[0]]).toEqual([path, undefined])
    expect(policy).not.toContain(hash)
    expect(policy).not.toMatch(/script-src[^;]*'unsafe-inline'/)
  }
})

test('the terms show the brand name and the legal settings unchanged, in three languages', async () => {
  const html = acting.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  for (const locale of locales) {
    const { text } = await read(`/${locale}/terms`)
    const plain = text.replaceAll('&quot;', '"').replaceAll('&#39;', "'")
    for (const name of ['BRAND_NAME', 'LEGAL_ENTITY', 'LEGAL_ADDRESS', 'LEGAL_JURISDICTION'])
      expect([locale, name, plain.includes(`${name} ${html}`)]).toEqual([locale, name, true])
  }
})

test('data for search engines and programs stays valid if settings contain special characters', async () => {
  const { text } = await read('/en-US/pricing')
  const blocks = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  expect(blocks.length).toBeGreaterThan(0)
  expect(blocks.map(([, json = '']) => JSON.stringify(JSON.parse(json))).join()).toContain('BRAND_NAME <script>')
  for (const path of ['/openapi.json', '/asyncapi.json']) {
    const document = await (await fetch(product.api + path)).json()
    expect(document.info.title).toContain(shown('BRAND_NAME'))
  }
  expect((await read('/llms.txt')).type).toBe('text/plain; charset=utf-8')
})

test('a mail shows the brand name setting as text, and its sender remains a single address', async () => {
  const email = 'reader@example.com'
  await signUp(product.site, email)
  const [mail] = await (await fetch(`${product.site}/dev/mailbox.json?to=${email}`)).json()
  expect(mail.html.toLowerCase()).toContain('&lt;script&gt;alert(1)')
  expect(mail.html).not.toMatch(acts)
  const { settings } = readConfig({ BRAND_NAME: 'Acme, "Data" <x@y.z>' }, {})
  expect(senderOf({ settings, kept: new Map() })).toBe('"Acme, \\"Data\\" <x@y.z>" <no-reply@localhost>')
})
