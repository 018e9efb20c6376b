import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import operator from '#src/locales/en-US/operator.ts'
import plans from '#src/locales/en-US/operator-plans.ts'
import { ageSessions, signUpStaff } from '../../fixtures/staff-sign-up.ts'
import { axeFindings } from '../axe.ts'
import { signIn } from '../signed-in.ts'
import type { Stage } from './stage.ts'

/**
 * Billing proves a fresh factor, changes a price in a draft, sees it marked and previewed, and discards it. An outdated
 * form is refused.
 */
export async function discardDraft({ page, context, site, dataDir }: Stage): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  const billing = await signUpStaff(site, dataDir, 'billing')
  await signIn(context, site, billing)
  await page.goto(`${site}/en-US/operator/plans`)
  await ageSessions(dataDir, billing.email)
  await page.getByRole('link', { name: 'Change Base' }).press('Enter')
  await page.getByLabel(plans.fields.price).fill('109.5')
  await page.keyboard.press('Enter')
  await confirmByCode(page, billing.secret)
  await expect(page.getByText(plans.done.plan)).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Integrated' }).getByRole('cell', { name: 'was 99.00 becomes 109.50' }),
  ).toBeVisible()
  await expect(page.getByText('1 difference', { exact: true })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])

  await page.getByRole('link', { name: 'Change Base' }).press('Enter')
  const { body } = await billing.call('/api/operator/plans')
  const { version, draft } = body.data
  await billing.call('/api/operator/plans/draft', { version, document: draft.document })
  await page.getByRole('button', { name: plans.edit.submit }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('Somebody changed the plans meanwhile')
  await page.keyboard.press('Escape')
  // Waits for the navigation with which the form closes. Otherwise that navigation could replace the next one.
  await expect(page).toHaveURL(`${site}/en-US/operator/plans`)

  await page.getByRole('link', { name: plans.preview.open }).press('Enter')
  await expect(page.getByText('Visitors do not see this')).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: 'Base' })).toContainText('109.50')
  await page.getByRole('link', { name: plans.preview.leave }).press('Enter')
  await page.getByRole('link', { name: plans.discard.open }).press('Enter')
  await page.getByRole('button', { name: plans.discard.submit }).press('Enter')
  await expect(page.getByText(plans.done.discard)).toBeVisible()
  await page.goto(`${site}/en-US/pricing`)
  await expect(page.getByRole('article').filter({ hasText: 'Base' })).toContainText('99')
}

/**
 * Checks that the prompt for a code is visible and focused and keeps the typed price, and that a wrong code is refused.
 */
async function confirmByCode(page: Page, secret: string): Promise<void> {
  const code = page.getByLabel(operator.prove.code)
  const confirm = page.getByRole('button', { name: operator.act.confirm })
  const price = page.getByLabel(plans.fields.price)
  await expect(code).toBeFocused()
  await expect(code).toBeInViewport()
  await expect(confirm).toBeInViewport()
  await expect(price).toHaveValue('109.5')
  expect(await axeFindings(page)).toEqual([])
  await code.fill('000000')
  await confirm.click()
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await expect(code).toBeFocused()
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  await code.fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await confirm.click()
}
