import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { minuteMs } from '#src/contract/time.ts'
import { chartGateway, refusal, signedIn, type WireBar, walkBars } from '../fixtures/chart-gateway.ts'
import { scriptWeight } from '../fixtures/script-weight.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const api = () => process.env.TAPEWIRE_API ?? ''

async function openChart(page: Page, address = '', bars: readonly WireBar[] = walkBars(300)) {
  const gateway = await chartGateway(page, api(), { bars })
  await page.goto(`${site()}/en-US/chart${address}`)
  await expect(page.locator('.legend-figures')).toBeVisible()
  return gateway
}

async function addIndicator(page: Page, name: string) {
  await page.getByRole('button', { name: 'Indicators', exact: true }).click()
  await page.getByRole('button', { name: new RegExp(`${name} (over the price|own pane)`) }).click()
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
    expect(numbers).toEqual([bar?.o, bar?.h, bar?.l, bar?.c].map((price) => Number(price?.toFixed(2))))
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
  const missed = [1, 2, 3].map((minutes) => ({ ...last, t: last.t + minutes * minuteMs, c: 500 + minutes, h: 510 }))
  bars.push(...missed)
  const before = gateway.asked.length
  await gateway.sockets.at(-1)?.close({ code: 1012 })
  await expect(page.locator('.legend-figures')).toContainText('503.00')
  expect(gateway.asked.slice(before).map((url) => url.searchParams.get('from'))).toContain(
    new Date(last.t).toISOString(),
  )
  await expect(page.locator('.chart-link')).toHaveAttribute('data-state', 'live')
  // the one before the newest is there too: the change is told against it
  await expect(page.locator('.legend-figures')).toContainText('0.20%')
})

test('the price of a running bar carries the time that it has left', async ({ page }) => {
  await page.addInitScript(() => {
    const write = CanvasRenderingContext2D.prototype.fillText
    const texts = new Set<string>()
    CanvasRenderingContext2D.prototype.fillText = function fillText(text, ...rest) {
      texts.add(text)
      return write.call(this, text, ...rest)
    }
    Object.assign(window, { texts })
  })
  const left = (pattern: string) =>
    page.evaluate(
      (source) => [...(window as unknown as { texts: Set<string> }).texts].filter((text) => RegExp(source).test(text)),
      pattern,
    )
  const bars = walkBars(300, 60 * minuteMs)
  const shift = Date.now() - (Date.now() % (60 * minuteMs)) - (bars.at(-1)?.t ?? 0)
  const running = bars.map((bar) => ({ ...bar, t: bar.t + shift }))
  await openChart(page, '?symbol=CCC:BTCUSD&interval=1h', running)
  await expect.poll(async () => (await left('^[0-5]?\\d:[0-5]\\d$')).length).toBeGreaterThan(1)
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

test('lines are drawn by quick clicks, the brush by dragging, and a key deletes what is selected', async ({ page }) => {
  await openChart(page)
  const kept = () =>
    page.evaluate(() => {
      const drawn = JSON.parse(localStorage.getItem('tapewire.chart.drawings') ?? '{}')
      return (drawn['NASDAQ:AAPL'] ?? []).map((one: { tool: string }) => one.tool)
    })
  const take = async (group: string, tool: string) => {
    await page.getByRole('button', { name: group, exact: true }).click()
    await page.getByRole('button', { name: tool, exact: true }).click()
  }
  await take('Lines', 'Trend line')
  await page.mouse.click(300, 300)
  await page.mouse.move(420, 360)
  await page.mouse.click(420, 360)
  await expect.poll(kept).toEqual(['segment'])
  await take('Shapes', 'Brush')
  await page.mouse.move(500, 300)
  await page.mouse.down()
  for (let step = 0; step < 20; step++) await page.mouse.move(500 + step * 8, 300 + (step % 5) * 6)
  await page.mouse.up()
  await expect.poll(kept).toEqual(['segment', 'brush'])
  await take('Notes', 'Note')
  await page.getByRole('textbox', { name: 'Text of the note' }).fill('Earnings')
  await page.getByRole('button', { name: 'Place on the chart' }).click()
  await page.mouse.move(700, 350)
  await page.mouse.click(700, 350)
  await expect.poll(kept).toEqual(['segment', 'brush', 'simpleAnnotation'])
  await page.keyboard.press('Delete')
  await expect.poll(kept).toEqual(['segment', 'brush'])
})

test('a picture is saved with what the chart shows, and the chart fills the screen', async ({ page }) => {
  await openChart(page, '?symbol=NASDAQ:AAPL&interval=1d')
  const saving = page.waitForEvent('download')
  await page.keyboard.press('Alt+s')
  const picture = await saving
  expect(picture.suggestedFilename()).toMatch(/^NASDAQ-AAPL-1d-\d{4}-\d\d-\d\d\.png$/)
  const bytes = await readFile(await picture.path())
  const box = await page.locator('.chart-canvas').boundingBox()
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([box?.width, Math.floor(box?.height ?? 0) + 56])
  await page.getByRole('button', { name: 'Full screen' }).click()
  const full = () => page.evaluate(() => document.fullscreenElement?.className)
  await expect.poll(full).toBe('chart-app')
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect.poll(full).toBeUndefined()
})

test('keys do what the help sheet says', async ({ page }) => {
  await openChart(page, '?symbol=NASDAQ:AAPL&interval=1d')
  await page.keyboard.press('Alt+5')
  await expect(page).toHaveURL(/interval=1h$/)
  await page.keyboard.press('Alt+0')
  await expect(page).toHaveURL(/interval=1M$/)
  await page.keyboard.press('Alt+l')
  await expect(page.getByRole('button', { name: 'Logarithmic scale' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Alt+p')
  await expect(page.getByRole('button', { name: 'Percentage scale' })).toHaveAttribute('aria-pressed', 'true')
  for (const [key, tool] of [
    ['Alt+t', 'Lines'],
    ['Alt+f', 'Channels and Fibonacci'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByRole('button', { name: tool, exact: true })).toHaveClass(/\bon\b/)
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Crosshair' })).toHaveAttribute('aria-pressed', 'true')
  for (const [key, name] of [
    ['Alt+i', 'Indicators'],
    ['?', 'Keyboard shortcuts'],
    ['/', 'Symbol search'],
    ['Control+k', 'Symbol search'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

  test('a drag goes back in time, a pinch shows more of it, a tap tells a bar', async ({ page }) => {
    await openChart(page)
    const devtools = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: [number, number][]) => {
      const touchPoints = points.map(([x, y], id) => ({ x, y, id }))
      return devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
    }
    const slide = async (at: (step: number) => [number, number][]) => {
      await touch('touchStart', at(0))
      for (let step = 1; step <= 10; step++) await touch('touchMove', at(step))
      await touch('touchEnd', [])
    }
    const newest = (await legend(page)).time
    // a tap shows the crosshair, the next one takes it away
    const told = async (x: number) => {
      const before = (await legend(page)).time
      await expect(async () => {
        await page.touchscreen.tap(x, 500)
        const now = async () => [newest, before].includes((await legend(page)).time)
        await expect.poll(now, { timeout: 1_000 }).toBe(false)
      }).toPass()
      return (await legend(page)).time / 86_400_000
    }
    const [left, right] = [await told(100), await told(200)]
    const shown = right - left
    expect(shown).toBeGreaterThan(5)
    await slide((step) => [[100 + step * 16, 450]])
    expect(await told(200)).toBeLessThan(right - 10)
    await slide((step) => [
      [80 + step * 5, 450],
      [280 - step * 5, 450],
    ])
    const wide = [await told(100), await told(200)]
    expect((wide[1] ?? 0) - (wide[0] ?? 0)).toBeGreaterThan(shown * 1.2)
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1)
  })
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
  const { status, body } = refusal(429, 'rate_limited')
  const headers = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*', 'retry-after': '17' }
  await page.route(`${api()}/stock/kline?**`, (route) => route.fulfill({ status, headers, json: body }))
  await page.goto(`${site()}/en-US/chart`)
  const tips = page.getByRole('dialog', { name: 'Tips' })
  await expect(tips).toContainText('17 s')
  await expect(tips.getByRole('link', { name: 'Buy an API key' })).toHaveAttribute('href', '/en-US/pricing')
})

test('where the plan’s history ends, tips say so once and where to buy more', async ({ page }) => {
  const bars = walkBars(400)
  const earliest = bars[250]?.t ?? 0
  const gateway = await chartGateway(page, api(), { bars, earliest })
  await page.goto(`${site()}/en-US/chart`)
  const tips = page.getByRole('dialog', { name: 'Tips' })
  for (let press = 0; press < 60 && !(await tips.isVisible()); press++) await page.keyboard.press('ArrowLeft')
  await expect(tips).toContainText('The limit of historical data of your plan is reached')
  await expect(tips.getByRole('link', { name: 'Buy an API key' })).toHaveAttribute('href', '/en-US/pricing')
  await tips.getByRole('button', { name: 'Not now' }).last().click()
  const asked = gateway.asked.length
  for (let press = 0; press < 20; press++) await page.keyboard.press('ArrowLeft')
  await expect(tips).toBeHidden()
  expect(gateway.asked).toHaveLength(asked)
})

test('the first load brings at most 260 KB of JavaScript', async ({ page }) => {
  const weight = scriptWeight(page)
  await openChart(page)
  expect(await weight()).toBeGreaterThan(50 * 1024)
  expect(await weight()).toBeLessThanOrEqual(260 * 1024)
})

test('the page has the whole window: no footer, no contact box, and nothing to scroll on a phone in any language', async ({
  page,
}) => {
  await openChart(page)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await page.setViewportSize({ width: 360, height: 740 })
  for (const locale of ['en-US', 'zh-CN', 'zh-HK']) {
    await page.goto(`${site()}/${locale}/chart`)
    await expect(page.locator('.legend-figures')).toBeVisible()
    const page360 = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.scrollHeight,
    ])
    expect(page360).toEqual([360, 740])
  }
})
