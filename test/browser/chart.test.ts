import { expect, type Page, test } from '@playwright/test'
import { chartGateway, signedIn, type WireBar, walkBars } from '../fixtures/chart-gateway.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const api = () => process.env.TAPEWIRE_API ?? ''
const minuteMs = 60_000

async function openChart(page: Page, address = '', bars: readonly WireBar[] = walkBars(300)) {
  const gateway = await chartGateway(page, api(), { bars })
  await page.goto(`${site()}/en-US/chart${address}`)
  await expect(page.locator('.legend-figures')).toBeVisible()
  return gateway
}

async function addIndicator(page: Page, name: string) {
  await page.getByRole('button', { name: 'Indicators', exact: true }).click()
  await page.getByRole('button', { name: `Add ${name}`, exact: true }).click()
  await page.getByRole('dialog', { name: 'Indicators' }).getByRole('button', { name: 'Close' }).click()
}

/** What the legend says of the bar under the crosshair, or of the newest. */
async function legend(page: Page) {
  const figures = page.locator('.legend-figures')
  const time = Date.parse((await figures.locator('time').getAttribute('datetime')) ?? '')
  const texts = await figures.locator('> span').allTextContents()
  const numbers = texts.slice(0, 4).map((text) => Number(text.replaceAll(/[^\d.]/g, '')))
  return { time, numbers }
}

async function read<T>(path: string): Promise<T> {
  const response = await fetch(`${api()}${path}`, { headers: { token: 'tw_demo_public' } })
  const { data } = (await response.json()) as { data: T }
  return data
}

test('bars on the screen equal the REST answer, and indicators the endpoint', async ({ page }) => {
  const query = 'region=US&code=AAPL&interval=1d&limit=300'
  await expect
    .poll(async () => (await read<WireBar[] | null>(`/stock/kline?${query}`))?.length ?? 0)
    .toBeGreaterThan(200)
  const layout = {
    ticker: 'NASDAQ:AAPL',
    interval: '1d',
    adjust: 'none',
    indicators: [{ name: 'sma' }, { name: 'rsi' }],
  }
  await page.addInitScript((kept) => localStorage.setItem('tapewire.chart.current', JSON.stringify(kept)), layout)
  await page.goto(`${site()}/en-US/chart`)
  const sma = page.getByRole('status', { name: 'SMA 20 sma' })
  const rsi = page.getByRole('status', { name: 'RSI 14 rsi' })
  await expect(sma).not.toHaveText('–')
  const bars = new Map((await read<WireBar[]>(`/stock/kline?${query}`)).map((bar) => [bar.t, bar]))
  const rows = async (name: string) =>
    new Map(
      (await read<{ t: number; [output: string]: number | null }[]>(`/stock/indicator?${query}&name=${name}`)).map(
        (row) => [row.t, row],
      ),
    )
  const [smaRows, rsiRows] = [await rows('sma'), await rows('rsi')]
  const box = await page.locator('.chart-canvas').boundingBox()
  if (!box) throw new Error('the canvas has no place')
  const seen = new Set<number>()
  for (const share of [0.25, 0.45, 0.65]) {
    await page.mouse.move(box.x + box.width * share, box.y + box.height * 0.3)
    await expect.poll(async () => seen.has((await legend(page)).time)).toBe(false)
    const { time, numbers } = await legend(page)
    seen.add(time)
    const bar = bars.get(time)
    expect(numbers).toEqual([bar?.o, bar?.h, bar?.l, bar?.c])
    await expect(sma).toHaveText((smaRows.get(time)?.sma ?? Number.NaN).toFixed(2))
    await expect(rsi).toHaveText((rsiRows.get(time)?.rsi ?? Number.NaN).toFixed(2))
  }
})

test('an address opens its symbol and interval', async ({ page }) => {
  const gateway = await openChart(page, '?symbol=HKEX:700&interval=1h')
  await expect(page.getByRole('img', { name: 'Price chart of 700 Inc., 1 hour' })).toBeVisible()
  await expect(page.getByRole('button', { name: '1h', exact: true })).toHaveAttribute('aria-pressed', 'true')
  const asked = gateway.asked.find((url) => url.pathname === '/stock/kline')
  expect([asked?.searchParams.get('code'), asked?.searchParams.get('interval')]).toEqual(['700', '1h'])
})

test('scrolling back pages in history', async ({ page }) => {
  const gateway = await openChart(page, '', walkBars(2_500))
  const pages = () => gateway.asked.filter((url) => url.searchParams.has('et')).length
  expect(pages()).toBe(0)
  for (let press = 0; press < 120 && pages() === 0; press++) await page.keyboard.press('ArrowLeft')
  await expect.poll(pages).toBeGreaterThan(0)
})

test('live bars move the newest one, and a lost connection is filled', async ({ page }) => {
  const bars = walkBars(300, minuteMs)
  const last = bars.at(-1)
  if (!last) throw new Error('no bars')
  const gateway = await openChart(page, '?symbol=NASDAQ:AAPL&interval=1m', bars)
  await expect(page.locator('.chart-link')).toHaveAttribute('data-state', 'live')
  const data = { ...last, c: 777.77, h: 778, s: 'AAPL', r: 'US', class: 'stock', final: false, type: 'kline@1', seq: 1 }
  gateway.sockets.at(-1)?.send(JSON.stringify([{ code: 1, data }]))
  await expect(page.locator('.legend-figures')).toContainText('777.77')
  const before = gateway.asked.length
  await gateway.sockets.at(-1)?.close({ code: 1012 })
  await expect
    .poll(() => gateway.asked.slice(before).some((url) => url.searchParams.get('from') === String(last.t)))
    .toBe(true)
  await expect(page.locator('.chart-link')).toHaveAttribute('data-state', 'live')
})

test('indicators are added, set, hidden and removed', async ({ page }) => {
  await openChart(page)
  await addIndicator(page, 'Simple moving average')
  await expect(page.getByRole('status', { name: 'SMA 20 sma' })).not.toHaveText('–')
  await page.locator('.legend-row').hover()
  await page.getByRole('button', { name: 'Settings of SMA 20' }).click()
  const length = page.getByRole('spinbutton', { name: /Length/ })
  await length.fill('0')
  await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled()
  await length.fill('50')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('status', { name: 'SMA 50 sma' })).toBeVisible()
  await page.locator('.legend-row').hover()
  await page.getByRole('button', { name: 'Hide SMA 50' }).click()
  await expect(page.getByRole('status', { name: 'SMA 50 sma' })).toBeHidden()
  await page.getByRole('button', { name: 'Remove SMA 50' }).click()
  await expect(page.locator('.legend-row')).toHaveCount(0)
})

test('a drawing is undone, redone and still there after a reload', async ({ page }) => {
  await openChart(page)
  const [undo, redo] = [page.getByRole('button', { name: 'Undo' }), page.getByRole('button', { name: 'Redo' })]
  await expect(undo).toBeDisabled()
  await page.keyboard.press('Alt+h')
  await page.mouse.click(600, 400)
  await expect(undo).toBeEnabled()
  await undo.click()
  await expect(redo).toBeEnabled()
  await redo.click()
  await expect(page.getByRole('button', { name: 'Remove all drawings' })).toBeEnabled()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Remove all drawings' })).toBeEnabled()
  await expect(undo).toBeDisabled()
})

test('type, scale and indicators are still there after a reload; a layout brings them back', async ({ page }) => {
  await openChart(page)
  await page.getByRole('button', { name: 'Chart type' }).click()
  await page.getByRole('button', { name: 'Heikin-Ashi' }).click()
  await page.getByRole('button', { name: 'Logarithmic scale' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Chart type' })).toContainText('Heikin-Ashi')
  await expect(page.getByRole('button', { name: 'Logarithmic scale' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Layouts' }).click()
  await page.getByRole('textbox', { name: 'Name of the layout' }).fill('Mine')
  await page.getByRole('button', { name: 'Save as' }).click()
  await page.getByRole('button', { name: 'Start afresh' }).click()
  await expect(page.getByRole('button', { name: 'Logarithmic scale' })).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: 'Open Mine' }).click()
  await expect(page.getByRole('button', { name: 'Logarithmic scale' })).toHaveAttribute('aria-pressed', 'true')
})

test('a compared symbol stands in the legend with its change, on a percentage scale', async ({ page }) => {
  await signedIn(page, site(), api(), { apiLevel: 'base', symbolTypes: ['stock'] })
  const found = {
    id: '1',
    symbol: 'SPY',
    description: 'SPDR',
    type: 'fund',
    exchange: 'ARCA',
    prefix: '',
    country: 'US',
  }
  const logos = { logoid: '', baseCurrencyLogoid: '', currencyLogoid: '', providerId: '' }
  const body = { code: 0, msg: 'ok', data: { content: [{ ...found, ...logos }] } }
  await chartGateway(page, api(), { bars: walkBars(300), search: () => ({ body }) })
  await page.goto(`${site()}/en-US/chart`)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByRole('button', { name: 'Add a symbol' }).click()
  await page.getByRole('option', { name: /ARCA:SPY/ }).click()
  await expect(page.locator('.legend-row')).toContainText(/ARCA:SPY.*%/)
  await expect(page.getByRole('button', { name: 'Percentage scale' })).toHaveAttribute('aria-pressed', 'true')
})

test('over the request quota, tips say when it goes on and where to buy more', async ({ page }) => {
  await chartGateway(page, api(), { bars: [] })
  const refused = { code: 429, msg: 'Too many requests', error: 'rate_limited', requestId: 'x', data: null }
  const headers = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*', 'retry-after': '17' }
  await page.route(`${api()}/stock/kline?**`, (route) =>
    route.fulfill({ status: 429, headers, contentType: 'application/json', body: JSON.stringify(refused) }),
  )
  await page.goto(`${site()}/en-US/chart`)
  const tips = page.getByRole('dialog', { name: 'Tips' })
  await expect(tips).toContainText('17 s')
  await expect(tips.getByRole('link', { name: 'Buy an API key' })).toHaveAttribute('href', '/en-US/pricing')
})

test('the page has the whole window: no footer, no contact box, a help sheet on "?"', async ({ page }) => {
  await openChart(page)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(sideways).toBe(false)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})
