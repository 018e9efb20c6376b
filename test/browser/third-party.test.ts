import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { signUp } from '../fixtures/customer.ts'
import { axeFindings } from './axe.ts'
import { test } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const security = '/en-US/dashboard/security'
const provider = 'Continue with Example ID'
let count = 0
const newName = () => `guest${process.pid}x${++count}`

async function leave(page: Page) {
  await page.goto(`${site()}/en-US/login?redirect=${security}`)
  await page.getByRole('link', { name: provider }).click()
}

/** Signs in at the provider and consents to sharing the profile. */
async function agree(page: Page, name: string) {
  await page.locator('[name=login]').fill(name)
  await page.locator('[name=password]').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a new person signs in through a sign-in provider, and after the second factor the requested page opens', async ({
  page,
}) => {
  await leave(page)
  await agree(page, newName())
  await expect(page).toHaveURL(site() + security)
  await page.getByRole('button', { name: 'Turn on' }).click()
  const secret = (await page.locator('.totp-secret').textContent())?.replaceAll(' ', '') ?? ''
  await page.getByLabel('Code from the app').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('10 recovery codes left')).toBeVisible()
  const [recovery = ''] = await page.locator('.recovery-codes li').allTextContents()
  await page.getByLabel('Account menu').click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(`${site()}/en-US`)

  await leave(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Two-step sign-in' })).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(recovery)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(site() + security)
})

test('a sign-in refused at the provider returns to the login with a message, and a sign-in by password then succeeds', async ({
  page,
}) => {
  const { email, password } = await signUp(site(), `${newName()}@example.com`)
  await leave(page)
  await page.getByRole('link', { name: /cancel/i }).click()
  await expect(page.getByText('Login failed, please try again.')).toBeVisible()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(site() + security)
})

test('a sign-in provider is linked to an account of the same address after its owner agrees, and can be unlinked', async ({
  page,
}) => {
  const name = newName()
  await signUp(site(), `${name}@example.com`)
  await leave(page)
  await agree(page, name)
  await expect(page.getByRole('heading', { level: 1, name: 'Link Example ID to your account?' })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Link and log in' }).click()
  await expect(page).toHaveURL(site() + security)
  await page.getByRole('button', { name: 'Unlink' }).click()
  await expect(page.getByRole('button', { name: 'Link Example ID' })).toBeVisible()
})
