import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { type Customer, signUp } from '../fixtures/customer.ts'
import { test } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
let count = 0
const newCustomer = () => signUp(site(), `owner${process.pid}x${++count}@example.com`)

async function logIn(page: Page, { email, password }: Customer) {
  await page.goto(`${site()}/en-US/login?redirect=/en-US/dashboard/security`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

async function signOut(page: Page) {
  await page.getByLabel('Account menu').click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(`${site()}/en-US`)
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('a passkey signs its owner in and opens the requested page, and a removed passkey signs nobody in', async ({
  page,
  request,
}) => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  const customer = await newCustomer()
  await logIn(page, customer)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('never used')).toBeVisible()
  await signOut(page)

  const byPasskey = async () => {
    await page.goto(`${site()}/en-US/login?redirect=/en-US/dashboard/security`)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
  }
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await byPasskey()
  await expect(page.getByText('The passkey did not work.')).toBeVisible()
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await byPasskey()
  await expect(page).toHaveURL(`${site()}/en-US/dashboard/security`)
  await expect(page.getByText('last used')).toBeVisible()

  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('No passkey yet.')).toBeVisible()
  const mails = await (await request.get(`${site()}/dev/mailbox.json?to=${customer.email}`)).json()
  const subjects = mails.map((mail: { subject: string }) => mail.subject)
  expect(subjects).toEqual(expect.arrayContaining(['A passkey was added', 'A passkey was removed']))
  await signOut(page)
  await byPasskey()
  await expect(page.getByText('Login failed, please try again')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})

test('two-step sign-in requires a code of the app or a recovery code, and a recovery code works only once', async ({
  page,
}) => {
  const customer = await newCustomer()
  await logIn(page, customer)
  await page.getByRole('button', { name: 'Turn on' }).click()
  const secret = (await page.locator('.totp-secret').textContent())?.replaceAll(' ', '') ?? ''
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  await page.getByLabel('Code from the app').fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('This code is not right')).toBeVisible()
  await page.getByLabel('Code from the app').fill(app.generate())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('10 recovery codes left')).toBeVisible()
  const [recovery = ''] = await page.locator('.recovery-codes li').allTextContents()
  await signOut(page)

  await logIn(page, customer)
  await expect(heading(page, 'Two-step sign-in')).toBeVisible()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await page.getByLabel('Code', { exact: true }).fill('not-a-code')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This code is not right')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(recovery)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`${site()}/en-US/dashboard/security`)
  await expect(page.getByText('9 recovery codes left')).toBeVisible()
  await signOut(page)

  await logIn(page, customer)
  await page.getByLabel('Code', { exact: true }).fill(recovery)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This code is not right')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(page, 'Security')).toBeVisible()
})
