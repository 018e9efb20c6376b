import { expect } from '@playwright/test'
import { signUpStaff } from '../../fixtures/staff-sign-up.ts'
import { signedInCustomer, signIn } from '../signed-in.ts'
import type { Stage } from './stage.ts'

/** A customer writes, support answers and closes, and the customer's reply reopens the ticket. */
export async function ticketRoundTrip({
  page,
  context,
  keys,
  t,
  site,
  dataDir,
  open,
  checkPage,
}: Stage): Promise<void> {
  const ada = await signedInCustomer(context, site)
  await open('/dashboard/tickets')
  await keys.write(page.getByRole('textbox', { name: t('tickets.message') }), 'Where is my transfer?')
  await keys.press(page.getByRole('button', { name: t('tickets.send'), exact: true }))
  await expect(page.getByText(t('tickets.sent'))).toBeVisible()
  const id = page.url().slice(-8)

  const support = await signUpStaff(site, dataDir, 'support')
  await signIn(context, site, support)
  await open('/operator/tickets')
  await keys.press(page.getByRole('link', { name: id }))
  await expect(page.getByRole('listitem').getByText('Where is my transfer?')).toBeVisible()
  await keys.write(page.getByLabel(t('operatorTickets.answer.label')), 'It has arrived.')
  await checkPage('a ticket at the desk')
  await keys.press(page.getByRole('button', { name: t('operatorTickets.answer.sendAndClose') }))
  await expect(page.getByText(t('operatorTickets.done.answer'))).toBeVisible()

  await signIn(context, site, ada)
  await open(`/dashboard/tickets/${id}`)
  await expect(page.getByText('It has arrived.')).toBeVisible()
  await keys.write(page.getByLabel(t('tickets.reply')), 'Thank you.')
  await checkPage('a ticket of the customer')
  await keys.press(page.getByRole('button', { name: t('tickets.replySend') }))
  await expect(page.getByLabel(t('tickets.reply'))).toHaveValue('')
  const { state, messages } = (await support.call(`/api/operator/tickets/${id}`)).body.data
  expect([state, messages.length]).toEqual(['open', 3])
}
