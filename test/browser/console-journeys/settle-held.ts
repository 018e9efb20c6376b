import { randomBytes } from 'node:crypto'
import { expect } from '@playwright/test'
import { signUp } from '../../fixtures/customer.ts'
import { onDatabaseOf } from '../../fixtures/running-database.ts'
import { signUpStaff } from '../../fixtures/staff-sign-up.ts'
import { signIn } from '../signed-in.ts'
import type { Stage } from './stage.ts'

/** Billing finds a held payment by the hash of its transaction and settles it. */
export async function settleHeld({ page, context, keys, t, site, dataDir, open, checkPage }: Stage): Promise<void> {
  const { orderNo, hash } = await heldPayment(site, dataDir)
  const billing = await signUpStaff(site, dataDir, 'billing')
  await signIn(context, site, billing)
  await open('/operator/money')
  await keys.write(page.getByLabel(t('operatorMoney.orders.q'), { exact: true }), hash)
  await keys.key('Enter')
  await expect(page.getByRole('heading', { name: orderNo })).toBeVisible()
  await expect(page.getByText(t('operatorMoney.reasons.sources_disagree'))).toBeVisible()
  await checkPage('an order with a held payment')
  await keys.press(page.getByRole('link', { name: t('operatorMoney.settle.open') }))
  await expect(page.getByText(t('operatorMoney.settle.missing', { missing: '79.20' }))).toBeVisible()
  await keys.write(page.getByLabel(t('operator.words.reason')), 'the second node is down')
  await checkPage('the form that settles')
  await keys.press(page.getByRole('button', { name: t('operatorMoney.settle.submit') }))
  await expect(page.getByText(t('operatorMoney.done.settle'))).toBeVisible()
  const sheet = page.getByRole('region', { name: orderNo })
  await expect(sheet.getByText(t('operatorMoney.states.completed')).first()).toBeVisible()
  const { body } = await billing.call(`/api/operator/orders/${orderNo}`)
  expect(body.data.missing).toBeNull()
}

/**
 * Makes an order whose transfer is held because two nodes disagree about it. The transfer is too old to be judged again,
 * because no node of the sandbox has it.
 */
export async function heldPayment(site: string, dataDir: string): Promise<{ orderNo: string; hash: string }> {
  const customer = await signUp(site, `held-${randomBytes(4).toString('hex')}@example.com`)
  const input = { planId: 'integrated-base', period: 'month', network: 'TRC20', currency: 'USDT' }
  const { body } = await customer.call('/api/order', input)
  const { orderNo } = body.data
  const hash = randomBytes(32).toString('hex')
  await onDatabaseOf(
    dataDir,
    `with held as (insert into payment_incident (network, kind, subject, detail, opened_at)
        values ('TRC20', 'sources_disagree', '0x' || $2, '{"micro": "79200000"}', now()))
      insert into transfer_observation (network, block_hash, log_index, block_number, block_time, tx_hash, sender,
        recipient, micro, state, first_seen_at)
      select network, '0x' || $2, 0, 1, now() - interval '2 days', '0x' || $2, address, address, 79200000, 'rejected', now()
      from deposit_address where order_no = $1`,
    [orderNo, hash],
  )
  return { orderNo, hash }
}
