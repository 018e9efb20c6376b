import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import enAccount from '#src/locales/en-US/account.ts'
import enCallback from '#src/locales/en-US/callback.ts'
import enErrors from '#src/locales/en-US/errors.ts'
import enSecurity from '#src/locales/en-US/security.ts'
import cnAccount from '#src/locales/zh-CN/account.ts'
import cnCallback from '#src/locales/zh-CN/callback.ts'
import cnErrors from '#src/locales/zh-CN/errors.ts'
import cnSecurity from '#src/locales/zh-CN/security.ts'
import hkAccount from '#src/locales/zh-HK/account.ts'
import hkCallback from '#src/locales/zh-HK/callback.ts'
import hkErrors from '#src/locales/zh-HK/errors.ts'
import hkSecurity from '#src/locales/zh-HK/security.ts'
import { axeFindings } from './axe.ts'
import { signedInCustomer } from './signed-in.ts'
import { test } from './test.ts'
import { testedLocales } from './whole.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const languages = (
  [
    { locale: 'en-US', account: enAccount, callback: enCallback, errors: enErrors, security: enSecurity },
    { locale: 'zh-CN', account: cnAccount, callback: cnCallback, errors: cnErrors, security: cnSecurity },
    { locale: 'zh-HK', account: hkAccount, callback: hkCallback, errors: hkErrors, security: hkSecurity },
  ] as const
).filter(({ locale }) => testedLocales.includes(locale))

const named = (words: string) => words.replace('{name}', 'Example ID')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

for (const { locale, account, errors, security } of languages)
  test(`${locale}: new recovery codes and disabling two-step sign-in require the second factor each time`, async ({
    page,
    context,
  }) => {
    const t = security.totp
    const customer = await signedInCustomer(context, site())
    const { body: started } = await customer.call('/api/security/totp/start', {})
    const app = new TOTP({ secret: Secret.fromBase32(started.data.secret) })
    await customer.call('/api/security/totp/confirm', { code: app.generate() })
    await page.goto(`${site()}/${locale}/dashboard/security`)
    const dialog = page.getByRole('dialog', { name: account.factor.title })
    const code = dialog.getByLabel(account.factor.code)

    await button(page, t.renew).click()
    await code.fill('000000')
    await dialog.getByRole('button', { name: account.prove.confirm }).click()
    await expect(dialog.getByText(errors.second_factor_wrong)).toBeVisible()
    await code.fill(app.generate({ timestamp: Date.now() + 30_000 }))
    await dialog.getByRole('button', { name: account.prove.confirm }).click()
    const codes = page.locator('.recovery-codes li')
    await expect(codes).toHaveCount(10)
    const [recovery = ''] = await codes.allTextContents()

    await button(page, t.disable).click()
    await expect(dialog).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: account.prove.cancel }).click()
    await expect(page.getByText(t.on, { exact: true })).toBeVisible()
    await button(page, t.disable).click()
    await code.fill(recovery)
    await dialog.getByRole('button', { name: account.prove.confirm }).click()
    await expect(page.getByText(t.off, { exact: true })).toBeVisible()
    await expect(codes).toHaveCount(0)
  })

for (const { locale, callback, security } of languages)
  test(`${locale}: a third-party sign-in with another address is linked after the customer has seen both addresses and agreed`, async ({
    page,
    context,
  }) => {
    const t = security.identities
    await context.addCookies([{ name: 'lang', value: locale, url: site() }])
    const { email } = await signedInCustomer(context, site())
    const name = `other-${randomUUID()}`
    await page.goto(`${site()}/${locale}/dashboard/security`)
    const link = button(page, named(t.link))
    await link.click()
    await page.locator('[name=login]').fill(name)
    await page.locator('[name=password]').fill('any')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { level: 1, name: named(callback.title) })).toBeVisible()
    await expect(page.locator('.link-addresses dd')).toHaveText([`${name}@example.com`, email])
    expect(await axeFindings(page)).toEqual([])
    await button(page, callback.decline).click()
    await expect(page).toHaveURL(`${site()}/${locale}/dashboard/security`)
    await expect(page.getByText(t.none)).toBeVisible()

    await link.click()
    // The provider remembers the sign-in, so it returns without a form.
    await button(page, callback.link.agree).click()
    await expect(page).toHaveURL(`${site()}/${locale}/dashboard/security`)
    await expect(page.getByText(`${name}@example.com`)).toBeVisible()
  })

test('if the customer refuses the linking at the sign-in provider, the security page opens with the reason', async ({
  page,
  context,
}) => {
  await signedInCustomer(context, site())
  await page.goto(`${site()}/en-US/dashboard/security`)
  await button(page, 'Link Example ID').click()
  await page.getByRole('link', { name: /cancel/i }).click()
  await expect(page).toHaveURL(/\/en-US\/dashboard\/security\?link=login_failed$/)
  await expect(page.getByText(enSecurity.identities.failed)).toBeVisible()
})

test('without two-step sign-in, a customer confirms a change of the sign-in methods with a passkey or a mailed code', async ({
  page,
  context,
}) => {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, isUserVerified: true } })
  const { email } = await signedInCustomer(context, site())
  await page.goto(`${site()}/en-US/dashboard/security`)
  await button(page, 'Add a passkey').click()
  await expect(page.getByText('never used')).toBeVisible()

  const dialog = page.getByRole('dialog', { name: enAccount.factor.title })
  await button(page, 'Turn on').click()
  await dialog.getByRole('button', { name: enAccount.factor.passkey }).click()
  await expect(page.locator('.totp-secret')).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await button(page, 'Remove').click()
  await dialog.getByRole('button', { name: enAccount.factor.by.mailCode }).click()
  const sent = dialog.getByText(enAccount.prove.sent.replace('{email}', email))
  await expect(sent).toBeVisible()
  await dialog.getByRole('button', { name: enAccount.factor.by.passkey }).click()
  await expect(sent).toBeHidden()
  await dialog.getByRole('button', { name: enAccount.factor.by.mailCode }).click()
  await expect(sent).toBeVisible()
  const mails = await (await page.request.get(`${site()}/dev/mailbox.json?to=${email}`)).json()
  await dialog.getByLabel(enAccount.prove.code).fill(/\b\d{6}\b/.exec(mails[0].text)?.[0] ?? '')
  await dialog.getByRole('button', { name: enAccount.prove.confirm }).click()
  await expect(page.getByText('No passkey yet.')).toBeVisible()
})
