import { expect, type Locator } from '@playwright/test'
import { minuteMs } from '#src/contract/time.ts'
import chart from '#src/locales/en-US/chart.ts'
import { chartGateway, refusal, signedIn, type WireBar, walkBars } from '../fixtures/chart-gateway.ts'
import { scriptWeight } from '../fixtures/script-weight.ts'
import { legend, openChart } from './open-chart.ts'
import { test } from './test.ts'
import { testedLocales } from './whole.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const api = () => process.env.TAPEWIRE_API ?? ''

async function read<T>(path: string): Promise<T> {
  const response = await fetch(`${api()}${path}`, { headers: { token: 'tw_demo_public' } })
  const { data } = (await response.json()) as { data: T }
  return data
}

/** Half of the last shown digit. The last bits decide whether 240.975 is shown as 240.97 or as 240.98. */
const roundingMax = 0.005 + 1e-9

async function distance(shown: Locator, value: number | null | undefined): Promise<number> {
  return Math.abs(Number(await shown.textContent()) - (value ?? Number.NaN))
}

test('bars on the chart equal the REST response, and SMA and RSI equal the responses of the indicator endpoint', async ({
  page,
}) => {
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
  await page.addInitScript((kept) => localStorage.setItem('chart.current', JSON.stringify(kept)), layout)
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
  if (!box) throw new Error('the canvas is not visible')
  const seen = new Set<number>()
  for (const share of [0.25, 0.45, 0.65]) {
    let down = 0
    // Moves the pointer repeatedly, because a chart that is being redrawn may miss the first move.
    await expect
      .poll(async () => {
        down += 1
        await page.mouse.move(box.x + box.width * share, box.y + box.height * 0.3 + (down % 2))
        return seen.has((await legend(page)).time)
      })
      .toBe(false)
    const { time, prices } = await legend(page)
    seen.add(time)
    const bar = bars.get(time)
    expect(prices).toEqual([bar?.o, bar?.h, bar?.l, bar?.c].map((price) => Number(price?.toFixed(2))))
    await expect.poll(() => distance(sma, smaRows.get(time)?.sma)).toBeLessThanOrEqual(roundingMax)
    await expect.poll(() => distance(rsi, rsiRows.get(time)?.rsi)).toBeLessThanOrEqual(roundingMax)
  }
})

test('the address of the chart opens its symbol and interval', async ({ page }) => {
  const gateway = await openChart(page, '?symbol=HKEX:700&interval=1h')
  await expect(page.getByRole('img', { name: 'Price chart of 700 Inc., 1 hour' })).toBeVisible()
  await expect(page.getByRole('button', { name: '1h', exact: true })).toHaveAttribute('aria-pressed', 'true')
  const request = gateway.requests.find((url) => url.pathname === '/stock/kline')
  expect([request?.searchParams.get('code'), request?.searchParams.get('interval')]).toEqual(['700', '1h'])
})

test('scrolling the chart back loads older bars', async ({ page }) => {
  const gateway = await openChart(page, '', walkBars(2_500))
  const pages = () => gateway.requests.filter((url) => url.searchParams.has('to')).length
  expect(pages()).toBe(0)
  for (let press = 0; press < 120 && pages() === 0; press++) await page.keyboard.press('Control+ArrowLeft')
  await expect.poll(pages).toBeGreaterThan(0)
})

test('live bars change the newest bar, and bars missed during a lost connection are loaded', async ({ page }) => {
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
  const before = gateway.requests.length
  await gateway.sockets.at(-1)?.close({ code: 1012 })
  await expect(page.locator('.legend-figures')).toContainText('503.00')
  expect(gateway.requests.slice(before).map((url) => url.searchParams.get('from'))).toContain(
    new Date(last.t).toISOString(),
  )
  await expect(page.locator('.chart-link')).toHaveAttribute('data-state', 'live')
  // The legend shows the change from the previous bar, so the previous bar was loaded as well.
  await expect(page.locator('.legend-figures')).toContainText('0.20%')
})

test('the price label of a running bar shows the time until the end of the bar', async ({ page }) => {
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

test('adding a compared symbol shows its change in the legend and turns on the percentage scale', async ({ page }) => {
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
  await page.getByRole('dialog').getByRole('button', { name: 'Add a symbol' }).click()
  await page.getByRole('option', { name: /ARCA:SPY/ }).click()
  await expect(page.locator('.legend-row')).toContainText(/ARCA:SPY.*%/)
  await expect(page.getByRole('button', { name: 'Percentage scale' })).toHaveAttribute('aria-pressed', 'true')
})

test('after the request quota is used up, a tip shows the time to wait and a link to the prices', async ({ page }) => {
  await chartGateway(page, api(), { bars: [] })
  const { status, body } = refusal(429, 'rate_limited')
  const headers = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*', 'retry-after': '17' }
  await page.route(`${api()}/stock/kline?**`, (route) => route.fulfill({ status, headers, json: body }))
  await page.goto(`${site()}/en-US/chart`)
  const tips = page.getByRole('dialog', { name: 'Tips' })
  await expect(tips).toContainText(chart.tips.quota)
  await expect(tips).toContainText('It goes on in 17 s. With a plan of your own the chart reads more.')
  await expect(tips.getByRole('link', { name: 'Buy an API key' })).toHaveAttribute('href', '/en-US/pricing')
})

test('scrolling back beyond the history of the plan shows a tip once, with a link to the prices', async ({ page }) => {
  const bars = walkBars(400)
  const earliest = bars[250]?.t ?? 0
  const gateway = await chartGateway(page, api(), { bars, earliest })
  await page.goto(`${site()}/en-US/chart`)
  await expect(page.locator('.legend-figures')).toBeVisible()
  const tips = page.getByRole('dialog', { name: 'Tips' })
  for (let press = 0; press < 60 && !(await tips.isVisible()); press++) await page.keyboard.press('Control+ArrowLeft')
  await expect(tips).toContainText(chart.tips.history)
  await expect(tips).toContainText(chart.tips.historyHint)
  await expect(tips.getByRole('link', { name: 'Buy an API key' })).toHaveAttribute('href', '/en-US/pricing')
  await tips.getByRole('button', { name: 'Not now' }).last().click()
  // Counts only requests of bars, because the panes beside the chart make other calls.
  const barRequests = () => gateway.requests.filter(({ pathname }) => pathname.includes('/kline')).length
  const before = barRequests()
  for (let press = 0; press < 20; press++) await page.keyboard.press('Control+ArrowLeft')
  await expect(tips).toBeHidden()
  expect(barRequests()).toBe(before)
})

test('the first load of the chart takes at most 260 KB of compressed JavaScript', async ({ page }) => {
  const weight = scriptWeight(page)
  await openChart(page)
  expect((await weight()).gzip).toBeGreaterThan(50 * 1024)
  expect((await weight()).gzip).toBeLessThanOrEqual(260 * 1024)
})

test('the chart page has no footer, and on a phone it fills the window without scrolling', async ({ page }) => {
  await openChart(page)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await page.setViewportSize({ width: 360, height: 740 })
  for (const locale of testedLocales) {
    await page.goto(`${site()}/${locale}/chart`)
    await expect(page.locator('.legend-figures')).toBeVisible()
    const page360 = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.scrollHeight,
    ])
    expect(page360).toEqual([360, 740])
  }
})
