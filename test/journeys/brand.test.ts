import { readdir } from 'node:fs/promises'
import { gunzipSync, inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { keepBrand, keepPicture, publishBrand } from '#src/brand/brands.ts'
import { locales } from '#src/contract/locale.ts'
import { brandOf } from '#src/platform/brand/brand.ts'
import { projectRoot } from '#src/platform/installation/project-root.ts'
import { call, signUp } from '#test/fixtures/customer.ts'
import { type TestProduct, testProduct } from '#test/fixtures/product.ts'
import { otherPaths, sitePages } from '#test/fixtures/site-paths.ts'
import { signUpStaff } from '#test/fixtures/staff-sign-up.ts'

/* An installation whose brand was set in the console, and all of its texts that a customer can read. */

const cli = { kind: 'operator-cli' } as const
const ink = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 30"><path fill="#10204a" d="M0 0h120v30H0z"/></svg>`
const pale = ink.replace('#10204a', '#e8eefc')
const square = ink.replace('0 0 120 30', '0 0 30 30')
const picture = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

const patience = { timeout: 30_000, interval: 200 }

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
  await vi.waitFor(() => expect(brandOf(ctx).name).toBe('Acme Data'), patience)
})
afterAll(() => product?.[Symbol.asyncDispose]())

type Read = { at: string; text: string }

async function read(url: string, init?: RequestInit): Promise<Read> {
  const answer = await fetch(url, { redirect: 'manual', ...init })
  const heads = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  return { at: url.replace(product.site, '').replace(product.api, 'api '), text: `${heads}\n\n${await answer.text()}` }
}

/** The occurrences of the name of the software, each with some letters around it. */
function hits(reads: readonly Read[]): string[] {
  return reads.flatMap(({ at, text }) =>
    [...text.matchAll(/tapewire/gi)].map(({ index }) => `${at}: ${text.slice(Math.max(0, index - 30), index + 38)}`),
  )
}

test('no public page, text or document contains the name of the software', async () => {
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

test('no file of the built site contains the name of the software', async () => {
  const folder = `${projectRoot}/build/client`
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(js|css|svg|json|txt)$/.test(name))
  const reads = await Promise.all(names.map((name) => read(`${product.site}/${name}`)))
  expect(reads.length).toBeGreaterThan(50)
  expect(hits(reads)).toEqual([])
})

test('no document, response or refusal of the data API contains the name of the software', async () => {
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
  const { text: greeting } = reads.find(({ at }) => at === 'api /mcp') ?? { text: '' }
  expect(greeting).toContain('"name":"acme","title":"Acme Data"')
  expect(greeting).toContain('Market data of Acme Data')
  expect(greeting).toContain('Customer service of Acme Data: help@acme.example')
  expect(hits(reads)).toEqual([])
})

test('mails contain the name of the brand, and neither the name nor the colour of the software', async () => {
  await signUp(product.site, 'reader@example.com')
  const { text } = await read(`${product.site}/dev/mailbox`)
  expect(text).toContain('Acme Data')
  expect(text).not.toContain('FFB31A')
  expect(hits([{ at: 'mailbox', text }])).toEqual([])
})

test('a receipt names the company of the brand, and no page or mail of a purchase names the software', async () => {
  const { site } = product
  const customer = await signUp(site, 'payer@example.com')
  const wish = { planId: 'integrated-base', period: 'month', network: 'TRC20', currency: 'USDT' }
  const { body: made } = await customer.call('/api/order', wish)
  const { network, address, orderNo, missing: amount } = made.data
  expect((await call(site, '/dev/wallet/pay', { network, address, amount })).status).toBe(200)
  const papers = () => customer.call('/api/billing/papers').then(({ body }) => body.data.content)
  await vi.waitFor(async () => expect(await papers()).toHaveLength(1), patience)
  const [paper] = await papers()
  expect(paper.seller).toMatchObject({ name: 'Acme Data Ltd', address: '1 Acme Street' })
  const paths = [
    'dashboard',
    'dashboard/billing',
    'dashboard/billing/papers',
    `dashboard/billing/papers/${paper.number}`,
  ]
  const addresses = locales.flatMap((locale) =>
    [...paths, `payment/${orderNo}`].map((path) => `${site}/${locale}/${path}`),
  )
  const headers = { cookie: customer.cookie }
  const reads: Read[] = []
  for (const address of addresses) reads.push(await read(address, { headers }))
  expect(reads.find(({ at }) => at.endsWith(paper.number))?.text).toContain('Acme Data Ltd')
  const mails = await read(`${site}/dev/mailbox.json?to=${encodeURIComponent(customer.email)}`)
  expect(mails.text).toContain(orderNo)
  expect(hits([...reads, mails, { at: 'papers', text: JSON.stringify(await papers()) }])).toEqual([])
})

test('the client packages have the name of the brand in their file names and texts', async () => {
  const { site } = product
  const { text: page } = await read(`${site}/en-US/docs/sdk`)
  const files = [...new Set([...page.matchAll(/\/clients\/([\w.-]+\.(?:tgz|whl))/g)].map(([, file = '']) => file))]
  const own = files.filter((file) => file.startsWith('acme'))
  expect(own.map((file) => file.replace(/-\d.*/, '')).sort()).toEqual([
    'acme-client',
    'acme-client-go',
    'acme-mcp',
    'acme_client',
  ])
  const reads = await Promise.all(
    own.map(async (file) => {
      const bytes = Buffer.from(await (await fetch(`${site}/clients/${file}`)).arrayBuffer())
      return { at: file, text: file.endsWith('.whl') ? unzipped(bytes) : gunzipSync(bytes).toString() }
    }),
  )
  for (const { at, text } of reads) {
    expect([at, text.length > 1_000, text.includes('LICENSE')]).toEqual([at, true, true])
    expect([at, /acme/i.test(text), text.match(/market-data-(?:client|mcp).{0,30}/i)]).toEqual([at, true, null])
  }
  expect(hits(reads)).toEqual([])
})

/** The names and contents of the files of a zip archive. */
function unzipped(zip: Buffer): string {
  let text = ''
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50; ) {
    const [packed, nameLength, extra] = [
      zip.readUInt32LE(at + 18),
      zip.readUInt16LE(at + 26),
      zip.readUInt16LE(at + 28),
    ]
    const start = at + 30 + nameLength + extra
    text += `${zip.subarray(at + 30, at + 30 + nameLength)}\n${inflateRawSync(zip.subarray(start, start + packed))}\n`
    at = start + packed
  }
  return text
}

test('the preview of a brand draft shows a receipt and a mail of that brand, and customers do not see the draft', async () => {
  const { ctx, site, dataDir } = product
  const { cookie } = await signUpStaff(site, dataDir, 'owner')
  const { body } = await call(site, '/api/operator/brand', undefined, { cookie })
  const draft = { number: body.data.number, name: 'Draft Data', legalName: 'Draft Data BV', accent: '#7a2048' }
  await keepBrand(ctx, cli, draft)
  const preview = (path: string) =>
    read(`${site}/en-US/operator/brand/preview/light${path}?draft=1`, { headers: { cookie } })
  const { text: receipt } = await preview('/en-US/dashboard/billing/papers/sample')
  expect(receipt).toContain('Draft Data BV')
  expect(receipt).toContain('99.00')
  expect(receipt).toContain('#7a2048')
  const { text: mail } = await preview('/mail')
  expect(mail).toContain('Draft Data')
  expect(mail).toContain(picture(square))
  const own = await fetch(`${site}/en-US/dashboard/billing/papers/sample`, { headers: { cookie } })
  expect(await own.text()).not.toContain('Draft Data')
  expect((await read(`${site}/en-US`)).text).not.toContain('Draft Data')
})

test('the home page refers to the brand’s pictures and colour, and the pictures are drawn in all sizes', async () => {
  const { site, ctx } = product
  const { text: home } = await read(`${site}/en-US`)
  expect(home).toContain('--accent:#1155cc')
  expect(home).toContain('<meta name="theme-color" content="#1155cc"/>')
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
