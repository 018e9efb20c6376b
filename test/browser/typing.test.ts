import { expect, type Locator, type Page } from '@playwright/test'
import type { SymbolRecord } from '#src/site/chart/state/symbols/symbol.ts'
import { type ChartGateway, chartGateway, signedIn, walkBars } from '../fixtures/chart-gateway.ts'
import { foundSymbol } from '../fixtures/found-symbol.ts'
import { signUpStaff } from '../fixtures/staff-sign-up.ts'
import { openMounted, openWithClock } from './open-page.ts'
import { signIn } from './signed-in.ts'
import { test } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const api = () => process.env.TAPEWIRE_API ?? ''

test.describe.configure({ mode: 'parallel' })

type Search = NonNullable<Parameters<typeof chartGateway>[2]['search']>

const pageOf = (rows: SymbolRecord[]) => ({
  body: { code: 0, msg: 'ok', data: { content: rows, page: 1, size: 30, last: true } },
})
const found: Search = (query) => pageOf([foundSymbol(query.get('code') || 'AAPL')])

async function gatewayOf(page: Page, search: Search = found) {
  const gateway = await chartGateway(page, api(), { bars: walkBars(300), search })
  await signedIn(page, site(), api(), { apiLevel: 'base', symbolTypes: ['stock'] })
  return gateway
}

async function openChart(page: Page, search?: Search) {
  const gateway = await gatewayOf(page, search)
  await page.goto(`${site()}/en-US/chart`)
  await expect(page.getByRole('img', { name: /Price chart of AAPL/ })).toBeVisible()
  return gateway
}

const symbolField = (page: Page) => page.getByRole('combobox', { name: 'Symbol or name' })
const codes = (gateway: ChartGateway) =>
  gateway.requests.filter((url) => url.pathname === '/symbol/web/page').map((url) => url.searchParams.get('code'))

/** Composes a word as an input method does, letter by letter, and then chooses it. */
async function compose(page: Page, word: string, letters: readonly string[]) {
  const browser = await page.context().newCDPSession(page)
  for (const text of letters) {
    const range = { selectionStart: text.length, selectionEnd: text.length }
    await browser.send('Input.imeSetComposition', { text, ...range })
  }
  await browser.send('Input.insertText', { text: word })
}

const pinyin = ['p', 'pi', 'pin', 'ping', 'pingg', 'pinggu', 'pingguo']

async function takesPinyin(page: Page, field: Locator) {
  await field.focus()
  await compose(page, '苹果', pinyin)
  await expect(field).toHaveValue('苹果')
}

/** Delays a script of the page, as on a slow line, until `arrive` is called. */
async function delayed(page: Page, name: string) {
  const { promise, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(`**/assets/${name}*.js`, async (route) => {
    await promise
    await route.continue()
  })
  return arrive
}

test('pinyin can be composed in the symbol search, and an unfinished word sends no request', async ({ page }) => {
  const gateway = await openChart(page)
  await page.keyboard.press('/')
  await takesPinyin(page, symbolField(page))
  await expect.poll(() => codes(gateway).at(-1)).toBe('苹果')
  expect(codes(gateway).filter((code) => /[A-Z]/.test(code ?? ''))).toEqual([])
})

test('the symbol search searches for Latin letters while an Android keyboard composes them', async ({ browser }) => {
  const context = await browser.newContext({
    userAgent: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/145',
  })
  const page = await context.newPage()
  const gateway = await openChart(page)
  await page.keyboard.press('/')
  await symbolField(page).focus()
  const session = await context.newCDPSession(page)
  for (const text of ['t', 'ts', 'tsl', 'tsla'])
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await expect.poll(() => codes(gateway).at(-1)).toBe('TSLA')
  await expect(symbolField(page)).toHaveValue('tsla')
  await context.close()
})

test('pinyin can be composed in the search palette and in a form', async ({ page }) => {
  await openMounted(page, '/en-US/contact')
  await takesPinyin(page, page.getByLabel('Message'))
  await page.keyboard.press('Control+k')
  await takesPinyin(page, page.getByRole('dialog').getByRole('combobox'))
})

test('letters typed in the middle of a symbol do not move the caret to the end', async ({ page }) => {
  await openChart(page)
  await page.keyboard.type('aapl')
  await symbolField(page).press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('xy')
  await expect(symbolField(page)).toHaveValue('axyapl')
})

test('in the symbol search Enter waits for the search result and opens the typed symbol', async ({ page }) => {
  const { promise, resolve: answerAll } = Promise.withResolvers<void>()
  await openChart(page, async (query) => {
    if (query.get('code') !== '') await promise
    return found(query)
  })
  await page.keyboard.press('/')
  await page.keyboard.type('tsla')
  await page.keyboard.press('Enter')
  await expect(symbolField(page)).toHaveValue('tsla')
  answerAll()
  await expect(page).toHaveURL(/symbol=NASDAQ:TSLA/)
})

test('keys typed while the chart loads are kept, in order', async ({ page }) => {
  const arrive = await delayed(page, 'chart-app')
  await gatewayOf(page)
  await openMounted(page, '/en-US/chart')
  await page.keyboard.type('msft')
  arrive()
  await expect(symbolField(page)).toHaveValue('msft')
  await page.keyboard.type('x')
  await expect(symbolField(page)).toHaveValue('msftx')
})

test('the search palette keeps keys typed while it loads, and a typed Enter then opens the match', async ({ page }) => {
  const arrive = await delayed(page, 'palette')
  await openMounted(page, '/en-US/pricing')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('stock/klinesx')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  arrive()
  await expect(page).toHaveURL(/\/en-US\/docs\/rest\/stock#klines$/)
})

test('text typed into a search that opens before the scripts run appears in the search field', async ({ page }) => {
  const arrive = await delayed(page, '')
  await page.goto(`${site()}/en-US/docs`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('close codes')
  arrive()
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('close codes')
})

test('the console search accepts pinyin, and the key U shows times in UTC', async ({ browser }) => {
  const context = await browser.newContext({ timezoneId: 'America/New_York' })
  const owner = await signUpStaff(site(), process.env.TAPEWIRE_DATA_DIR ?? '', 'owner')
  await signIn(context, site(), owner)
  const page = await context.newPage()
  await page.request.put(`${site()}/api/preferences`, {
    data: { timeZone: 'Asia/Shanghai' },
    headers: { origin: site(), lang: 'en-US' },
  })
  await openMounted(page, '/en-US/operator')
  await page.keyboard.type('/')
  await takesPinyin(page, page.getByRole('search').getByRole('combobox'))
  await page.keyboard.press('Tab')
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  const time = page.locator('.console-head time').first()
  const [before, zone] = [await time.textContent(), page.locator('.zone-button')]
  await expect(zone).toContainText('GMT+8')
  await page.keyboard.press('u')
  await expect(zone).toContainText('UTC')
  await expect(time).not.toHaveText(before ?? '')
  await context.close()
})

test('a new build reloads a hidden page, but never a page with typed text', async ({ page }) => {
  let build = 'a'
  await page.route('**/builds/latest.json', (route) => route.fulfill({ json: { id: build } }))
  // The clock moves faster than responses, so the test waits for each of them.
  const readBuild = () => page.waitForResponse('**/builds/latest.json')
  const first = readBuild()
  await openWithClock(page, '/en-US/contact')
  await page.clock.runFor(1_000)
  await first
  await page.getByLabel('Message').fill('half a question')
  const marked = () => page.evaluate(() => 'first' in window)
  await page.evaluate(() => Object.assign(window, { first: true }))
  build = 'b'
  const second = readBuild()
  await page.clock.runFor(900_000)
  await second
  await page.clock.runFor(10_000)
  expect(await marked()).toBe(true)
  await expect(page.getByLabel('Message')).toHaveValue('half a question')
  await page.getByLabel('Message').fill('')
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }))
  await expect
    .poll(async () => {
      await page.clock.runFor(4_000).catch(() => {})
      return marked().catch(() => true)
    })
    .toBe(false)
})

test('a click on a link whose script no longer exists opens the page of the link', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await openMounted(page, '/en-US/pricing')
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Questions', exact: true }).click()
  await expect(page).toHaveURL(/\/en-US\/faq$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('pages and chart work without an error in a browser that refuses storage and cookies', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: refuse, configurable: true })
    Object.defineProperty(Document.prototype, 'cookie', { get: refuse, set: refuse, configurable: true })
  })
  await gatewayOf(page)
  await openMounted(page, '/en-US')
  await openMounted(page, '/en-US/chart')
  await expect(page.locator('.legend-figures')).toBeVisible()
  expect(errors).toEqual([])
})

test('without a session neither the home page nor the login page requests the account', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/api/userinfo') && calls.push(request.url()))
  for (const path of ['/en-US', '/en-US/login']) await openMounted(page, path)
  expect(calls).toEqual([])
})

test('characters typed before and while the page becomes ready are kept', async ({ page }) => {
  await page.addInitScript(() => {
    const type = (text: string) => document.execCommand('insertText', false, text)
    addEventListener('DOMContentLoaded', () => {
      document.querySelector<HTMLInputElement>('[name="name"]')?.focus()
      type('Ad')
    })
    addEventListener('mounted', () => queueMicrotask(() => type('a')))
  })
  await page.goto(`${site()}/en-US/contact`)
  await expect(page.getByLabel('Name')).toHaveValue('Ada')
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await expect(page.getByLabel('Name')).toHaveValue('Ada')
})
