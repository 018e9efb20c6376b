import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { expect } from '@playwright/test'
import { WebSocket } from 'ws'
import { signUp } from '../../fixtures/customer.ts'
import { signUpStaff } from '../../fixtures/staff-sign-up.ts'
import { signIn } from '../signed-in.ts'
import type { Stage } from './stage.ts'

/** Support finds a customer by a search suggestion and suspends them. The customer's socket is closed. */
export async function suspendCustomer(stage: Stage): Promise<void> {
  const { page, context, keys, t, site, api, dataDir, open, checkPage } = stage
  const ada = await signUp(site, `suspended-${randomUUID()}@example.com`)
  const socket = new WebSocket(`${api.replace('http', 'ws')}/stock`, { headers: { token: ada.key } })
  const closed = once(socket, 'close').then(([code]) => code)
  await once(socket, 'open')
  await signIn(context, site, await signUpStaff(site, dataDir, 'support'))
  await open('/operator')
  await keys.key('/')
  const field = page.getByRole('combobox', { name: t('operator.search.label') })
  await expect(field).toBeFocused()
  await keys.write(field, ada.email.slice(0, -4))
  await expect(page.getByRole('option', { name: ada.email })).toBeVisible()
  await keys.key('ArrowDown')
  await checkPage('the suggestions')
  await keys.key('Enter')
  await expect(page.getByRole('heading', { level: 1, name: ada.email })).toBeVisible()
  await checkPage('a customer')
  await keys.press(page.getByRole('link', { name: t('operatorCustomers.acts.suspend.open') }))
  await keys.write(page.getByLabel(t('operatorCustomers.acts.reason')), 'shares the key')
  await keys.to(page.getByRole('button', { name: t('operatorCustomers.acts.suspend.submit'), exact: true }))
  await keys.key('Enter')
  expect(await closed).toBe(4001)
  await expect(page.getByText(t('operatorCustomers.done.suspend'))).toBeVisible()
  expect((await ada.call('/api/keys')).status).toBe(403)
}
