import { expect } from '@playwright/test'
import { onDatabaseOf } from '../fixtures/running-database.ts'
import { axeFindings } from './axe.ts'
import { signedInCustomer } from './signed-in.ts'
import { test } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const dataDir = () => process.env.TAPEWIRE_DATA_DIR ?? ''

test('after the end of a plan the dashboard offers the free plan', async ({ page, context }) => {
  const { email } = await signedInCustomer(context, site())
  await onDatabaseOf(
    dataDir(),
    `update api_key set plan_id = 'integrated-base', expires_at = now() - interval '1 hour'
      where account_id = (select id from account where email = $1)`,
    [email],
  )
  await page.goto(`${site()}/en-US/dashboard`)
  const masked = await page.getByTestId('first-key').textContent()
  await expect(page.getByRole('alert')).toContainText('Subscription expired')
  expect(await axeFindings(page)).toEqual([])
  await page.locator('.key-menu > summary').click()
  await page.getByRole('row').getByRole('button', { name: 'Continue for free' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue for free' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('row').getByText('Integrated · Free')).toBeVisible()
  await expect(page.getByTestId('first-key')).toHaveText(masked ?? '')
})
