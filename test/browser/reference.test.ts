import { expect } from '@playwright/test'
import { test } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''

test('in the REST reference a typed parameter changes the request, and “Run” shows the live response or the refusal', async ({
  page,
}) => {
  await page.goto(`${site()}/en-US/docs/rest/stock`)
  await expect(page.locator('html[data-mounted]')).toBeAttached()
  const call = page.getByRole('region', { name: '/stock/kline', exact: false }).first()
  const request = call.getByRole('tabpanel')
  await call.getByLabel('limit', { exact: true }).fill('2')
  await expect(request).toContainText('-d limit=2')
  await expect(request.locator('[data-typed]')).toHaveText(/limit=2/)
  await call.getByRole('tab', { name: 'Python' }).click()
  await expect(request).toContainText('"limit": "2"')
  await call.getByRole('button', { name: 'Run' }).click()
  await expect(call.locator('.request-status')).toContainText('200')
  await expect(call.locator('.request-answer')).toContainText('"t":')
  await call.getByLabel('code', { exact: true }).fill('NOSUCH')
  await call.getByRole('button', { name: 'Run' }).click()
  await expect(call.locator('.request-answer')).toContainText('"error":')
  await page.context().setOffline(true)
  await call.getByRole('button', { name: 'Run' }).click()
  await expect(call.locator('.request-status')).toContainText('No answer.')
})

test('in the REST reference the list of calls marks the call that the reader opens', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${site()}/en-US/docs/rest/forex#depth`)
  const list = page.getByRole('navigation', { name: 'Documentation' })
  await expect(list.getByRole('link', { name: '/forex/depth', exact: true })).toHaveAttribute(
    'aria-current',
    'location',
  )
  await list.getByRole('link', { name: '/forex/movers', exact: true }).click()
  await expect(list.getByRole('link', { name: '/forex/movers', exact: true })).toHaveAttribute(
    'aria-current',
    'location',
  )
})
