import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import account from '#src/locales/en-US/account.ts'
import activity from '#src/locales/en-US/activity.ts'
import dashboard from '#src/locales/en-US/dashboard.ts'
import frame from '#src/locales/en-US/frame.ts'
import words from '#src/locales/en-US/team.ts'
import { signUp } from '../fixtures/customer.ts'
import { axeFindings } from './axe.ts'
import { signedInCustomer, signIn } from './signed-in.ts'
import { test } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''

async function newestMail(to: string): Promise<string> {
  const answer = await fetch(`${site()}/dev/mailbox.json?to=${encodeURIComponent(to)}`)
  const [mail] = (await answer.json()) as { text: string }[]
  return mail?.text ?? ''
}

test('an owner invites a developer, who joins, works in the account, and is removed', async ({
  page,
  context,
  browser,
}) => {
  const owner = await signedInCustomer(context, site())
  const [key] = (await owner.call('/api/keys')).body.data
  const colleague = await signUp(site(), `colleague-${randomUUID()}@example.com`)
  await page.goto(`${site()}/en-US/dashboard/team`)
  await page.getByLabel(words.email).fill(colleague.email)
  await page.getByRole('button', { name: words.send }).click()
  const invited = page.getByRole('listitem').filter({ hasText: colleague.email })
  await expect(invited.getByRole('button', { name: words.withdraw })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])

  const answer = Promise.withResolvers<void>()
  await page.route('**/api/team/invites', async (route) => {
    await answer.promise
    await route.continue()
  })
  const again = invited.getByRole('button', { name: words.again })
  await again.click()
  await expect(again).toHaveText(frame.field.working)
  await expect(again).toBeDisabled()
  await expect(again).toBeFocused()
  answer.resolve()
  await expect(again).toHaveText(words.again)

  const [link = ''] = /http\S+join\?token=[\w-]+/.exec(await newestMail(colleague.email)) ?? []
  const theirs = await browser.newContext({ viewport: { width: 360, height: 740 } })
  await signIn(theirs, site(), colleague)
  const phone = await theirs.newPage()
  await phone.goto(link)
  await expect(phone.getByText(owner.email)).toBeVisible()
  await phone.getByRole('button', { name: words.join.accept }).click()
  const band = phone.getByRole('region', { name: account.acting.label })
  await expect(band).toContainText(owner.email)
  await expect(phone.getByTestId('first-key')).toHaveText(key.key)
  await expect(phone.getByRole('link', { name: account.nav.billing })).toHaveCount(0)
  await phone.getByRole('button', { name: dashboard.first.reveal }).click()
  await expect(phone.getByTestId('first-key')).not.toHaveText(key.key)

  await page.goto(`${site()}/en-US/dashboard/activity`)
  await expect(page.getByRole('row').filter({ hasText: colleague.email }).first()).toBeVisible()
  await expect(page.getByText(activity.did.team.join.replace('{name}', colleague.email))).toBeVisible()
  // Calls of a page name the account that the page shows.
  const sent = phone.waitForRequest((request) => request.url().endsWith('/reveal'))
  await phone.reload()
  await phone.getByRole('button', { name: dashboard.first.reveal }).click()
  expect((await sent).headers()['x-account']).toBeTruthy()
  await page.goto(`${site()}/en-US/dashboard/team`)
  const role = page.getByLabel(words.role.replace('{email}', colleague.email))
  const before = await role.inputValue()
  await page.route('**/api/team/members/*', (route) => route.abort())
  await role.selectOption('billing')
  await expect(page.getByRole('status').or(page.getByRole('alert')).last()).toBeVisible()
  await expect(role).toHaveValue(before)
  await page.unroute('**/api/team/members/*')
  await role.selectOption('billing')
  await expect(page.getByText(words.changed)).toBeVisible()
  await expect(role).toHaveValue('billing')
  await page.getByRole('button', { name: `${words.remove}: ${colleague.email}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.remove }).click()
  // The colleague has revealed the key, so the page offers to reset it.
  const exposed = page.getByRole('region', { name: words.exposed.title })
  await expect(exposed).toContainText(colleague.email)
  expect(await axeFindings(page)).toEqual([])
  await exposed.getByLabel(words.exposed.overlap).selectOption('1')
  await exposed.getByRole('button', { name: `${words.exposed.reset}: ${key.key}` }).click()
  await expect(exposed).toHaveCount(0)
  await expect(page.getByText(colleague.email)).toHaveCount(0)
  await page.goto(`${site()}/en-US/dashboard`)
  await page.locator('.key-menu summary').first().click()
  await page.getByRole('button', { name: dashboard.keys.holder }).click()
  await page.getByRole('dialog').getByLabel(dashboard.holder.label).selectOption('service')
  await page.getByRole('dialog').getByLabel(dashboard.holder.name).fill('Nightly back-fill')
  await page.getByRole('dialog').getByRole('button', { name: dashboard.holder.confirm }).click()
  await expect(page.getByText('Nightly back-fill')).toBeVisible()
  await phone.reload()
  await expect(band).toHaveCount(0)
  await expect(phone.getByTestId('first-key')).not.toHaveText(key.key)
  await theirs.close()
})
