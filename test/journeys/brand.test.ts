import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { keepBrand, keepPicture, publishBrand } from '#src/brand/brands.ts'
import { locales } from '#src/contract/locale.ts'
import { brandOf } from '#src/platform/brand/brand.ts'
import { projectRoot } from '#src/roles/open-platform.ts'
import { signUp } from '#test/fixtures/customer.ts'
import { type TestProduct, testProduct } from '#test/fixtures/product.ts'
import { otherPaths, sitePages } from '#test/fixtures/site-paths.ts'

/* An installation that is branded in its console, and everything of it that a customer can read. */

const cli = { kind: 'operator-cli' } as const
const ink = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 30"><path fill="#10204a" d="M0 0h120v30H0z"/></svg>`
const pale = ink.replace('#10204a', '#e8eefc')
const square = ink.replace('0 0 120 30', '0 0 30 30')
const picture = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

let product: TestProduct

beforeAll(async () => {
  product = await testProduct({ SUPPORT_EMAIL: 'help@acme.example' })
  const { ctx } = product
  let number = await keepBrand(ctx, cli, {
    ...{ number: 0, name: 'Acme Data', shortName: 'Acme', slug: 'acme', accent: '#1155cc' },
    ...{ legalName: 'Acme Data Ltd', legalAddress: '1 Acme Street', poweredBy: false },
    ...{ supportEmail: 'help@acme.example', securityEmail: 'security@acme.example' },
  })
  for (const [name, svg] of [
    ['wordmark', ink],
    ['wordmarkDark', pale],
    ['icon', square],
  ] as const)
    number = await keepPicture(ctx, cli, { number, name, picture: picture(svg) })
  await publishBrand(ctx, cli, { number })
  await vi.waitFor(() => expect(brandOf(ctx).name).toBe('Acme Data'))
})
afterAll(() => product?.[Symbol.asyncDispose]())

type Read = { at: string; text: string }

async function read(url: string, init?: RequestInit): Promise<Read> {
  const answer = await fetch(url, { redirect: 'manual', ...init })
  const heads = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  return { at: url.replace(product.site, '').replace(product.api, 'api '), text: `${heads}\n\n${await answer.text()}` }
}

/** Where the earlier name stands, with some letters around it. */
function hits(reads: readonly Read[]): string[] {
  return reads.flatMap(({ at, text }) =>
    [...text.matchAll(/.{0,30}tapewire.{0,30}/gi)].map(([found]) => `${at}: ${found}`),
  )
}

test('no public page, text or document has the name of the software', async () => {
  const { site } = product
  const pages = sitePages.filter(({ path }) => !/^\/operator|:|\*/.test(path)).map(({ path }) => path)
  const { text: sitemap } = await read(`${site}/sitemap.xml`)
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
  const inLanguages = locales.flatMap((locale) => [...pages, '/no-such-page'].map((path) => `/${locale}${path}`))
  const paths = [...new Set([...listed, ...inLanguages, ...otherPaths(), '/site.webmanifest', '/favicon.svg'])]
  expect(paths.length).toBeGreaterThan(200)
  const reads: Read[] = []
  for (const path of paths) reads.push(await read(site + path))
  expect(reads.find(({ at }) => at === '/en-US')?.text).toContain('Acme Data')
  expect(hits(reads)).toEqual([])
})

test('no file of the site has the name of the software', async () => {
  const folder = `${projectRoot}/build/client`
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(js|css|svg|json|txt)$/.test(name))
  const reads = await Promise.all(names.map((name) => read(`${product.site}/${name}`)))
  expect(reads.length).toBeGreaterThan(50)
  expect(hits(reads)).toEqual([])
})

test('no document, answer or refusal of the data API has the name of the software', async () => {
  const { api } = product
  const call = (method: string, params: object = {}) => ({
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      token: 'tw_demo_public',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const reads = [
    ...(await Promise.all(
      ['/openapi.json', '/postman.json', '/asyncapi.json', '/', '/no-such-call', '/stock/kline?code=AAPL'].map((path) =>
        read(api + path),
      ),
    )),
    await read(`${api}/mcp`, call('initialize', hello)),
    await read(`${api}/mcp`, call('tools/list')),
    await read(`${api}/mcp`, call('prompts/list')),
    await read(`${api}/mcp`, call('resources/list')),
  ]
  expect(reads.find(({ at }) => at.endsWith('/openapi.json'))?.text).toContain('Acme Data')
  expect(reads.map(({ text }) => text).join()).toContain('"title":"Acme Data"')
  expect(hits(reads)).toEqual([])
})

test('a mail has the name, the sender and the colour of the brand', async () => {
  await signUp(product.site, 'reader@example.com')
  const { text } = await read(`${product.site}/dev/mailbox`)
  expect(text).toContain('Acme Data')
  expect(text).not.toContain('FFB31A')
  expect(hits([{ at: 'mailbox', text }])).toEqual([])
})

test('pages link the brand’s pictures and colour, and the pictures are drawn in all sizes', async () => {
  const { site, ctx } = product
  const { text: home } = await read(`${site}/en-US`)
  expect(home).toContain('--accent:#1155cc')
  const links = [...home.matchAll(/(?:href|src|content)="([^"]*\?v=[0-9a-f]{12})"/g)].map(
    ([, link = '']) => new URL(link, site).pathname,
  )
  for (const path of [
    '/favicon.svg',
    '/apple-touch-icon.png',
    '/site.webmanifest',
    '/brand/wordmark',
    '/brand/wordmark-dark',
  ])
    expect(links).toContain(path)
  expect(await (await fetch(`${site}/favicon.svg`)).text()).toBe(square)
  const { version } = brandOf(ctx)
  for (const [path, px] of [
    ['/apple-touch-icon.png', 180],
    ['/icon-192.png', 192],
    ['/icon-512.png', 512],
    ['/images/share/zh-HK/pricing.png', 1200],
  ] as const) {
    const answer = await fetch(`${site}${path}?v=${version}`)
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([
      path,
      200,
      expect.stringContaining('immutable'),
    ])
    expect(Buffer.from(await answer.arrayBuffer()).readUInt32BE(16)).toBe(px)
  }
  expect((await fetch(`${site}/images/share/en-US/no-such-page.png`)).status).toBe(404)
})
