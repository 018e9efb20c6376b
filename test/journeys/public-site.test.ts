import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { actor } from '#src/cli/terminal/actor.ts'
import { keepText, publishText, withdrawText } from '#src/content/texts/edit-texts.ts'
import { locales } from '#src/contract/locale.ts'
import { upsertInstruments } from '#src/market/instruments/instruments.ts'
import { call, solveBotCheck } from '#test/fixtures/customer.ts'
import { operate } from '#test/fixtures/operator-cli.ts'
import { type TestProduct, testProduct } from '#test/fixtures/product.ts'

let product: TestProduct

beforeAll(async () => {
  product = await testProduct({
    ROUTE_RULES: '/promo=/pricing,/old=https://example.com/new',
    DOCS_URL: 'https://docs.example/v1/',
    COOKIE_DOMAIN: 'example.com',
    TELEGRAM_URL: 'https://t.me/tapewire_support',
    WHATSAPP_URL: 'https://wa.me/85200000000',
  })
})
afterAll(() => product?.[Symbol.asyncDispose]())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(product.site + path, { redirect: 'manual', headers })

/** Sends a request without the headers that `fetch` adds or removes. */
async function rawGet(url: string, headers: Record<string, string>, method: string) {
  const clientRequest = request(url, { headers, method, agent: false }).end()
  const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

async function page(path: string) {
  const response = await get(path)
  return { response, html: await response.text() }
}

const attribute = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? ''

test('the footer links to the social channels of the operator and names the other channels without a link', async () => {
  const { html } = await page('/en-US/terms')
  const footer = html.slice(html.indexOf('footer-social"'), html.indexOf('footer-end"'))
  const links = [...footer.matchAll(/<a [^>]*href="([^"]+)" target="_blank" rel="noopener"[^>]*>(\w+)/g)]
  expect(links.map(([, href, name]) => [name, href])).toEqual([
    ['Telegram', 'https://t.me/tapewire_support'],
    ['WhatsApp', 'https://wa.me/85200000000'],
  ])
  const inert = [...footer.matchAll(/<span title="[^"]+">(\w+)<\/span>/g)].map(([, name]) => name)
  expect(inert).toEqual(['Facebook', 'X', 'Instagram', 'LinkedIn', 'YouTube', 'Pinterest'])
})

test("the operator's texts of a page replace the standard texts of one language, including the sections", async () => {
  const path = 'en-US/words/home.md'
  const source = '---\ntitle: Ours for sale\n---\nhero.title: One feed for your desk.\nsections: questions, pricing\n'
  const number = await keepText(product.ctx, actor, { path, number: 0, source })
  const kicks = (html: string) => [...html.matchAll(/<p class="kick"><b>(\d\d)<\/b> (?:<!-- -->)?([^<]+)/g)]
  const before = (await page('/en-US')).html
  expect(kicks(before).map(([, no]) => no)).toEqual(['01', '02', '03', '04', '05', '06'])
  await publishText(product.ctx, actor, { path, number })
  await expect.poll(async () => (await page('/en-US')).html).toContain('One feed for your desk.')
  const { html } = await page('/en-US')
  expect(html).toContain('<title>Ours for sale · ')
  expect(kicks(html).map(([, no, name]) => `${no} ${name}`)).toEqual(['01 Questions', '02 Pricing'])
  expect(html).not.toContain('id="about"')
  expect((await page('/zh-CN')).html).toContain('id="about"')
  await withdrawText(product.ctx, actor, path)
  await expect.poll(async () => (await page('/en-US')).html).toContain('id="about"')
})

test('the documentation lists the client packages, and caches may keep a package for a year', async () => {
  const { html } = await page('/en-US/docs/sdk')
  const names = [
    'market-data-client-0.1.0.tgz',
    'market_data_client-0.1.0-py3-none-any.whl',
    'market-data-client-go-0.1.0.tgz',
  ]
  for (const name of names) {
    expect(html).toContain(`/clients/${name}`)
    const answer = await get(`/clients/${name}`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(10_000)
  }
  expect((await get('/clients/')).headers.get('location')).toMatch(/\/docs\/sdk$/)
  expect((await get('/clients/market-data-client-9.9.9.tgz')).status).toBe(404)
})

test('a cached page keeps the headers of its first rendering, even for HEAD, and a matching ETag gets 304', async () => {
  const getPage = async (headers: Record<string, string> = {}, method = 'GET') => {
    const { status, headers: sent, body } = await rawGet(`${product.site}/zh-CN/privacy`, headers, method)
    const { 'x-request-id': requestId, date: _, ...rest } = sent
    expect(requestId).toMatch(/^[\da-f-]{36}$/)
    return { status, headers: rest, body }
  }
  // The page is rendered again when its data changes, such as the state of the services.
  const rendered = await vi.waitFor(
    async () => {
      const first = await getPage()
      for (let time = 0; time < 3; time += 1) expect(await getPage()).toEqual(first)
      expect(await getPage({}, 'HEAD')).toEqual({ ...first, body: '' })
      const same = await getPage({ 'if-none-match': String(first.headers.etag) })
      expect(same).toMatchObject({ status: 304, body: '' })
      return first
    },
    { timeout: 15_000, interval: 500 },
  )
  expect(rendered.headers).toMatchObject({ 'x-frame-options': 'DENY', etag: expect.any(String) })
  expect((await rawGet(`${product.site}/zh-CN/privacy`, { host: 'other.example' }, 'GET')).status).toBe(421)
})

test('page data cached for one query is not sent as the response to another query', async () => {
  const getData = async (query: string) => (await rawGet(`${product.site}/zh-CN/privacy.data${query}`, {}, 'GET')).body
  for (let time = 0; time < 3; time += 1) await getData('?_routes=zh-CN%3Aprivacy')
  expect(await getData('?zh-CN:privacy')).not.toBe(await getData('?_routes=zh-CN%3Aprivacy'))
})

test('the sandbox pages use the language of the reader', async () => {
  const heading = async (path: string, lang: string) =>
    attribute(await (await get(path, { cookie: `lang=${lang}` })).text(), /<h1>(.+?)<\/h1>/)
  expect([await heading('/dev/mailbox', 'en-US'), await heading('/dev/wallet', 'en-US')]).toEqual([
    'Mailbox',
    'Test wallet',
  ])
  expect([await heading('/dev/mailbox', 'zh-CN'), await heading('/dev/wallet', 'zh-CN')]).toEqual([
    '内置邮箱',
    '测试钱包',
  ])
  expect([await heading('/dev/mailbox', 'zh-HK'), await heading('/dev/wallet', 'zh-HK')]).toEqual([
    '內置信箱',
    '測試錢包',
  ])
  expect(await heading('/dev/wallet?lang=zh-HK', 'en-US')).toBe('測試錢包')
})

test('on another machine the sandbox mailbox and wallet open only after a visit to the link printed at the start', async () => {
  const elsewhere = { 'x-forwarded-for': '203.0.113.9' }
  const paths = ['/dev/mailbox', '/dev/mailbox.json', '/dev/wallet']
  const statuses = (headers: Record<string, string>) =>
    Promise.all(paths.map(async (path) => (await get(path, headers)).status))
  expect(await statuses(elsewhere)).toEqual([403, 403, 403])
  const pay = { network: 'TRC20', address: 'T', amount: '1' }
  const headers = { ...elsewhere, 'content-type': 'application/json' }
  const refused = await fetch(`${product.site}/dev/wallet/pay`, { method: 'POST', headers, body: JSON.stringify(pay) })
  expect([refused.status, (await refused.json()).error]).toEqual([403, 'sandbox_locked'])
  const page = await get('/dev/mailbox', { ...elsewhere, accept: 'text/html', 'accept-language': 'zh-HK' })
  expect(await page.text()).toContain('請先開啟沙盒啟動時輸出的連結')
  const path = new URL(product.sandboxLink ?? '').pathname
  expect((await get(`${path.slice(0, -1)}!`, elsewhere)).status).toBe(403)
  const opened = await get(path, elsewhere)
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/dev/mailbox'])
  const cookie = opened.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/HttpOnly; SameSite=Lax/)
  expect(await statuses({ ...elsewhere, cookie: cookie.split(';')[0] ?? '' })).toEqual([200, 200, 200])
})

test('cached pages show a public announcement in their language until it ends or the reader closes it', async () => {
  // Only the part before the footer is compared, because the footer shows the status of the installation, which may
  // change during the test.
  const upToFooter = async () => attribute((await page('/zh-HK/terms')).html, /(<body[\s\S]*<\/main>)/)
  const before = await upToFooter()
  const texts = ['--en-US', 'Down on Sunday', '--zh-CN', '周日维护', '--zh-HK', '星期日維護']
  const [id = ''] = (await operate(product.dataDir, 'announcement add', ...texts, '--public')).split(' ')
  const shown = async (cookie = '') =>
    (await (await get('/zh-HK/terms', { cookie })).text()).includes('<span lang="zh-HK">星期日維護</span>')
  await expect.poll(() => shown()).toBe(true)
  const closed = await fetch(`${product.site}/zh-HK/announcements/${id}/dismiss`, {
    method: 'POST',
    redirect: 'manual',
    headers: { referer: `${product.site}/zh-HK/terms?x=1`, 'sec-fetch-site': 'same-origin' },
  })
  expect([closed.status, closed.headers.get('location')]).toEqual([302, '/zh-HK/terms?x=1'])
  const [cookie = ''] = (closed.headers.get('set-cookie') ?? '').split(';')
  expect([await shown(cookie), await shown()]).toEqual([false, true])
  await operate(product.dataDir, 'announcement end', id)
  await expect.poll(() => shown()).toBe(false)
  expect(await upToFooter()).toBe(before)
})

test('an incident appears on the status page, in the status JSON, in the status feed and in the footer', async () => {
  const state = async () => ((await (await get('/status.json')).json()) as { state: string }).state
  const footer = async () => attribute((await page('/zh-HK/terms')).html, /footer-state" data-state="(\w+)"/)
  await expect.poll(state, { timeout: 40_000 }).not.toBe('unknown')
  const incident = [
    '--impact',
    'down',
    '--components',
    'rest',
    '--title-en-US',
    '<b>Calls</b> fail',
    '--text-zh-HK',
    '調查中',
  ]
  const [id = ''] = /\d+/.exec(await operate(product.dataDir, 'incident open', ...incident)) ?? []
  await expect.poll(state).toBe('down')
  await expect.poll(footer).toBe('down')
  const shown = async () => (await page('/zh-HK/status')).html
  await expect.poll(shown, { timeout: 12_000 }).toContain('<h3 lang="en-US">&lt;b&gt;Calls&lt;/b&gt; fail</h3>')
  const feed = await get('/zh-HK/status/rss.xml')
  expect(feed.headers.get('content-type')).toMatch(/^application\/rss\+xml/)
  expect(await feed.text()).toContain('<title>調查中: &lt;b&gt;Calls&lt;/b&gt; fail</title>')
  expect((await get('/status.json')).headers.get('access-control-allow-origin')).toBe('*')
  await operate(product.dataDir, 'incident resolve', id, '--text-en-US', 'Done.')
  await expect.poll(shown, { timeout: 12_000 }).toMatch(/<p lang="en-US" class="[^"]*">Done\.<\/p>/)
})

test('the footer links to the external documentation of four asset classes at the configured address', async () => {
  const { html } = await page('/en-US/terms')
  const footer = html.slice(html.indexOf('class="site-footer"'))
  const docs = [...footer.matchAll(/<a [^>]*href="(https:\/\/docs\.example\/[^"]*)"/g)].map(([, href]) => href)
  const bars = ['stock', 'forex', 'indices', 'crypto'].map((name) => `https://docs.example/v1/rest/${name}`)
  expect(docs).toEqual(expect.arrayContaining([...bars, 'https://docs.example/v1/quick-start']))
})

test('the language of the page is stored in cookies for the parent domain', async () => {
  const response = await get('/pricing', { cookie: 'lang=xx' })
  const shared = response.headers.getSetCookie().filter((cookie) => cookie.includes('Domain=example.com'))
  expect(shared.map((cookie) => cookie.split(';')[0])).toEqual(['lang=zh-CN', 'locale=zh-CN'])
})

test('prices on the pricing page have two decimals', async () => {
  const { html } = await page('/en-US/pricing')
  const prices = [...html.matchAll(/class="plan-price">([\d.,]+)/g)].map(([, price = '']) => price)
  expect(prices).toContain('99.00')
  expect(html).toContain('79.20')
  expect(prices.filter((price) => !/\.\d\d$/.test(price))).toEqual([])
})

describe('the route table', () => {
  test.each([
    ['/', '/en-US'],
    ['/pricing?x=1', '/en-US/pricing?x=1'],
    ['/login?redirect=/payment', '/en-US/login?redirect=%2Fpayment'],
    ...['forex', 'indices', 'stocks', 'crypto', 'future', 'fund'].flatMap((name) => [
      [`/${name}`, `/en-US/products/${name}`],
      [`/products/${name}`, `/en-US/products/${name}`],
    ]),
    ['/products', '/en-US/products/stocks'],
    ['/blogSingle', '/en-US/blog'],
    ['/blog/reading-a-gap-in-a-stream', '/en-US/docs/guides/reading-a-gap-in-a-stream'],
    ['/dashboard', '/en-US/dashboard'],
    ['/contact', '/en-US/contact'],
    ['/chart', '/en-US/chart'],
    ['/operator', '/en-US/operator'],
    ['/operator/handbook/settings', '/en-US/operator/handbook/settings'],
    ['/privacy', '/en-US/privacy'],
    ['/terms', '/en-US/terms'],
    ['/payment', '/en-US/payment'],
    ['/404', '/en-US/404'],
    ['/error', '/en-US/error'],
    ['/zh-TW/pricing', '/zh-HK/pricing'],
    ['/zh-HK/forex', '/zh-HK/products/forex'],
  ])('the path %s redirects to %s', async (from, to) => {
    const response = await get(from, { 'accept-language': 'en' })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(to)
  })

  test.each([
    ['/en-US/login', { header: true, sticky: true, footer: false, contact: true }],
    ['/en-US/chart', { header: true, sticky: true, footer: false, contact: false }],
    ['/en-US/nothing', { header: true, sticky: true, footer: true, contact: true }],
    ['/en-US/pricing', { header: true, sticky: false, footer: true, contact: true }],
  ])('the page %s has exactly the page parts that its route declares', async (path, parts) => {
    const { html } = await page(path)
    expect({
      header: html.includes('class="site-header"'),
      sticky: html.includes('class="site-header" data-stuck="true"'),
      footer: html.includes('class="site-footer"'),
      contact: html.includes('class="contact-box"'),
    }).toEqual(parts)
  })

  test.each([
    ['/en-US/nothing/here', 'Page Not Found: /en-US/nothing/here'],
    ['/zh-CN/docs/nothing', '页面不存在：/zh-CN/docs/nothing'],
    ['/zh-HK/blog/a/b/c', '找不到頁面：/zh-HK/blog/a/b/c'],
    ['/xx-YY/pricing', '/xx-YY/pricing'],
    ['/en-US/404', 'Page Not Found'],
  ])('the path %s shows the page for missing pages, with status 404', async (path, text) => {
    const { response, html } = await page(path)
    expect(response.status).toBe(404)
    expect(html).toContain(text)
  })

  test.each([
    ['/en-US/blog/%2e%2e/%2e%2e/secret', /Page Not Found/],
    [`/en-US/blog/${'a'.repeat(300)}`, /Page Not Found: \/en-US\/blog\/a+…/],
    ['/en-US/blog/%3Cscript%3E', /Page Not Found: \/en-US\/blog\/%3Cscript%3E/],
  ])('the path %s shows the page for missing pages, with the path encoded and cut', async (path, text) => {
    const response = await get(path, { 'accept-language': 'en' })
    const html = await response.text()
    expect(response.status).toBe(404)
    expect(html).toMatch(text)
    expect(attribute(html, /Page Not Found: ([^<]*)</).length).toBeLessThanOrEqual(201)
  })

  test('the error page has status 500 and shows “Internal Server Error”', async () => {
    const { response, html } = await page('/en-US/error')
    expect(response.status).toBe(500)
    expect(html).toContain('Internal Server Error')
  })

  test('a redirect rule of the operator can lead to a page of the site or to another site', async () => {
    expect((await get('/zh-CN/promo')).headers.get('location')).toBe('/zh-CN/pricing')
    expect((await get('/en-US/old')).headers.get('location')).toBe('https://example.com/new')
    const duringNavigation = await get('/en-US/old.data')
    expect(await duringNavigation.text()).toContain('https://example.com/new')
  })
})

describe('public pages in every language', () => {
  let pages: { path: string; status: number; policy: string; html: string }[]

  beforeAll(async () => {
    const { html: map } = await page('/sitemap.xml')
    const paths = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
    pages = []
    for (const path of paths) {
      const { response, html } = await page(path)
      pages.push({ path, status: response.status, policy: response.headers.get('content-security-policy') ?? '', html })
    }
  }, 240_000)

  test('every public page exists, describes itself to search engines and has its own title', () => {
    expect(pages.length).toBeGreaterThanOrEqual(35 * locales.length)
    const titles = new Map<string, string>()
    for (const { path, status, html } of pages) {
      expect(status, path).toBe(200)
      const title = `${path.split('/')[1]} ${attribute(html, /<title>([^<]+)<\/title>/)}`
      expect(titles.get(title), `the title of ${path}`).toBeUndefined()
      titles.set(title, path)
      expect(attribute(html, /<meta name="description" content="([^"]{5,})"/), path).not.toBe('')
      expect(attribute(html, /<meta name="keywords" content="([^"]+)"/), path).not.toBe('')
      expect(attribute(html, /<link rel="canonical" href="([^"]+)"/)).toBe(product.site + path)
      const languages = [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)"/g)].map(([, language]) => language)
      expect(languages, path).toEqual([...locales, 'x-default'])
      const kinds = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
        ([, json = '']) => JSON.parse(json)['@type'],
      )
      expect(kinds, path).toEqual(expect.arrayContaining(kindsOf(path)))
      expect(html, path).not.toMatch(/MISSING_MESSAGE|undefined</)
    }
  })

  test('every public page can be read without scripts: its HTML has a heading and text', () => {
    for (const { path, html } of pages) {
      const main = /<main[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1] ?? ''
      expect(main.match(/<h1[ >]/g), path).toHaveLength(1)
      if (!path.endsWith('/chart')) expect(main.replace(/<[^>]+>/g, '').length, path).toBeGreaterThan(150)
    }
  })

  test('no public page has a dead link: every linked address and section exists', async () => {
    const known = new Map(pages.map(({ path, html }) => [path, html]))
    const broken: string[] = []
    for (const { path, html } of pages)
      for (const [, href = ''] of html.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
        const { origin, pathname, search, hash } = new URL(href.replaceAll('&amp;', '&'), product.site + path)
        if (origin !== product.site) continue
        if (!known.has(pathname)) {
          const response = await get(pathname + search)
          known.set(pathname, await response.text())
          const location = response.headers.get('location') ?? ''
          const leadsOn = /^\/[\w-]+\/login\?redirect=/.test(location) || /\/language$/.test(pathname)
          if (response.status !== 200 && !(leadsOn && response.status === 302))
            broken.push(`${path} → ${href}: ${response.status}`)
        }
        const id = decodeURIComponent(hash.slice(1))
        if (id && !known.get(pathname)?.includes(` id="${id}"`)) broken.push(`${path} → ${href}: no such section`)
      }
    expect(broken).toEqual([])
  })

  test('every public page has its own share image, and the image exists', async () => {
    const images = pages.map(({ html }) => attribute(html, /<meta property="og:image" content="([^"]+)"/))
    expect(new Set(images).size).toBe(pages.length)
    for (const image of new Set(images)) {
      const { headers } = await get(new URL(image).pathname)
      expect(headers.get('content-type'), image).toBe('image/png')
    }
  })

  test('every public page loads nothing from another host and allows only its listed scripts', () => {
    const loads =
      /<(?:script|img|link rel="(?:stylesheet|modulepreload|preload|icon|manifest)")[^>]*(?:src|href)="([^"]+)"/g
    const imports = /\bimport\("([^"]+)"\)/g
    for (const { path, policy, html } of pages) {
      const loaded = [...html.matchAll(loads), ...html.matchAll(imports)]
      expect(loaded.length).toBeGreaterThan(5)
      for (const [, address = ''] of loaded) expect(new URL(address, product.site).origin, path).toBe(product.site)
      expect(/script-src ([^;]*)/.exec(policy)?.[1], path).toMatch(/^'self'( '(sha256|nonce)-[^']+')+$/)
    }
  })
})

/** The schema.org types of a page, by its address. */
function kindsOf(path: string): string[] {
  const [, , kind, ...rest] = path.split('/')
  if (kind === undefined) return ['Organization', 'WebSite']
  if (kind === 'products' || kind === 'pricing') return ['BreadcrumbList', 'Product']
  if (kind === 'faq') return ['BreadcrumbList', 'FAQPage']
  return kind === 'blog' && rest.length > 0 ? ['BreadcrumbList', 'BlogPosting'] : ['BreadcrumbList']
}

test.each(locales)('the articles in %s have an RSS feed, and the article list links to it', async (locale) => {
  const { headers } = await get(`/${locale}/blog/rss.xml`)
  expect(headers.get('content-type')).toMatch(/^application\/rss\+xml/)
  const { html } = await page(`/${locale}/blog`)
  expect(html).toMatch(
    new RegExp(`<link rel="alternate" type="application/rss\\+xml"[^>]* href="/${locale}/blog/rss.xml"`),
  )
})

test('a change of the catalogue appears on a cached page before its cache time ends', async () => {
  // The page was not requested before, so its cache time of 15 s begins here.
  const path = '/en-US/products/stocks.data'
  expect((await page(path)).html).not.toContain('Zebra Exchange')
  await upsertInstruments(
    product.ctx,
    [{ class: 'stock', region: 'US', code: 'ZBRX', exchange: 'Zebra Exchange', name: 'Zebra' }],
    'test',
  )
  await expect.poll(async () => (await page(path)).html, { timeout: 14_000 }).toContain('Zebra Exchange')
})

test('the text of a contact form stays text, and none of its lines becomes a mail header', async () => {
  const sendContact = async (change: object) =>
    call(product.site, '/api/contact', {
      name: 'Ada',
      email: 'ada@example.com',
      message: 'Hello',
      verification: await solveBotCheck(product.site),
      ...change,
    })
  expect((await sendContact({ name: 'Ada\r\nBcc: all@example.com' })).status).toBe(400)
  expect((await sendContact({ message: 'x'.repeat(5_001) })).body).toMatchObject({ code: 400, param: 'message' })
  expect((await sendContact({ message: 'x'.repeat(100_000) })).status).toBe(413)
  const sent = await sendContact({
    name: '<b>Ada</b>',
    message: 'Hello\r\nBcc: all@example.com\n<script>alert(1)</script>',
  })
  expect(sent.status).toBe(200)
  const mails = (await (await get('/dev/mailbox.json?to=ada@example.com')).json()) as {
    subject: string
    html: string
  }[]
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toBe(`We have your message, ticket ${sent.body.data.ticket}`)
  expect(mails[0]?.html).not.toContain('<script>')
  expect(await (await get('/dev/mailbox.json?to=all@example.com')).json()).toEqual([])
})
