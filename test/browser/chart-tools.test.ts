import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { dayMs } from '#src/contract/time.ts'
import { walkBars } from '../fixtures/chart-gateway.ts'
import { legend, openChart } from './open-chart.ts'
import { test } from './test.ts'

async function addIndicator(page: Page, name: string) {
  await page.getByRole('button', { name: 'Indicators', exact: true }).click()
  await page.getByRole('button', { name: new RegExp(`${name} (over the price|own pane)`) }).click()
  await page.getByRole('dialog', { name: 'Indicators' }).getByRole('button', { name: 'Close' }).click()
}

test('indicators of the chart are added, changed, hidden and removed', async ({ page }) => {
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

test('a drawing is undone, redone and kept after a reload', async ({ page }) => {
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

test('a drawing appears in another tab, and both drawings stay; a full storage is reported', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  await openChart(other)
  await openChart(page)
  const count = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('chart.drawings') ?? '{}')['NASDAQ:AAPL']?.length ?? 0)
  await page.keyboard.press('Alt+h')
  await page.mouse.click(600, 400)
  await expect(other.getByRole('button', { name: 'Remove all drawings' })).toBeEnabled()
  await other.bringToFront()
  await other.keyboard.press('Alt+h')
  await other.mouse.click(500, 300)
  await expect.poll(count).toBe(2)
  await other.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await other.getByRole('button', { name: 'Undo' }).click()
  await expect(other.getByText('This browser did not store the drawings')).toBeVisible()
})

test('clicks draw a line, dragging draws with the brush, and Delete removes the selected note', async ({ page }) => {
  await openChart(page)
  const kept = () =>
    page.evaluate(() => {
      const drawn = JSON.parse(localStorage.getItem('chart.drawings') ?? '{}')
      return (drawn['NASDAQ:AAPL'] ?? []).map((one: { tool: string }) => one.tool)
    })
  const selectTool = async (group: string, tool: string) => {
    await page.getByRole('button', { name: group, exact: true }).click()
    await page.getByRole('button', { name: tool, exact: true }).click()
  }
  await selectTool('Lines', 'Trend line')
  await page.mouse.click(300, 300)
  await page.mouse.move(420, 360)
  await page.mouse.click(420, 360)
  await expect.poll(kept).toEqual(['segment'])
  await selectTool('Shapes', 'Brush')
  await page.mouse.move(500, 300)
  await page.mouse.down()
  for (let step = 0; step < 20; step++) await page.mouse.move(500 + step * 8, 300 + (step % 5) * 6)
  await page.mouse.up()
  await expect.poll(kept).toEqual(['segment', 'brush'])
  await selectTool('Notes', 'Note')
  await page.getByRole('textbox', { name: 'Text of the note' }).fill('Earnings')
  await page.getByRole('button', { name: 'Place on the chart' }).click()
  await page.mouse.move(700, 350)
  await page.mouse.click(700, 350)
  await expect.poll(kept).toEqual(['segment', 'brush', 'simpleAnnotation'])
  await page.keyboard.press('Delete')
  await expect.poll(kept).toEqual(['segment', 'brush'])
})

test('a right click on a drawing opens a menu and keeps the drawing, and the toolbar of the drawing changes its style', async ({
  page,
}) => {
  await openChart(page)
  const kept = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('chart.drawings') ?? '{}')['NASDAQ:AAPL'] ?? [])
  await page.keyboard.press('Alt+h')
  await page.mouse.click(600, 400)
  await expect.poll(kept).toHaveLength(1)
  const menu = page.getByRole('menu', { name: 'Chart menu' })
  const remove = menu.getByRole('menuitem', { name: 'Remove drawing' })
  // The menu finds the drawing only after the drawing was painted, so this retries.
  const openMenuOfDrawing = () =>
    expect(async () => {
      await page.keyboard.press('Escape')
      await page.mouse.click(800, 400, { button: 'right' })
      await expect(remove).toBeVisible({ timeout: 500 })
    }).toPass()
  await openMenuOfDrawing()
  await expect(menu.getByRole('menuitem')).toHaveText([/^Copy price/, 'Duplicate', 'Lock', /^Remove drawing/])
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  const bar = page.getByRole('toolbar', { name: 'Selected drawing' })
  await bar.getByRole('button', { name: 'Colour' }).click()
  await page.getByRole('button', { name: 'Violet' }).click()
  await bar.getByRole('button', { name: 'Line width' }).click()
  await page.getByRole('button', { name: '3 px', exact: true }).click()
  await bar.getByRole('button', { name: 'Lock' }).click()
  await expect.poll(kept).toMatchObject([{ tool: 'horizontalStraightLine', color: 1, width: 3, locked: true }])
  await page.keyboard.press('Delete')
  await expect.poll(kept).toHaveLength(1)
  await bar.getByRole('button', { name: 'Settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  const price = settings.getByLabel('Price')
  await price.fill('a lot')
  await expect(settings.getByRole('button', { name: 'Apply' })).toBeDisabled()
  await price.fill('101.25')
  await settings.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(kept).toMatchObject([{ points: [{ value: 101.25 }], color: 1, width: 3 }])
  await bar.getByRole('button', { name: 'Hide' }).click()
  await expect(bar).toHaveCount(0)
  await expect.poll(kept).toMatchObject([{ hidden: true }])
  await page.mouse.click(800, 300, { button: 'right' })
  await menu.getByRole('menuitem', { name: 'Show hidden drawings' }).click()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect.poll(kept).toMatchObject([{ color: 1, width: 3, locked: true }])
  await openMenuOfDrawing()
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Remove drawing' }).click()
  await expect.poll(kept).toHaveLength(0)
  await page.keyboard.press('Control+z')
  await expect.poll(kept).toHaveLength(1)
  await openMenuOfDrawing()
  await remove.click()
  await expect.poll(kept).toHaveLength(0)
  await page.mouse.click(800, 300, { button: 'right' })
  await expect(menu.getByRole('menuitem', { name: 'Remove all drawings' })).toHaveCount(0)
  await menu.getByRole('menuitem', { name: 'Compare' }).click()
  await expect(page.getByRole('dialog', { name: 'Compare' })).toBeVisible()
})

test('the range bar of the chart selects a time span or a date, and the settings of an indicator change its colour', async ({
  page,
}) => {
  const bars = walkBars(3_000)
  await openChart(page, '?symbol=NASDAQ:AAPL&interval=1d', bars)
  const spans = page.getByRole('toolbar', { name: 'Time span' })
  await spans.getByRole('button', { name: '1Y' }).click()
  const newest = bars.at(-1)?.t ?? 0
  const leftmost = async () => {
    await page.mouse.move(60, 450)
    return (await legend(page)).time
  }
  await expect.poll(async () => Math.abs((await leftmost()) - (newest - 365 * dayMs))).toBeLessThan(20 * dayMs)
  const wanted = (bars[600]?.t ?? 0) + dayMs / 2
  await spans.getByRole('button', { name: 'Go to date' }).click()
  await page.getByLabel('Date', { exact: true }).fill(new Date(wanted).toISOString().slice(0, 10))
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await expect.poll(async () => Math.abs((await leftmost()) - wanted)).toBeLessThan(400 * dayMs)
  await addIndicator(page, 'Simple moving average')
  const color = () => page.getByRole('status', { name: 'SMA 20 sma' }).evaluate((node) => getComputedStyle(node).color)
  const before = await color()
  await page.locator('.legend-row').hover()
  await page.getByRole('button', { name: 'Settings of SMA 20' }).click()
  await page.getByRole('button', { name: 'Pink' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(color).not.toBe(before)
})

test('a picture of the chart is saved, and the chart fills the screen', async ({ page }) => {
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

test('keyboard shortcuts of the chart set interval, scale and tool, and open its dialogs', async ({ page }) => {
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
    await expect(page.getByRole('button', { name: tool, exact: true })).toHaveAttribute('aria-current', 'true')
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

test.describe('the chart on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

  test('on a touch screen a drag scrolls the chart back in time, a pinch zooms out, and a tap shows a bar', async ({
    page,
  }) => {
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
    // A tap shows the crosshair; the next tap hides it.
    const barAt = async (x: number) => {
      const before = (await legend(page)).time
      await expect(async () => {
        await page.touchscreen.tap(x, 500)
        const now = async () => [newest, before].includes((await legend(page)).time)
        await expect.poll(now, { timeout: 1_000 }).toBe(false)
      }).toPass()
      return (await legend(page)).time / 86_400_000
    }
    const [left, right] = [await barAt(100), await barAt(200)]
    const shown = right - left
    expect(shown).toBeGreaterThan(5)
    await slide((step) => [[100 + step * 16, 450]])
    expect(await barAt(200)).toBeLessThan(right - 10)
    await slide((step) => [
      [80 + step * 5, 450],
      [280 - step * 5, 450],
    ])
    const wide = [await barAt(100), await barAt(200)]
    expect((wide[1] ?? 0) - (wide[0] ?? 0)).toBeGreaterThan(shown * 1.2)
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1)
  })
})

test('chart type and scale are kept after a reload, and a saved layout restores the scale', async ({ page }) => {
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
