import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { signUp } from '../../fixtures/customer.ts'
import { signUpStaff } from '../../fixtures/staff-sign-up.ts'
import { signIn } from '../signed-in.ts'
import { heldPayment } from './settle-held.ts'
import type { Stage } from './stage.ts'

/** Support staff cannot open pages about money or act on money, and the calls of these pages and acts are refused. */
export async function refusedMoney({ page, context, keys, t, site, dataDir, open, checkPage }: Stage): Promise<void> {
  const { orderNo } = await heldPayment(site, dataDir)
  const email = `rich-${randomUUID()}@example.com`
  await signUp(site, email)
  const support = await signUpStaff(site, dataDir, 'support')
  await signIn(context, site, support)
  await open('/operator')
  const pages = page.getByRole('navigation', { name: t('operator.nav.label') })
  await expect(pages.getByRole('link', { name: t('operator.nav.customers') })).toBeVisible()
  await expect(pages.getByRole('link', { name: t('operator.nav.money') })).toHaveCount(0)
  await open('/operator/money')
  await expect(page.getByRole('alert')).toContainText(t('operator.hurdle.role.title'))
  await checkPage('Money without the role')

  await keys.press(pages.getByRole('link', { name: t('operator.nav.customers') }))
  await keys.press(page.getByRole('link', { name: email }))
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible()
  await keys.to(page.getByRole('link', { name: t('operatorCustomers.acts.suspend.open') }))
  for (const act of ['credit', 'grant', 'extend'] as const)
    await expect(page.getByRole('link', { name: t(`operatorCustomers.acts.${act}.open`) })).toHaveCount(0)
  const accountId = page.url().split('/').at(-1) ?? ''

  const refused = async (path: string, body: object) => (await support.call(`/api/operator${path}`, body)).body.error
  expect(await refused(`/orders/${orderNo}/settle`, { reason: 'x' })).toBe('staff_role_required')
  expect(await refused(`/customers/${accountId}/credit`, { version: 0, amount: '5', reason: 'x' })).toBe(
    'staff_role_required',
  )
}
