import { expect } from '@playwright/test'
import type { Customer } from '../../fixtures/customer.ts'
import { signUpStaff } from '../../fixtures/staff-sign-up.ts'
import { signedInCustomer, signIn } from '../signed-in.ts'
import type { Stage } from './stage.ts'

const planId = 'fund-us-base'

/** Billing changes a price and a limit. New customers pay the new price; an existing subscription keeps its limits. */
export async function changePrice(stage: Stage): Promise<void> {
  const { page, context, keys, t, site, dataDir, open, checkPage } = stage
  const billing = await signUpStaff(site, dataDir, 'billing')
  const { body } = await billing.call('/api/operator/plans')
  const before = body.data.published.document.plans.find(({ id }: { id: string }) => id === planId)
  const price = (Number(before.price) + 10).toFixed(2)
  const ada = await signedInCustomer(context, site)
  await buy(stage, Number(before.price))
  expect(await limitsOf(ada)).toContain(`"perMinute":${before.perMinute}`)

  await signIn(context, site, billing)
  await open(`/operator/plans?market=fund-us`)
  await keys.press(page.getByRole('link', { name: t('operatorPlans.table.edit', { tier: t('plans.tiers.base') }) }))
  await keys.write(page.getByLabel(t('operatorPlans.fields.price')), price)
  await keys.write(page.getByLabel(t('operatorPlans.fields.perMinute')), String(before.perMinute - 1))
  await checkPage('the form of a plan')
  await keys.press(page.getByRole('button', { name: t('operatorPlans.edit.submit') }))
  await expect(page.getByText(t('operatorPlans.done.plan'))).toBeVisible()
  const { number } = (await billing.call('/api/operator/plans')).body.data.draft
  await checkPage('a draft')
  await keys.press(page.getByRole('link', { name: t('operatorPlans.publish.open', { number: String(number) }) }))
  await keys.press(page.getByRole('button', { name: t('operatorPlans.publish.submit'), exact: true }))
  await expect(page.getByText(t('operatorPlans.done.publish'))).toBeVisible()

  const bob = await signedInCustomer(context, site)
  await buy(stage, Number(price))
  expect(await limitsOf(bob)).toContain(`"perMinute":${before.perMinute - 1}`)
  expect(await limitsOf(ada)).toContain(`"perMinute":${before.perMinute}`)
}

async function limitsOf({ call }: Customer): Promise<string> {
  const { data } = (await call('/api/keys')).body
  return data.find(({ planId: id }: { planId: string }) => id === planId)?.limitHttp ?? ''
}

/** Orders one month and pays it from the test wallet. */
async function buy({ page, keys, t, open }: Stage, price: number): Promise<void> {
  await open(`/payment?plan=${planId}`)
  await keys.press(page.getByRole('button', { name: t('payment.summary.payNow') }))
  await expect(page).toHaveURL(/\/payment\/\d{8}-[0-9A-Z]{8}$/)
  await expect(page.getByTestId('amount')).toHaveText((price * 0.8).toFixed(2))
  await keys.press(page.getByRole('button', { name: t('payment.order.payNow') }))
  await expect(page.getByText(t('payment.order.success')).first()).toBeVisible({ timeout: 45_000 })
}
