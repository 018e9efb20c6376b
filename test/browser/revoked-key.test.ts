import { expect } from '@playwright/test'
import { signedInCustomer } from './signed-in.ts'
import { test } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''

test('the dashboard reports a revoked integrated key and issues a new key, but no second new key on the same day', async ({
  page,
  context,
}) => {
  await signedInCustomer(context, site())
  await page.goto(`${site()}/en-US/dashboard`)
  const masked = await page.getByTestId('first-key').textContent()
  const revoke = async () => {
    await page.locator('.key-menu > summary').click()
    await page.getByRole('row').getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await expect(page.getByRole('heading', { name: 'Your integrated key is revoked' })).toBeVisible()
  }
  await revoke()
  await expect(page.getByRole('table')).toHaveCount(0)
  const issue = page.getByRole('button', { name: 'Issue a new key' })
  await issue.click()
  await expect(page.getByRole('dialog').getByText(/^tw_live_\w{36}$/)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByTestId('first-key')).toHaveText(/^tw_l\*{3}\w{4}$/)
  await expect(page.getByTestId('first-key')).not.toHaveText(masked ?? '')
  await revoke()
  await expect(issue).toBeDisabled()
  await expect(page.getByText(/You can issue the next one from .*UTC/)).toBeVisible()
})
