import { expect } from '@playwright/test'
import plans from '#src/locales/en-US/operator-plans.ts'
import { signUpStaff } from '../../fixtures/staff-sign-up.ts'
import { axeFindings } from '../axe.ts'
import { signIn } from '../signed-in.ts'
import type { Stage } from './stage.ts'

/** Billing changes a price in a draft, sees it marked and previewed, and discards it. An old form is refused. */
export async function discardDraft({ page, context, site, dataDir }: Stage): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  const billing = await signUpStaff(site, dataDir, 'billing')
  await signIn(context, site, billing)
  await page.goto(`${site}/en-US/operator/plans`)
  await page.getByRole('link', { name: 'Change Base' }).press('Enter')
  await page.getByLabel(plans.fields.price).fill('109.5')
  await page.keyboard.press('Enter')
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
  // Closing the form navigates, which could replace the next navigation.
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
