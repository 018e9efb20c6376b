import { randomBytes } from 'node:crypto'
import { expect, test } from '@playwright/test'
import operator from '#src/locales/en-US/operator.ts'
import money from '#src/locales/en-US/operator-money.ts'
import { signUp } from '../fixtures/customer.ts'
import { onDatabaseOf } from '../fixtures/running-database.ts'
import { signUpStaff } from '../fixtures/staff-sign-up.ts'
import { axeFindings } from './axe.ts'
import { signIn } from './signed-in.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const dataDir = () => process.env.TAPEWIRE_DATA_DIR ?? ''

test('billing finds a held payment by its transaction and settles it by keyboard; support may not see Money', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const customer = await signUp(site(), `held-${Date.now()}@example.com`)
  const { body } = await customer.call('/api/order', {
    planId: 'integrated-base',
    period: 'month',
    network: 'TRC20',
    currency: 'USDT',
  })
  const { orderNo } = body.data
  const hash = randomBytes(32).toString('hex')
  await onDatabaseOf(
    dataDir(),
    `with held as (insert into payment_incident (network, kind, subject, detail, opened_at)
        values ('TRC20', 'sources_disagree', '0x' || $2, '{"micro": "79200000"}', now()))
      insert into transfer_observation (network, block_hash, log_index, block_number, block_time, tx_hash, sender,
        recipient, micro, state, first_seen_at)
      select network, '0x' || $2, 0, 1, now(), '0x' || $2, address, address, 79200000, 'rejected', now()
      from deposit_address where order_no = $1`,
    [orderNo, hash],
  )
  const billing = await signUpStaff(site(), dataDir(), 'billing')
  await signIn(context, site(), billing)
  await page.goto(`${site()}/en-US/operator/money`)
  await page.getByLabel(money.orders.q, { exact: true }).fill(hash)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: orderNo })).toBeVisible()
  await expect(page.getByText(money.reasons.sources_disagree)).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('link', { name: money.settle.open }).press('Enter')
  await expect(page.getByText('79.20 USDT are missing and are written off.')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.getByLabel(money.reason).fill('the second node is down')
  await page.keyboard.press('Enter')
  await expect(page.getByText(money.done.settle)).toBeVisible()
  await expect(page.getByRole('region', { name: orderNo }).getByText(money.states.completed).first()).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

  const support = await signUpStaff(site(), dataDir(), 'support')
  await signIn(context, site(), support)
  await page.goto(`${site()}/en-US/operator/money`)
  await expect(page.getByRole('alert')).toContainText(operator.hurdle.role.title)
  const { body: refused } = await support.call(`/api/operator/orders/${orderNo}/settle`, { reason: 'x' })
  expect(refused.error).toBe('staff_role_required')
})
