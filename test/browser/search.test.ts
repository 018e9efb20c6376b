import { expect } from '@playwright/test'
import reads from '#src/locales/en-US/reads.ts'
import { openMounted } from './open-page.ts'
import { test } from './test.ts'

test('the search palette finds calls, symbols and pages by keyboard and reports empty and failed searches', async ({
  page,
}) => {
  await openMounted(page, '/en-US/pricing')
  const trigger = page.getByRole('banner').getByRole('link', { name: 'Search', exact: true })
  await trigger.focus()
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search pages, docs and symbols' })
  const field = dialog.getByRole('combobox')
  await expect(field).toBeFocused()
  await expect(dialog.getByRole('option', { name: /^Quick start/ })).toBeVisible()
  await page.keyboard.type('tencent')
  const symbol = dialog.getByRole('option', { name: /^700 Tencent/ })
  await expect(symbol).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', (await symbol.getAttribute('id')) ?? 'none')
  await field.fill('xyzzy')
  await expect(dialog.getByText('Nothing is called “xyzzy”.')).toBeVisible()
  await page.route('**/search.json*', (route) => route.fulfill({ status: 503, body: '' }))
  await field.fill('klines')
  await expect(dialog.getByText('The search did not answer.').last()).toBeVisible()
  await page.unroute('**/search.json*')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await field.focus()
  await expect(dialog.getByRole('option').first()).toHaveAccessibleName(/^GET \/stock\/klines/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(trigger).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('stock/klines')
  await expect(dialog.getByRole('option').first()).toHaveAccessibleName(/^GET \/stock\/klines/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/en-US\/docs\/rest\/stock#klines$/)
})

test('a product page updates its rows, and loads the live chart when the chart comes into view', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 800 })
  const charts: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('chart-embed')) charts.push(request.url())
  })
  await page.clock.install()
  await openMounted(page, '/en-US/products/crypto')
  await expect(page.getByText('12 rows are renewed while you look.')).toBeVisible()
  expect(charts).toEqual([])
  await page.mouse.move(300, 300)
  await page.locator('.live-chart').scrollIntoViewIfNeeded()
  await expect(page.locator('.live-plot[data-ready]')).toBeVisible()
  await expect(page.locator('.embed-legend')).toContainText('live')
  const rows = page.locator('.quote-table tbody tr')
  await expect(rows).toHaveCount(12)
  await expect(page.locator('.ticked').first()).toBeAttached()
  // The page reloads itself every 15 s. A reload that fails while the site restarts keeps the page.
  await page.route('**/crypto.data*', (route) => route.fulfill({ status: 503, body: 'restarting' }))
  const reload = page.waitForResponse(/crypto\.data/)
  await page.clock.fastForward(15_000)
  await reload
  await page.unroute('**/crypto.data*')
  await expect(page.getByText(reads.kept)).toBeVisible()
  await expect(rows).toHaveCount(12)
  await page.clock.fastForward(15_000)
  await expect(page.getByText(reads.kept)).toBeHidden()
  await rows.nth(1).getByRole('link').click()
  await expect(page).toHaveURL(/\/en-US\/chart\?symbol=/)
})

test('an article loads its live chart when the chart comes into view', async ({ page }) => {
  await page.goto(`${process.env.TAPEWIRE_SITE}/en-US/docs/guides/what-final-means-on-a-bar`)
  const plot = page.locator('.prose .live-plot')
  await plot.scrollIntoViewIfNeeded()
  await page.mouse.move(20, 20)
  await expect(plot).toHaveAttribute('data-ready', 'true', { timeout: 30_000 })
  await expect(plot.getByRole('img', { name: 'BTCUSD in bars of five minutes' })).toBeVisible()
})
