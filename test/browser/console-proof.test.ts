import { type BrowserContext, expect, type Page } from '@playwright/test'
import login from '#src/locales/en-US/login.ts'
import operator from '#src/locales/en-US/operator.ts'
import staff from '#src/locales/en-US/operator-staff.ts'
import security from '#src/locales/en-US/security.ts'
import { signUp } from '../fixtures/customer.ts'
import { operate } from '../fixtures/operator-cli.ts'
import { ageSessions, signUpStaff } from '../fixtures/staff-sign-up.ts'
import { signedInCustomer, signIn } from './signed-in.ts'
import { test } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const dataDir = () => process.env.TAPEWIRE_DATA_DIR ?? ''

test.beforeEach(({ page }) => page.setViewportSize({ width: 1440, height: 900 }))

const confirm = (page: Page) => page.getByRole('button', { name: operator.act.confirm })

test('after a sign-in by passkey, one button press proves the passkey again and completes the staff action', async ({
  page,
  context,
}) => {
  const email = await passkeyOwner(page, context)
  const ada = await signUp(site(), `ada-${Date.now()}@example.com`)
  await page.goto(`${site()}/en-US/operator/staff?do=grant`)
  await ageSessions(dataDir(), email)
  await page.getByLabel(staff.grant.email).fill(ada.email)
  await page.getByRole('button', { name: staff.grant.submit }).click()
  const passkey = page.getByRole('button', { name: operator.prove.passkey })
  await expect(passkey).toBeFocused()
  await expect(page.locator('[type=password]')).toHaveCount(0)
  await expect(page.getByLabel(staff.grant.email)).toHaveValue(ada.email)
  await passkey.press('Enter')
  await expect(page.getByText(staff.done.grant)).toBeVisible()

  await ageSessions(dataDir(), email)
  await page.getByRole('link', { name: `Revoke the role support of ${ada.email}` }).click()
  await page.getByRole('button', { name: staff.revoke.submit }).click()
  await expect(passkey).toBeFocused()
  await confirm(page).click()
  await expect(page.getByText(staff.done.revoke)).toBeVisible()
})

/** An owner with a passkey and no authenticator app, who has just signed in with the passkey. */
async function passkeyOwner(page: Page, context: BrowserContext): Promise<string> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, isUserVerified: true } })
  const { email } = await signedInCustomer(context, site())
  await page.goto(`${site()}/en-US/dashboard/security`)
  await page.getByRole('button', { name: security.passkeys.add }).click()
  await expect(page.getByText(security.passkeys.unused)).toBeVisible()
  await operate(dataDir(), 'operator grant', email)
  await context.clearCookies()
  await page.goto(`${site()}/en-US/login`)
  await page.getByRole('button', { name: login.passkey }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  return email
}

test('a pressed button of the console shows that it is working until the response arrives', async ({
  page,
  context,
}) => {
  const owner = await signUpStaff(site(), dataDir(), 'owner')
  const ada = await signUp(site(), `ada-${Date.now()}@example.com`)
  await signIn(context, site(), owner)
  await page.goto(`${site()}/en-US/operator/staff?do=grant`)
  const answer = Promise.withResolvers<void>()
  await page.route('**/operator/staff*', async (route) => {
    if (route.request().method() === 'POST') await answer.promise
    await route.continue()
  })
  await page.getByLabel(staff.grant.email).fill(ada.email)
  await page.getByRole('button', { name: staff.grant.submit }).click()
  const working = page.getByRole('button', { name: operator.act.saving })
  await expect(working).toBeDisabled()
  await expect(working).toHaveAttribute('aria-busy', 'true')
  answer.resolve()
  await expect(page.getByText(staff.done.grant)).toBeVisible()
})
