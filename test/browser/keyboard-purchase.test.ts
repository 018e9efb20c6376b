import { expect } from '@playwright/test'
import { stageOf } from './console-journeys/stage.ts'
import { signedInCustomer } from './signed-in.ts'
import { test } from './test.ts'

test('a customer buys a plan on a phone with only the keyboard, from the prices to the key, and axe finds nothing', async ({
  page,
  context,
}) => {
  const stage = await stageOf(page, context, 'en-US', 'light')
  const { keys, t } = stage
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await signedInCustomer(context, stage.site)

  await stage.open('/pricing')
  await stage.checkPage('the prices')
  await keys.press(page.locator('a[href*="/payment?plan=integrated-base"]').first())
  await page.locator('html[data-mounted]').waitFor({ state: 'attached' })
  await expect(button(t('payment.summary.payNow'))).toBeVisible()
  await stage.checkPage('the order form')

  await keys.press(button(t('payment.summary.payNow')))
  await expect(page).toHaveURL(/\/payment\/\d{8}-[0-9A-Z]{8}$/)
  await expect(page.getByTestId('amount')).toHaveText('79.20')
  await stage.checkPage('the open order')

  await keys.press(button(t('payment.order.payNow')))
  await expect(page.getByText(t('payment.order.success')).first()).toBeVisible()
  await stage.checkPage('the paid order')

  await keys.press(page.getByRole('link', { name: t('payment.order.toKey') }))
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.locator('.key-row .status')).toContainText(t('dashboard.keys.normal'))
  await stage.checkPage('the dashboard')
  expect(stage.found).toEqual([])
})

test('“Cancel” in a dialog of the dashboard returns the focus to the control that opened it', async ({
  page,
  context,
}) => {
  const { keys, t, open } = await stageOf(page, context, 'en-US', 'light')
  await signedInCustomer(context, process.env.TAPEWIRE_SITE ?? '')
  await open('/dashboard')
  const cancel = page.getByRole('dialog').getByRole('button', { name: t('account.prove.cancel') })
  const menu = page.locator('.key-menu summary').first()
  await keys.press(menu)
  await keys.press(page.getByRole('button', { name: t('dashboard.keys.rename') }))
  await keys.press(cancel)
  await expect(menu).toBeFocused()
  const add = page.getByRole('button', { name: t('dashboard.links.add') })
  await keys.press(add)
  await keys.press(cancel)
  await expect(add).toBeFocused()
})
