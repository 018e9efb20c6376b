import { expect, type Page } from '@playwright/test'
import { dayMs } from '#src/contract/time.ts'
import { chartGateway, signedIn, walkBars } from '../fixtures/chart-gateway.ts'
import { legend, openChart } from './open-chart.ts'
import { test } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const api = () => process.env.TAPEWIRE_API ?? ''

const interval = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Interval' }).getByRole('button', { name, exact: true })

test('a visitor changes the interval by typing it; other letters open a tip with a link to the login', async ({
  page,
}) => {
  await openChart(page)
  for (const [typed, name] of [
    ['15', '15m'],
    ['4h', '4h'],
    ['D', '1d'],
    [',5', '5m'],
  ] as const) {
    await page.keyboard.type(typed, { delay: 60 })
    await expect(page.getByRole('option', { name: /Change the interval/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(interval(page, name)).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.keyboard.type('ms', { delay: 60 })
  await expect(page.getByRole('dialog', { name: 'Tips' }).getByRole('link', { name: 'Log in' })).toBeVisible()
})

test('typed digits that match the code of an instrument open the instrument; other digits change the interval', async ({
  page,
}) => {
  const row = (symbol: string) => ({
    id: symbol,
    symbol,
    description: 'HSBC',
    type: 'stock',
    exchange: 'HKEX',
    prefix: '',
    country: 'HK',
    ...{ logoid: '', baseCurrencyLogoid: '', currencyLogoid: '', providerId: '' },
  })
  const search = (query: URLSearchParams) => ({
    body: { code: 0, msg: 'ok', data: { content: query.get('code') === '5' ? [row('5'), row('52')] : [row('150')] } },
  })
  await signedIn(page, site(), api(), { apiLevel: 'base', symbolTypes: ['stock'] })
  await chartGateway(page, api(), { bars: walkBars(300), search })
  await page.goto(`${site()}/en-US/chart`)
  await expect(page.locator('.legend-figures')).toBeVisible()
  await page.keyboard.press('5')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Symbol: HKEX:5\./ })).toBeVisible()
  await page.keyboard.type('15', { delay: 60 })
  await page.keyboard.press('Enter')
  await expect(interval(page, '15m')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: /^Symbol: HKEX:5\./ })).toBeVisible()
})

test('the arrow keys move the crosshair by one bar, even beyond the visible bars', async ({ page }) => {
  await openChart(page)
  const newest = (await legend(page)).time
  const time = () => legend(page).then((shown) => shown.time)
  for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowLeft')
  await expect.poll(time).toBe(newest - 2 * dayMs)
  await page.keyboard.press('ArrowRight')
  await expect.poll(time).toBe(newest - dayMs)
  for (let press = 0; press < 250; press++) await page.keyboard.press('ArrowLeft')
  await expect.poll(time).toBe(newest - 251 * dayMs)
})

test('Shift with two clicks draws a measurement on the chart; Escape removes it, and the browser does not store it', async ({
  page,
}) => {
  await openChart(page)
  const clip = { x: 380, y: 260, width: 240, height: 200 }
  const picture = async () => (await page.screenshot({ clip })).toString('base64')
  await page.mouse.move(900, 600)
  const before = await picture()
  await page.keyboard.down('Shift')
  await page.mouse.click(400, 300)
  await page.keyboard.up('Shift')
  await page.mouse.move(600, 420)
  await page.mouse.click(600, 420)
  await page.mouse.move(900, 600)
  await expect.poll(picture).not.toBe(before)
  await page.keyboard.press('Escape')
  await page.mouse.move(901, 601)
  await expect.poll(picture).toBe(before)
  expect(await page.evaluate(() => localStorage.getItem('chart.drawings'))).toBeNull()
})

test('with the tool for trend lines, two fast clicks on the chart draw a line', async ({ page }) => {
  await openChart(page)
  await page.keyboard.press('Alt+t')
  await page.mouse.click(400, 300)
  await page.mouse.click(600, 420)
  const tools = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('chart.drawings') ?? '{}')['NASDAQ:AAPL']?.[0]?.tool)
  await expect.poll(tools).toBe('segment')
})

test('the settings of the chart are stored, and “Defaults” restores the defaults', async ({ page }) => {
  await openChart(page)
  const look = () => page.evaluate(() => JSON.parse(localStorage.getItem('chart.current') ?? '{}').look)
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('button', { name: 'More settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Chart settings' })
  await dialog.getByLabel('Rising').fill('#2255ff')
  await dialog.getByRole('button', { name: 'Left' }).click()
  await dialog.getByRole('button', { name: 'Both ways' }).click()
  await dialog.getByLabel('Lines between days').check()
  await dialog.getByLabel('Time zone').selectOption('Asia/Tokyo')
  await expect.poll(look).toMatchObject({ up: '#2255ff', side: 'left', grid: 'both', breaks: true })
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await expect(page.locator('.chart-cell')).toHaveAttribute('data-axis', 'left')
  await expect(page.locator('.chart-clock')).toContainText('Tokyo')
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('button', { name: 'More settings' }).click()
  await dialog.getByRole('button', { name: 'Defaults' }).click()
  await expect(page.locator('.chart-cell')).toHaveAttribute('data-axis', 'right')
})

test("the chart's list of objects hides, locks, orders and deletes drawings", async ({ page }) => {
  await openChart(page)
  for (const [key, y] of [
    ['Alt+h', 300],
    ['Alt+v', 360],
  ] as const) {
    await page.keyboard.press(key)
    await page.mouse.click(500, y)
  }
  await page.getByRole('button', { name: 'Objects on the chart' }).click()
  const dialog = page.getByRole('dialog', { name: 'Objects on the chart' })
  const rows = dialog.getByRole('region', { name: 'Drawings' }).locator('.list-row')
  await expect(rows).toHaveText(['Vertical line', 'Horizontal line'])
  await dialog.getByRole('button', { name: 'Move Horizontal line up' }).click()
  await expect(rows).toHaveText(['Horizontal line', 'Vertical line'])
  await dialog.getByRole('button', { name: 'Hide Vertical line' }).click()
  await dialog.getByRole('button', { name: 'Lock Vertical line' }).click()
  await dialog.getByRole('button', { name: 'Remove Horizontal line' }).click()
  await expect(rows).toHaveText(['Vertical line'])
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('chart.drawings') ?? '{}')['NASDAQ:AAPL'])
  await expect.poll(kept).toMatchObject([{ tool: 'verticalStraightLine', hidden: true, locked: true }])
})

test('a visitor has several watchlists with sections, and the browser stores them', async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 800 })
  await openChart(page)
  const panel = page.getByRole('region', { name: 'Watchlist' })
  const openMenu = () => panel.getByRole('button', { name: /^Watchlists/ }).click()
  await openMenu()
  await page.getByRole('textbox', { name: 'New list' }).fill('Banks')
  await page.keyboard.press('Enter')
  await expect(panel.getByText('No symbol yet')).toBeVisible()
  await panel.getByRole('button', { name: 'Add AAPL' }).click()
  await openMenu()
  await page.getByRole('textbox', { name: 'New section' }).fill('Europe')
  await page.keyboard.press('Enter')
  const heads = panel.getByRole('heading', { level: 3 })
  await expect(heads).toHaveText('Europe')
  const order = () => panel.locator('.watch-item').allTextContents()
  await panel.getByRole('button', { name: /^AAPL/ }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(async () => (await order())[0]).toContain('Europe')
  await page.reload()
  await openMenu()
  await page.getByRole('button', { name: 'Banks', exact: true }).click()
  await expect(heads).toHaveText('Europe')
  await openMenu()
  await page.getByRole('button', { name: 'Delete “Banks”' }).click()
  await expect(panel.getByRole('button', { name: /^BTCUSD/ })).toBeVisible()
})

test('a chart menu is below its button from the first frame on, and a second press of the button closes the menu', async ({
  page,
}) => {
  await openChart(page)
  const button = page.getByRole('button', { name: /^Chart type/ })
  const [below, left] = await button.evaluate(
    (element: HTMLButtonElement) =>
      new Promise<number[]>((resolve) =>
        // Nothing else runs between this callback and the paint of its frame.
        requestAnimationFrame(() => {
          element.click()
          const [from, to] = [element.getBoundingClientRect(), element.popoverTargetElement?.getBoundingClientRect()]
          resolve([(to?.top ?? 0) - from.bottom, (to?.left ?? 0) - from.left])
        }),
      ),
  )
  expect([below, left]).toEqual([expect.closeTo(4, 0), expect.closeTo(0, 0)])
  const entry = page.getByRole('button', { name: 'Candles', exact: true })
  await expect(entry).toBeFocused()
  await button.click()
  await expect(entry).toBeHidden()
})

test('if a field of a chart menu gets the focus while the menu opens, the field keeps the focus', async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 800 })
  await openChart(page)
  const button = page.getByRole('region', { name: 'Watchlist' }).getByRole('button', { name: /^Watchlists/ })
  const focused = await button.evaluate(async (element: HTMLButtonElement) => {
    const panel = element.popoverTargetElement
    const isOpen = new Promise((resolve) => panel?.addEventListener('toggle', resolve, { once: true }))
    element.click()
    panel?.querySelector('input')?.focus()
    await isOpen
    await new Promise((resolve) => setTimeout(resolve))
    return document.activeElement?.ariaLabel
  })
  expect(focused).toBe('New section')
})

test('a shared chart opens from its link and is stored only if the reader keeps a copy', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openChart(page)
  await page.keyboard.press('Alt+h')
  await page.mouse.click(500, 300)
  await page.getByRole('button', { name: 'Layouts' }).click()
  await page.getByRole('button', { name: 'Copy a link to this chart' }).click()
  await expect(page.getByText('The link is copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.evaluate(() => localStorage.clear())
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.locator('.legend-figures')).toBeVisible()
  await expect(page.getByText('A shared chart, to look at')).toBeVisible()
  await expect(page.getByRole('toolbar', { name: 'Drawing tools' })).toHaveCount(0)
  await page.keyboard.press('Alt+t')
  await page.mouse.click(400, 300)
  await page.mouse.click(600, 420)
  const stored = () =>
    page.evaluate(() => [localStorage.getItem('chart.drawings'), localStorage.getItem('chart.current')])
  expect(await stored()).toEqual([null, null])
  await page.getByRole('button', { name: 'Keep a copy' }).click()
  await expect(page.getByRole('button', { name: 'Remove all drawings' })).toBeEnabled()
  await page.goto('about:blank')
  await page.goto(link.slice(0, -30))
  await expect(page.getByText('This link to a chart is incomplete')).toBeVisible()
})

test('even before any script has run, the browser does not handle touch gestures on the chart', async ({ page }) => {
  await page.route('**/*.js', (route) => route.abort())
  await page.goto(`${site()}/en-US/chart`)
  await expect(page.locator('.chart-stage')).toHaveCSS('touch-action', 'none')
})

test('with forced colours every selected element of the pricing page and the chart has an outline', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const bare = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[aria-current], [aria-pressed="true"], [aria-selected="true"]')]
        .filter((one) => one.checkVisibility() && getComputedStyle(one).outlineStyle === 'none')
        .map((one) => one.outerHTML.slice(0, 80)),
    )
  await page.goto(`${site()}/en-US/pricing`)
  await expect(page.locator('main').locator('[aria-current], [aria-pressed="true"]').first()).toBeVisible()
  expect(await bare()).toEqual([])
  await openChart(page)
  await expect(interval(page, '1d')).toHaveAttribute('aria-pressed', 'true')
  expect(await bare()).toEqual([])
})
