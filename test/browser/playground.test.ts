import { expect, type Page } from '@playwright/test'
import docs from '#src/locales/en-US/docs.ts'
import reads from '#src/locales/en-US/reads.ts'
import { axeFindings } from './axe.ts'
import { openMounted } from './open-page.ts'
import { signedInCustomer } from './signed-in.ts'
import { test } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const path = '/en-US/docs/playground'

const connection = (page: Page) => page.getByRole('status').filter({ hasText: /onnect|Closed/ })
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

async function connect(page: Page): Promise<void> {
  await button(page, 'Connect').click()
  await expect(connection(page)).toHaveText('Connected')
}

test('in the playground a reader builds and sends a subscription, and then pauses, reads and clears its live messages', async ({
  page,
}) => {
  await openMounted(page, path)
  await expect(button(page, 'Send')).toBeDisabled()
  await connect(page)
  await page.getByRole('combobox', { name: 'Class' }).selectOption('forex')
  await page.getByRole('combobox', { name: 'Symbol' }).fill('NOSUCH$GB')
  await button(page, 'Add').click()
  await button(page, 'Send').click()
  await expect(page.getByRole('alert')).toContainText('forex:NOSUCH$GB No such symbol')
  const active = page.getByRole('region', { name: 'Active' })
  await expect(active.getByRole('listitem').filter({ hasText: 'BTCUSD$BA' })).toContainText(/[\d,.]+.*%/)
  await expect(active).not.toContainText('NOSUCH')
  const lines = messages(page).getByRole('listitem')
  await expect(lines.filter({ hasText: 'subscribe' }).filter({ hasText: 'sent' })).toHaveCount(1)
  await button(page, /^tick/).click()
  await expect(lines.nth(1)).toContainText('BTCUSD')
  await lines.first().getByRole('button').click()
  // Another message may precede the tick.
  const opened = lines.filter({ hasText: '"type": "tick"' })
  await expect(opened).toHaveCount(1)
  const held = await lines.count()
  await expect(button(page, /^Continue \([1-9]/)).toBeVisible()
  await expect(lines).toHaveCount(held)
  await page.keyboard.press('ArrowDown')
  await expect(opened.locator('xpath=following-sibling::*[1]').getByRole('button')).toBeFocused()
  expect(await axeFindings(page)).toEqual([])
  await button(page, /^Continue/).click()
  await button(page, 'Unsubscribe crypto:BTCUSD$BA').click()
  await expect(active).not.toContainText('BTCUSD')
  await button(page, /^all/).click()
  await button(page, 'Disconnect').click()
  await expect(lines.first()).toContainText('closed with code 1000')
  await expect(active).toContainText('Nothing is subscribed yet.')
  await button(page, 'Clear').click()
  await expect(lines).toHaveCount(0)
})

test('a chosen key stays chosen on the next page of the documentation, and is gone after a sign-out', async ({
  page,
  context,
}) => {
  const { key } = await signedInCustomer(context, site())
  await openMounted(page, '/en-US/docs')
  const keys = page.getByRole('combobox', { name: 'Key in the samples' })
  const id = (await keys.locator('option').nth(2).getAttribute('value')) ?? ''
  await keys.selectOption(id)
  await expect(page.getByRole('tabpanel').first()).toContainText(key)
  await page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Playground' }).click()
  await expect(page.getByText('tw_l***')).toBeVisible()
  await expect(keys).toHaveValue(id)
  await page.evaluate(() =>
    fetch('/api/auth/signout', { method: 'POST', headers: { 'content-type': 'application/json' } }),
  )
  await page.evaluate(() => new BroadcastChannel('account').postMessage('changed'))
  await expect(page.getByText('tw_l***')).toHaveCount(0)
})

test('on a phone the playground refuses a revoked key with a clear message, and connects with another key', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  const { call } = await signedInCustomer(context, site())
  await openMounted(page, path)
  const keys = page.getByRole('combobox', { name: 'Key in the samples' })
  const own = keys.locator('option').nth(2)
  const id = (await own.getAttribute('value')) ?? ''
  await keys.selectOption(id)
  await expect(page.getByText('tw_l***')).toBeVisible()
  expect((await call(`/api/keys/${id}/revoke`, {})).status).toBe(200)
  // Without a key there is no temporary token, so the chosen key stays.
  await keys.selectOption('temporary')
  await expect(page.getByText(docs.keys.noKey)).toBeVisible()
  await expect(keys).toHaveValue(id)
  await button(page, 'Connect').click()
  await expect(page.getByRole('alert')).toContainText('is wrong, was revoked or reset')
  await expect(connection(page)).toHaveText('Closed by the gateway')
  await expect(messages(page)).toContainText('closed with code 4001')
  await expect(messages(page)).not.toContainText(/tw_live_\w{30}/)
  await keys.selectOption('demo')
  await connect(page)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('a failed read of the keys for the samples is reported, and a retry offers the keys', async ({
  page,
  context,
}) => {
  await signedInCustomer(context, site())
  await page.route('**/api/keys', (route) => route.abort())
  await openMounted(page, '/en-US/docs')
  await expect(page.getByText(reads.failed)).toBeVisible()
  await page.unroute('**/api/keys')
  await button(page, reads.again).click()
  await expect(page.getByRole('combobox', { name: 'Key in the samples' }).locator('option')).toHaveCount(3)
  await expect(page.getByText(reads.failed)).toHaveCount(0)
})
