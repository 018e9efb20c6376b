import { expect, type Page } from '@playwright/test'
import { dayMs } from '#src/contract/time.ts'
import { walkBars } from '../fixtures/chart-gateway.ts'
import { drawn, legend, openChart } from './open-chart.ts'
import { test } from './test.ts'

const times = (page: Page) =>
  page
    .locator('.legend-figures time')
    .evaluateAll((all) => all.map((one) => Date.parse(one.getAttribute('datetime') ?? '')))

test('one chart menu sets the interval to 45 minutes, and the menu of the price axis inverts and resets the axis', async ({
  page,
}) => {
  const gateway = await openChart(page, '?symbol=NASDAQ:AAPL&interval=1d')
  await page.getByRole('button', { name: /^All intervals/ }).click()
  await page.getByRole('button', { name: /^45 minutes/ }).click()
  await expect(page).toHaveURL(/interval=45m$/)
  await expect.poll(() => gateway.requests.map((url) => url.searchParams.get('interval'))).toContain('45m')
  const box = await page.locator('.chart-canvas').boundingBox()
  if (!box) throw new Error('the canvas is not visible')
  const openMenu = () => page.mouse.click(box.x + box.width - 10, box.y + 200, { button: 'right' })
  const inverted = page.getByRole('menuitemcheckbox', { name: 'Invert the axis' })
  await openMenu()
  await inverted.click()
  await openMenu()
  await expect(inverted).toBeChecked()
  await page.getByRole('menuitemcheckbox', { name: 'Fit the axis to the prices' }).click()
  const fit = page.getByRole('button', { name: /Fit the axis/ })
  await expect(fit).toHaveAttribute('aria-pressed', 'false')
  await openMenu()
  await page.getByRole('menuitem', { name: 'Reset the axis' }).click()
  await expect(fit).toHaveAttribute('aria-pressed', 'true')
  await openMenu()
  await expect(inverted).not.toBeChecked()
})

test('two charts share crosshair and interval but not the symbol, and a reload keeps both charts', async ({ page }) => {
  await openChart(page, '?symbol=NASDAQ:AAPL&interval=1d')
  await page.getByRole('button', { name: 'Layouts' }).click()
  await page.getByRole('button', { name: '2 charts' }).click()
  await page.keyboard.press('Escape')
  await expect(page.locator('.legend-figures')).toHaveCount(2)
  const newest = (await times(page))[0]
  await page
    .locator('.chart-canvas')
    .first()
    .hover({ position: { x: 150, y: 150 } })
  const pointed = async () => [...new Set(await times(page))].filter((time) => time < (newest ?? 0)).length
  await expect.poll(async () => [await pointed(), new Set(await times(page)).size]).toEqual([1, 1])
  await page
    .locator('.chart-canvas')
    .nth(1)
    .click({ position: { x: 150, y: 300 } })
  await page.getByRole('button', { name: '1w', exact: true }).click()
  const charts = page.getByRole('img', { name: /^Price chart of/ })
  const names = () => charts.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  await expect.poll(names).toEqual(['Price chart of AAPL Inc., 1 week', 'Price chart of 700 Inc., 1 week'])
  await page.reload()
  await expect.poll(names).toEqual(['Price chart of AAPL Inc., 1 week', 'Price chart of 700 Inc., 1 week'])
})

test('charts with linked time scroll and zoom together', async ({ page }) => {
  await openChart(page, '?symbol=NASDAQ:AAPL&interval=1d', walkBars(600))
  await page.getByRole('button', { name: 'Layouts' }).click()
  await page.getByRole('button', { name: '2 charts' }).click()
  await page.keyboard.press('Escape')
  await expect(page.locator('.legend-figures')).toHaveCount(2)
  const second = page.locator('.chart-canvas').nth(1)
  /** The times of the bars at two fixed points of the second chart, which identify the bars that it shows. */
  const shown = async () => {
    await second.hover({ position: { x: 60, y: 200 } })
    await drawn(page)
    const left = (await times(page))[1] ?? 0
    await second.hover({ position: { x: 260, y: 200 } })
    await drawn(page)
    return [left, (await times(page))[1] ?? 0]
  }
  const before = await shown()
  const drag = async () => {
    const box = await page.locator('.chart-canvas').first().boundingBox()
    if (!box) throw new Error('the canvas is not visible')
    await page.mouse.move(box.x + 100, box.y + 200)
    await page.mouse.down()
    await page.mouse.move(box.x + 300, box.y + 200, { steps: 8 })
    await page.mouse.up()
  }
  await drag()
  expect(await shown()).toEqual(before)
  const linked = page.getByRole('group', { name: 'Linked' })
  await linked.getByRole('button', { name: 'Time' }).click()
  await drag()
  const [left = 0, right = 0] = await shown()
  expect(left).toBeLessThan((before[0] ?? 0) - 10 * dayMs)
  await page
    .locator('.chart-canvas')
    .first()
    .hover({ position: { x: 150, y: 200 } })
  await page.mouse.wheel(0, -600)
  await expect
    .poll(async () => {
      const [from = 0, to = 0] = await shown()
      return to - from
    })
    .toBeLessThan(right - left)
})

test('a chart replay steps one bar forward and back, plays, and returns to the live chart', async ({ page }) => {
  const bars = walkBars(300)
  await openChart(page, '?symbol=NASDAQ:AAPL&interval=1d', bars)
  const newest = bars.at(-1)?.t ?? 0
  await page.getByRole('button', { name: 'Replay' }).click()
  const bar = page.getByRole('toolbar', { name: 'Replay' })
  await page.mouse.move(5, 5)
  await expect.poll(async () => (await legend(page)).time).toBeLessThan(newest - 20 * dayMs)
  const start = (await legend(page)).time
  await bar.getByRole('button', { name: 'One bar on' }).click()
  await expect.poll(async () => (await legend(page)).time).toBe(start + dayMs)
  await bar.getByRole('button', { name: 'One bar back' }).click()
  await expect.poll(async () => (await legend(page)).time).toBe(start)
  await bar.getByRole('button', { name: 'Play' }).click()
  await expect.poll(async () => (await legend(page)).time).toBeGreaterThan(start + dayMs)
  await bar.getByRole('button', { name: 'Pause' }).click()
  await bar.getByRole('button', { name: 'To live' }).click()
  await expect(bar).toHaveCount(0)
  await expect.poll(async () => (await legend(page)).time).toBe(newest)
  await expect(page.locator('.chart-link')).toHaveAttribute('data-state', 'live')
})

test('the panes beside the chart show live market data, and the watchlist opens a symbol and keeps a removal after a reload', async ({
  page,
}) => {
  const gateway = await openChart(page, '?symbol=NASDAQ:AAPL&interval=1d')
  await expect(page.locator('.chart-link')).toHaveAttribute('data-state', 'live')
  const pane = page.getByRole('region', { name: 'Market' })
  const send = (data: object) =>
    gateway.sockets.at(-1)?.send(JSON.stringify([{ code: 1, data: { s: 'AAPL', r: 'US', class: 'stock', ...data } }]))
  const level = (p: number, v: number) => ({ po: 1, p, v, o: 1 })
  const figures = { o: 100, h: 110, l: 90, p: 100, v: 5, tu: 0, ts: 0, t: Date.now() }
  send({ type: 'quote', seq: 1, ld: 123.45, ch: 23.45, chp: 23.45, ...figures })
  const a = [123.5, 123.6, 123.7, 123.8, 123.9].map((p) => level(p, 700))
  const b = [123.4, 123.3, 123.2, 123.1, 123].map((p) => level(p, 400))
  send({ type: 'depth', seq: 1, s: 'AAPL$US', a, b })
  send({ type: 'tick', seq: 1, ld: 123.46, v: 25, t: Date.now(), d: 2, te: 0 })
  const details = pane.getByRole('region', { name: 'Details' })
  await expect(details).toContainText(/Open, 1h \d+m left/)
  await expect(details).toContainText('123.45')
  await expect(details).toContainText(/Bid\s*123\.40\s*× 400\s*Ask\s*123\.50\s*× 700/)
  const book = pane.getByRole('region', { name: 'Order book' })
  const trades = pane.getByRole('region', { name: 'Trades' })
  await expect(book).toContainText(/spread\s*0\.10/)
  await expect(trades).toContainText(/123\.46\s*25/)
  expect((await trades.boundingBox())?.height).toBe((await book.boundingBox())?.height)
  await expect(page.locator('.chart-legend')).toContainText('Bid 123.40 Ask 123.50')
  const list = pane.getByRole('region', { name: 'Watchlist' })
  await expect(list.getByRole('button', { name: /^AAPL 123\.45/ })).toHaveAttribute('aria-current', 'true')
  await list.getByRole('button', { name: 'Remove FX:EURUSD from the watchlist' }).click()
  await list.getByRole('button', { name: /^BTCUSD/ }).click()
  await expect(page).toHaveURL(/symbol=CCC:BTCUSD/)
  await page.reload()
  await expect(list.getByRole('button', { name: /^BTCUSD/ })).toHaveAttribute('aria-current', 'true')
  await expect(list.getByRole('button', { name: /^EURUSD/ })).toHaveCount(0)
})

test.describe('the chart on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

  test('on a phone the chart tools are in the bottom toolbar and a sheet, and the legend is less than 90 px high', async ({
    page,
  }) => {
    await openChart(page)
    const bar = page.getByRole('toolbar', { name: 'Chart' })
    await expect(page.getByRole('toolbar')).toHaveCount(2)
    expect((await bar.boundingBox())?.height).toBe(52)
    await bar.getByRole('button', { name: 'Indicators' }).click()
    const sheet = page.getByRole('region', { name: 'Indicators' })
    for (const name of [/^SMA Simple/, /^BOLL Bollinger/, /^MACD MACD/])
      await sheet.getByRole('button', { name }).click()
    await expect(sheet.getByRole('button', { name: /^Settings of/ })).toHaveCount(3)
    await expect(page.getByRole('toolbar', { name: 'Time span' })).toHaveCount(0)
    await sheet.getByRole('tab', { name: 'Draw' }).click()
    await page.getByRole('button', { name: 'Trend line' }).click()
    await expect(page.getByRole('tablist')).toHaveCount(0)
    const chip = page.getByRole('button', { name: '3 indicators' })
    const legendBox = await page.locator('.phone-legend').boundingBox()
    expect(legendBox?.height).toBeLessThan(90)
    await chip.click()
    await expect(page.getByRole('tab', { name: 'Indicators' })).toHaveAttribute('aria-selected', 'true')
    await bar.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Heikin-Ashi' }).click()
    await expect(page.getByRole('button', { name: 'Heikin-Ashi' })).toHaveAttribute('aria-pressed', 'true')
    await page.locator('.mobile-menu > summary').click()
    await expect(page.getByRole('link', { name: 'Pricing' })).toBeVisible()
  })

  test('on a phone, hidden drawings are shown again from the tool sheet of the chart', async ({ page }) => {
    const hidden = {
      id: 'h1',
      tool: 'horizontalStraightLine',
      points: [{ timestamp: Date.UTC(2026, 0, 5), value: 100 }],
      hidden: true,
    }
    await page.addInitScript((drawings) => localStorage.setItem('chart.drawings', JSON.stringify(drawings)), {
      'NASDAQ:AAPL': [hidden],
    })
    await openChart(page)
    await page.getByRole('toolbar', { name: 'Chart' }).getByRole('button', { name: 'Draw' }).click()
    await page.getByRole('button', { name: 'Show hidden drawings' }).click()
    await expect(page.getByRole('tablist')).toHaveCount(0)
    const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('chart.drawings') ?? '{}'))
    await expect.poll(async () => (await kept())['NASDAQ:AAPL'][0].hidden).toBeUndefined()
    await page.getByRole('toolbar', { name: 'Chart' }).getByRole('button', { name: 'Draw' }).click()
    await expect(page.getByRole('button', { name: 'Magnet' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show hidden drawings' })).toHaveCount(0)
  })
})

test('after a visit with an unknown symbol, the chart opens with the symbol shown before that visit', async ({
  page,
}) => {
  const open = (query: string) => page.goto(`${process.env.TAPEWIRE_SITE}/en-US/chart${query}`)
  const chart = page.getByRole('img', { name: /^Price chart of Tencent/ })
  await open('?symbol=HKEX:700')
  await expect(chart).toBeVisible()
  await open('?symbol=NASDAQ:NOSUCH')
  await expect(page.getByRole('alert').filter({ hasText: 'NASDAQ:NOSUCH' })).toBeVisible()
  await open('')
  await expect(chart).toBeVisible()
})
