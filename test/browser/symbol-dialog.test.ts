import { expect, type Page } from '@playwright/test'
import type { SymbolRecord } from '#src/site/chart/state/symbols/symbol.ts'
import { type ChartGateway, chartGateway, signedIn, walkBars } from '../fixtures/chart-gateway.ts'
import { foundSymbol } from '../fixtures/found-symbol.ts'
import { violationsOn } from './axe.ts'
import { test } from './test.ts'
import { testedThemes } from './whole.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const api = () => process.env.TAPEWIRE_API ?? ''
const allTypes = ['stock', 'forex', 'indices', 'crypto', 'future', 'fund']

const pageOf = (rows: SymbolRecord[]) => ({
  body: { code: 0, msg: 'ok', data: { content: rows, page: 1, size: 30, last: true } },
})
const numbered = (page: number, count = 30) =>
  pageOf(Array.from({ length: count }, (_, index) => foundSymbol(`P${page}N${index}`)))

// This file runs near the end. In parallel mode several workers share its tests.
test.describe.configure({ mode: 'parallel' })

type Search = NonNullable<Parameters<typeof chartGateway>[2]['search']>

async function openChart(page: Page, search: Search, who: { level?: string; types?: string[] } | null = {}) {
  const gateway = await chartGateway(page, api(), { bars: walkBars(300), search })
  if (who) await signedIn(page, site(), api(), { apiLevel: who.level ?? 'base', symbolTypes: who.types ?? allTypes })
  await page.goto(`${site()}/en-US/chart`)
  await expect(page.getByRole('img', { name: /Price chart of AAPL/ })).toBeVisible()
  return gateway
}

async function openDialog(page: Page) {
  await page.getByRole('button', { name: /Open symbol search/ }).click()
  return page.getByRole('dialog', { name: 'Symbol search' })
}

const searches = (gateway: ChartGateway) => gateway.requests.filter((url) => url.pathname === '/symbol/web/page')
const input = (page: Page) => page.getByRole('combobox', { name: 'Symbol or name' })

test('typing on the chart opens the symbol dialog with the typed letters, shown in capitals', async ({ page }) => {
  await openChart(page, () => pageOf([foundSymbol('GOOG')]))
  await page.keyboard.press('g')
  await expect(page.getByRole('dialog', { name: 'Symbol search' })).toBeVisible()
  await expect(input(page)).toBeFocused()
  await page.keyboard.type('oog')
  await expect(input(page)).toHaveValue('goog')
  await expect(input(page)).toHaveCSS('text-transform', 'uppercase')
})

test('the symbol dialog has a title, seven tabs, a hint and a link to the contact page', async ({ page }) => {
  await openChart(page, () => pageOf([foundSymbol('AAPL')]))
  const dialog = await openDialog(page)
  await expect(dialog.getByRole('heading', { name: 'Symbol search' })).toBeVisible()
  await expect(dialog.getByRole('tab')).toHaveText(['All', 'Stock', 'Indices', 'Forex', 'Crypto', 'Futures', 'Funds'])
  await expect(dialog.getByText('Start typing on the chart to open this search')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Not found? Write to us' })).toHaveAttribute('href', '/en-US/contact')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('a stock in the symbol dialog shows its exchange and flag, and a currency pair shows its asset class instead of an exchange', async ({
  page,
}) => {
  const pair = {
    type: 'forex',
    exchange: 'FX',
    country: '',
    baseCurrencyLogoid: 'currency-eur',
    currencyLogoid: 'currency-usd',
  }
  const rows = [
    foundSymbol('700', { exchange: 'HKEX', country: 'HK', logoid: 'stock-hk-700' }),
    foundSymbol('EURUSD', pair),
  ]
  await openChart(page, () => pageOf(rows))
  const dialog = await openDialog(page)
  const stock = dialog.getByRole('option', { name: /HKEX:700/ })
  await expect(stock).toContainText('700')
  await expect(stock).toContainText('700 Corporation')
  await expect(stock).toContainText('stock')
  await expect(stock).toContainText('HKEX')
  await expect(stock.getByRole('img', { name: 'HK' })).toHaveAttribute('src', '/img/country/HK.svg')
  const forex = dialog.getByRole('option', { name: /FX:EURUSD/ })
  await expect(forex).toContainText('Forex')
  await expect(forex).not.toContainText('FX:')
  await expect(forex.locator('img.logo')).toHaveCount(2)
})

test('a click in the symbol dialog opens the symbol, and the address of the page names it as exchange:symbol', async ({
  page,
}) => {
  await openChart(page, () => pageOf([foundSymbol('MSFT')]))
  const dialog = await openDialog(page)
  await dialog.getByRole('option', { name: /NASDAQ:MSFT/ }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\?symbol=NASDAQ:MSFT&interval=1d$/)
  await expect(page.getByRole('img', { name: /Price chart of MSFT Inc\./ })).toBeVisible()
})

test('arrow keys and Enter open a symbol from the symbol dialog, and the address names a symbol without an exchange as prefix:symbol', async ({
  page,
}) => {
  await openChart(page, () => pageOf([foundSymbol('AAA'), foundSymbol('BBB', { exchange: '', prefix: 'INDICES' })]))
  const dialog = await openDialog(page)
  await expect(dialog.getByRole('option', { name: /AAA/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('option', { name: /BBB/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/symbol=INDICES:BBB/)
})

test('the symbol dialog sends one request for page 1 after a pause in typing, and marks matches', async ({ page }) => {
  const gateway = await openChart(page, () => pageOf([foundSymbol('APPL'), foundSymbol('AAP')]))
  const dialog = await openDialog(page)
  await expect(dialog.getByRole('option')).toHaveCount(2)
  const before = searches(gateway).length
  await input(page).pressSequentially('app', { delay: 40 })
  await expect(dialog.locator('mark').first()).toHaveText('APP')
  const requests = searches(gateway).slice(before)
  expect(requests.map((url) => [url.searchParams.get('code'), url.searchParams.get('page')])).toEqual([['APP', '1']])
})

test('scrolling the symbol dialog loads 30 more rows until a page has fewer than 30 rows', async ({ page }) => {
  const gateway = await openChart(page, (query) =>
    numbered(Number(query.get('page')), query.get('page') === '3' ? 7 : 30),
  )
  const dialog = await openDialog(page)
  await expect(dialog.getByRole('option')).toHaveCount(30)
  const list = dialog.locator('.symbol-list')
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(dialog.getByRole('option')).toHaveCount(60)
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(dialog.getByRole('option')).toHaveCount(67)
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(dialog.getByRole('status')).toHaveText('67 results')
  expect(searches(gateway).map((url) => url.searchParams.get('page'))).toEqual(['1', '2', '3'])
  expect(searches(gateway).every((url) => url.searchParams.get('size') === '30')).toBe(true)
})

test('the stock tab of the symbol dialog filters by country, and another tab clears the country', async ({ page }) => {
  const gateway = await openChart(page, () => pageOf([foundSymbol('7203')]))
  const dialog = await openDialog(page)
  await expect(dialog.getByRole('button', { name: /Choose a country/ })).toHaveCount(0)
  await dialog.getByRole('tab', { name: 'Stock', exact: true }).click()
  await dialog.getByRole('button', { name: /Choose a country/ }).click()
  const picker = page.getByRole('dialog', { name: 'Countries' })
  await expect(picker.getByRole('heading', { level: 3 })).toHaveText(['America', 'Asia-Pacific', 'Europe'])
  await expect(picker.getByRole('button', { name: /Japan/ })).toContainText('NSE · TSE')
  await picker.getByRole('button', { name: /Japan/ }).click()
  await expect(dialog.getByRole('button', { name: 'Choose a country: Japan' })).toBeVisible()
  await expect.poll(() => searches(gateway).at(-1)?.searchParams.get('region')).toBe('jp')
  expect(searches(gateway).at(-1)?.searchParams.get('page')).toBe('1')
  await dialog.getByRole('tab', { name: 'Forex' }).click()
  await expect.poll(() => searches(gateway).at(-1)?.searchParams.get('type')).toBe('forex')
  expect(searches(gateway).at(-1)?.searchParams.has('region')).toBe(false)
})

test('at the free level the symbol dialog has no country picker and no second page', async ({ page }) => {
  const gateway = await openChart(page, () => numbered(1), { level: 'free' })
  const dialog = await openDialog(page)
  await dialog.getByRole('tab', { name: 'Stock', exact: true }).click()
  await expect(dialog.getByRole('option')).toHaveCount(30)
  await expect(dialog.getByRole('button', { name: /Choose a country/ })).toHaveCount(0)
  await dialog.locator('.symbol-list').evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(dialog.getByRole('status')).toHaveText('30 results')
  expect(searches(gateway).every((url) => url.searchParams.get('page') === '1')).toBe(true)
})

test('the fund tab of a plan without funds is empty and sends no request', async ({ page }) => {
  const gateway = await openChart(page, () => pageOf([foundSymbol('AAPL')]), { level: 'free', types: ['stock'] })
  const dialog = await openDialog(page)
  await expect(dialog.getByRole('option')).toHaveCount(1)
  const before = searches(gateway).length
  await dialog.getByRole('tab', { name: 'Funds' }).click()
  await expect(dialog.getByText('Your plan does not cover funds')).toBeVisible()
  await expect(dialog.getByRole('option')).toHaveCount(0)
  expect(searches(gateway)).toHaveLength(before)
})

test('a symbol search without results shows a message and a link to the contact page', async ({ page }) => {
  await openChart(page, () => pageOf([]))
  const dialog = await openDialog(page)
  await expect(dialog.getByText('Nothing found that your plan covers')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Write to us', exact: true })).toHaveAttribute('href', '/en-US/contact')
})

test('in the symbol dialog a late response never replaces the response to a newer request', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let late = 0
  await openChart(page, async (query) => {
    if (query.get('code') !== 'A') return pageOf(query.get('code') === 'AB' ? [foundSymbol('NEWER')] : [])
    await held
    late += 1
    return pageOf([foundSymbol('OLDER')])
  })
  const dialog = await openDialog(page)
  await input(page).fill('a')
  await page.waitForRequest((request) => request.url().includes('code=A&') || request.url().endsWith('code=A'))
  await input(page).fill('ab')
  await expect(dialog.getByRole('option', { name: /NEWER/ })).toBeVisible()
  release()
  await expect.poll(() => late).toBe(1)
  await expect(dialog.getByRole('option')).toHaveCount(1)
  await expect(dialog.getByRole('option', { name: /NEWER/ })).toBeVisible()
})

test('when the symbol search gets a 401, a dialog links to the login, which returns to the chart', async ({ page }) => {
  const refused = { code: 401, msg: 'no', error: 'key_unknown', requestId: 'x', data: null }
  await openChart(page, () => ({ status: 401, body: refused }))
  await page.getByRole('button', { name: /Open symbol search/ }).click()
  const tips = page.getByRole('dialog', { name: 'Tips' })
  await expect(tips).toBeVisible()
  const back = encodeURIComponent('/en-US/chart?symbol=NASDAQ:AAPL&interval=1d')
  await expect(tips.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', `/en-US/login?redirect=${back}`)
})

test('a failed symbol search shows its message, and a retry shows the results', async ({ page }) => {
  let failing = true
  const refused = { code: 429, msg: 'Slow down a little', error: 'rate_limited', requestId: 'x', data: null }
  await openChart(page, () => (failing ? { status: 429, body: refused } : pageOf([foundSymbol('AAPL')])))
  const dialog = await openDialog(page)
  await expect(dialog.getByText('Slow down a little')).toBeVisible()
  failing = false
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('option', { name: /AAPL/ })).toBeVisible()
})

test('a visitor opens demo instruments in the symbol dialog, and typing opens a tip with a link to the login', async ({
  page,
}) => {
  const gateway = await openChart(page, () => pageOf([]), null)
  const dialog = await openDialog(page)
  await expect(dialog.getByRole('option')).toHaveCount(7)
  await dialog.getByRole('option', { name: /HKEX:700/ }).click()
  await expect(page).toHaveURL(/symbol=HKEX:700/)
  await page.keyboard.press('t')
  await expect(page.getByRole('dialog', { name: 'Tips' }).getByRole('link', { name: 'Log in' })).toBeVisible()
  expect(searches(gateway)).toEqual([])
})

test('the symbol dialog opens with favourites and recent symbols first', async ({ page }) => {
  await openChart(page, () => pageOf([foundSymbol('AAPL'), foundSymbol('MSFT')]))
  const dialog = await openDialog(page)
  await dialog.getByRole('option', { name: /MSFT/ }).hover()
  await dialog.getByTitle('Add NASDAQ:MSFT to favourites').click()
  await dialog.getByRole('option', { name: /AAPL/ }).click()
  await page.getByRole('button', { name: /Open symbol search/ }).click()
  await expect(dialog.getByRole('group', { name: 'Favourites' }).getByRole('option')).toHaveText(/MSFT/)
  await expect(dialog.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText(/AAPL/)
  await expect(dialog.getByRole('option')).toHaveCount(2)
})

for (const theme of testedThemes)
  test(`axe finds nothing in the chart and its search in the ${theme} theme`, async ({ page }) => {
    await page.context().addCookies([{ name: 'theme', value: theme, url: site() }])
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openChart(page, () => pageOf([foundSymbol('AAPL'), foundSymbol('700', { exchange: 'HKEX', country: 'HK' })]))
    expect(await violationsOn(page)).toEqual([])
    const dialog = await openDialog(page)
    await expect(dialog.getByRole('option')).toHaveCount(2)
    // The accessible name of a row is its ticker, which the row does not show.
    expect(await violationsOn(page, ['label-content-name-mismatch'])).toEqual([])
  })
