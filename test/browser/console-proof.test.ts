import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import login from '#src/locales/en-US/login.ts'
import operator from '#src/locales/en-US/operator.ts'
import plans from '#src/locales/en-US/operator-plans.ts'
import staff from '#src/locales/en-US/operator-staff.ts'
import tiers from '#src/locales/en-US/plans.ts'
import security from '#src/locales/en-US/security.ts'
import { signUp } from '../fixtures/customer.ts'
import { tapewireOn } from '../fixtures/operator-cli.ts'
import { onDatabaseOf } from '../fixtures/running-database.ts'
import { signUpStaff } from '../fixtures/staff-sign-up.ts'
import { axeFindings } from './axe.ts'
import { signedInCustomer, signIn } from './signed-in.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const dataDir = () => process.env.TAPEWIRE_DATA_DIR ?? ''

test.beforeEach(({ page }) => page.setViewportSize({ width: 1440, height: 900 }))

/** Sets the sign-ins of a person back by 20 minutes. */
const ageSessions = (email: string) =>
  onDatabaseOf(
    dataDir(),
    `update account_session s set factor_at = s.factor_at - interval '20 minutes',
      proved_at = s.proved_at - interval '20 minutes' from account a where a.id = s.account_id and a.email = $1`,
    [email],
  )

const confirm = (page: Page) => page.getByRole('button', { name: operator.act.confirm })

test('the prompt for a code is in view and in focus and keeps typed text, and its button names its action', async ({
  page,
  context,
}) => {
  const owner = await signUpStaff(site(), dataDir(), 'billing')
  await signIn(context, site(), owner)
  await page.goto(`${site()}/en-US/operator/plans?market=fund-hk`)
  await ageSessions(owner.email)
  const edit = plans.table.edit.replace('{tier}', tiers.tiers.premium)
  await page.getByRole('link', { name: edit }).click()
  const price = page.getByLabel(plans.fields.price)
  const typed = (Number(await price.inputValue()) + 1).toFixed(2)
  await price.fill(typed)
  await page.getByRole('button', { name: plans.edit.submit }).click()
  const code = page.getByLabel(operator.prove.code)
  await expect(code).toBeFocused()
  await expect(code).toBeInViewport()
  await expect(confirm(page)).toBeInViewport()
  await expect(price).toHaveValue(typed)
  expect(await axeFindings(page)).toEqual([])
  await code.fill('000000')
  await confirm(page).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await expect(code).toBeFocused()
  const app = new TOTP({ secret: Secret.fromBase32(owner.secret) })
  await code.fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await confirm(page).click()
  await expect(page.getByText(plans.done.plan)).toBeVisible()
})

test('in a session that a passkey opened, one press of a button proves the passkey and confirms the act', async ({
  page,
  context,
}) => {
  const email = await passkeyOwner(page, context)
  const ada = await signUp(site(), `ada-${Date.now()}@example.com`)
  await page.goto(`${site()}/en-US/operator/staff?do=grant`)
  await ageSessions(email)
  await page.getByLabel(staff.grant.email).fill(ada.email)
  await page.getByRole('button', { name: staff.grant.submit }).click()
  const passkey = page.getByRole('button', { name: operator.prove.passkey })
  await expect(passkey).toBeFocused()
  await expect(page.locator('[type=password]')).toHaveCount(0)
  await expect(page.getByLabel(staff.grant.email)).toHaveValue(ada.email)
  await passkey.press('Enter')
  await expect(page.getByText(staff.done.grant)).toBeVisible()

  await ageSessions(email)
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
  await tapewireOn(dataDir(), 'operator', 'grant', email)
  await context.clearCookies()
  await page.goto(`${site()}/en-US/login`)
  await page.getByRole('button', { name: login.passkey }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  return email
}

test('a pressed button shows that it is working until the answer arrives', async ({ page, context }) => {
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
