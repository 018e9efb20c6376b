import { expect, type Page } from '@playwright/test'
import alerts from '#src/locales/en-US/alerts.ts'
import reads from '#src/locales/en-US/reads.ts'
import { openMounted } from './open-page.ts'
import { signedInCustomer } from './signed-in.ts'
import { test } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const api = () => process.env.TAPEWIRE_API ?? ''
/** The sandbox always trades this pair, so the price soon crosses a value near the last price. */
const bitcoin = 'CCC:BTCUSD'
const firingMs = 45_000

async function lastPrice(key: string): Promise<number> {
  const answer = await fetch(`${api()}/crypto/quote?region=BA&code=BTCUSD`, { headers: { token: key } })
  const { data } = (await answer.json()) as { data: { ld: number } }
  return data.ld
}

/** Creates alerts on both sides of the last price, so that one of them fires whether the price rises or falls. */
async function surround(page: Page, price: number): Promise<void> {
  for (const direction of ['up', 'down'] as const)
    for (const step of [1, 3, 10]) {
      const value = price * (1 + (direction === 'up' ? step : -step) / 20_000)
      const condition = { kind: 'price', direction, value }
      const data = { symbol: bitcoin, condition, mail: false }
      const answer = await page.request.post(`${site()}/api/alerts`, { headers: { origin: site() }, data })
      expect(answer.status()).toBe(200)
    }
}

test('an alert is created, changed and removed, and the open page shows when an alert fires', async ({ page }) => {
  const { key } = await signedInCustomer(page.context(), site())
  await page.goto(`${site()}/en-US/dashboard/alerts`)
  const form = page.getByRole('region', { name: 'New alert' })
  await form.getByLabel('Instrument').fill('NASDAQ:NOSUCH')
  await form.getByLabel('Value').fill('1')
  await form.getByRole('button', { name: 'Create the alert' }).click()
  await expect(form.getByRole('alert')).toBeVisible()
  await form.getByLabel('Instrument').fill('crypto:btcusd')
  await form.getByLabel('Value').fill('1000000')
  await form.getByRole('button', { name: 'Create the alert' }).click()
  const list = page.getByRole('region', { name: 'Your alerts' })
  await expect(list.getByRole('listitem')).toContainText(`${bitcoin} Price rises to 1,000,000`)

  await list.getByRole('button', { name: /^Change: / }).click()
  const change = page.getByRole('region', { name: `Change the alert on ${bitcoin}` })
  await expect(change.getByLabel('Value')).toHaveValue('1000000')
  await change.getByLabel('Value').fill('900000')
  await change.getByLabel('Note').fill('far away')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(list.getByRole('listitem')).toContainText('Price rises to 900,000')
  await expect(form).toBeVisible()
  await list.getByRole('button', { name: /^Remove: / }).click()
  await expect(list.getByText('No alert yet')).toBeVisible()

  await surround(page, await lastPrice(key))
  const history = page.getByRole('region', { name: 'Firings' })
  await expect(history.getByRole('row').nth(1)).toContainText(bitcoin, { timeout: firingMs })
  await expect(list.getByRole('listitem').filter({ hasText: 'fired' }).first()).toBeVisible()
})

test('an alert added on the chart appears at its price and can be removed, and the chart shows a message when an alert fires', async ({
  page,
}) => {
  const { key } = await signedInCustomer(page.context(), site())
  await page.goto(`${site()}/en-US/chart?symbol=${bitcoin}&interval=1m`)
  await expect(page.locator('.legend-figures')).toBeVisible()
  const canvas = page.locator('.chart-canvas')
  await canvas.click({ button: 'right', position: { x: 300, y: 200 } })
  const entry = page.getByRole('menuitem', { name: /^Add alert at / })
  const price = /[\d.]+$/.exec((await entry.textContent()) ?? '')?.[0] ?? ''
  await entry.click()
  const dialog = page.getByRole('dialog', { name: `Alert on ${bitcoin}` })
  await expect(dialog.getByLabel('Price', { exact: true })).toHaveValue(price)
  await dialog.getByRole('button', { name: 'Create the alert' }).click()
  await expect(page.getByText('The alert is on.')).toBeVisible()
  const lines = page.getByRole('list', { name: 'Alerts on this chart' })
  await expect(lines.getByRole('listitem')).toContainText(/(Rises|Falls) to [\d,]+/)
  const box = await lines.getByRole('listitem').boundingBox()
  const top = (await canvas.boundingBox())?.y ?? 0
  expect(Math.abs((box?.y ?? 0) + (box?.height ?? 0) / 2 - top - 200)).toBeLessThan(40)
  await lines.getByRole('button', { name: /^Remove alert: / }).click()
  await expect(lines).toHaveCount(0)

  const begun = page.waitForResponse((answer) => answer.url().endsWith('/api/alerts/firings'))
  await page.reload()
  await begun
  await surround(page, await lastPrice(key))
  await expect(page.getByText(`Alert: ${bitcoin} at`).first()).toBeVisible({ timeout: firingMs })
  const fired = lines.getByRole('listitem').filter({ hasText: 'Fired at' })
  await expect(fired.first()).toBeVisible()
  const close = fired.first().getByRole('button', { name: /^Close: / })
  const name = (await close.getAttribute('aria-label')) ?? ''
  // Uses the keyboard, because lines of such close prices cover each other.
  await close.press('Enter')
  await expect(lines.getByRole('button', { name, exact: true })).toHaveCount(0)
})

test('on a phone the tool sheet opens the alert dialog, which asks a reader without a session to sign in', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true })
  const page = await context.newPage()
  await page.goto(`${site()}/zh-HK/chart?symbol=${bitcoin}`)
  const add = async () => {
    await page.getByRole('button', { name: '更多' }).click()
    await page.getByRole('button', { name: '新增提示' }).click()
  }
  await add()
  await expect(page.getByRole('dialog').getByText('請先登入再新增提示')).toBeVisible()
  await signedInCustomer(context, site())
  await page.reload()
  await add()
  await expect(
    page.getByRole('dialog', { name: `${bitcoin} 提示` }).getByLabel('價格', { exact: true }),
  ).not.toHaveValue('')
  await context.close()
})

test('the secret of a webhook, which is shown once, stays when the page cannot read its data again', async ({
  page,
}) => {
  await signedInCustomer(page.context(), site())
  await openMounted(page, '/en-US/dashboard/alerts')
  const card = page.getByRole('region', { name: alerts.hook })
  await page.route(/alerts\.data/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('"known"', '"failed"') })
  })
  await card.getByLabel(alerts.url).fill('https://example.com/alerts')
  await card.getByRole('button', { name: alerts.set }).click()
  await expect(page.getByText(reads.kept).last()).toBeVisible()
  const secret = (await card.locator('code').textContent()) ?? ''
  expect(secret).not.toBe('')
  await page.unroute(/alerts\.data/)
  await page.getByRole('button', { name: reads.again }).last().click()
  await expect(page.getByText(reads.kept).last()).toBeHidden()
  await expect(card.getByText(secret)).toBeVisible()
})
