import { expect } from '@playwright/test'
import billing from '#src/locales/en-US/billing.ts'
import dashboard from '#src/locales/en-US/dashboard.ts'
import frame from '#src/locales/en-US/frame.ts'
import login from '#src/locales/en-US/login.ts'
import payment from '#src/locales/en-US/payment.ts'
import { signUp } from '../fixtures/customer.ts'
import { operate } from '../fixtures/operator-cli.ts'
import { signedInCustomer } from './signed-in.ts'
import { test } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const dataDir = () => process.env.TAPEWIRE_DATA_DIR ?? ''
const order = { planId: 'integrated-professional', period: 'month', network: 'TRC20', currency: 'USDT' }

test('a plan chosen without a session is shown at sign-up and login, and is selected for payment after the login', async ({
  page,
}) => {
  const { email, password } = await signUp(site(), 'chooser@example.com')
  const title = page.getByRole('heading', { level: 1 })
  await page.goto(`${site()}/en-US`)
  await page.getByRole('main').getByRole('link', { name: frame.account.login }).first().click()
  await expect(title).toHaveText(login.signup.title)
  await page.goto(`${site()}/en-US/pricing`)
  await page.getByRole('link', { name: 'Choose Professional' }).first().click()
  const chosen = page.getByText('You chose Integrated · Professional.')
  await expect(chosen).toBeVisible()
  for (const [link, heading] of [
    ['Sign up', login.signup.title],
    ['Log in', login.signin.title],
  ] as const) {
    await page.getByRole('main').getByRole('link', { name: link, exact: true }).click()
    await expect(title).toHaveText(heading)
    await expect(chosen).toBeVisible()
  }
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/en-US\/payment\?plan=integrated-professional/)
  await expect(page.getByRole('radio', { name: /^Professional/ })).toBeChecked()
})

test('a sign-in in a new browser applies the theme and colours of the account, and a reload keeps them', async ({
  page,
}) => {
  const { email, password, cookie } = await signUp(site(), 'preferences@example.com')
  const { status } = await fetch(`${site()}/api/preferences`, {
    method: 'PUT',
    headers: { cookie, 'content-type': 'application/json', origin: site() },
    body: JSON.stringify({ theme: 'dark', upColour: 'red' }),
  })
  expect(status).toBe(200)
  const root = page.locator('html')
  await page.goto(`${site()}/en-US/login`)
  await expect(root).not.toHaveAttribute('data-theme', 'dark')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: dashboard.welcome })).toBeVisible()
  for (const reload of [false, true]) {
    if (reload) await page.reload()
    await expect(root).toHaveAttribute('data-theme', 'dark')
    await expect(root).toHaveAttribute('data-up', 'red')
  }
})

test('a sign-in applies the saved language, also in a browser with another chosen language', async ({ browser }) => {
  const { email, password } = await signUp(site(), 'language@example.com')
  const signedInAt = async (path: string, cookies: { name: string; value: string }[] = []) => {
    const context = await browser.newContext()
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: site() })))
    const page = await context.newPage()
    await page.goto(`${site()}/en-US/login?redirect=${encodeURIComponent(path)}`)
    await page.getByLabel('E-mail address').fill(email)
    const typed = page.getByLabel('Password', { exact: true })
    await typed.fill(password)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(typed).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page.locator('.account-nav, [aria-label="Account"]').first()).toBeVisible()
    return { page, context }
  }
  const unchosen = await signedInAt('/dashboard')
  await expect(unchosen.page).toHaveURL(`${site()}/en-US/dashboard`)
  expect((await unchosen.context.cookies()).map(({ name }) => name)).not.toContain('lang')

  await unchosen.page.goto(`${site()}/en-US/dashboard/preferences`)
  await unchosen.page.getByLabel('Language', { exact: true }).selectOption('zh-HK')
  await unchosen.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(unchosen.page).toHaveURL(`${site()}/zh-HK/dashboard/preferences`)
  const { page } = await signedInAt('/en-US/dashboard/orders')
  await expect(page).toHaveURL(`${site()}/zh-HK/dashboard/orders`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-HK')
  const own = await signedInAt('/dashboard', [{ name: 'lang', value: 'en-US' }])
  await expect(own.page).toHaveURL(`${site()}/zh-HK/dashboard`)
  for (const one of [unchosen.page, page, own.page]) await one.context().close()
})

test('the payment page disables a downgrade with the reason, and shows an open order above the plans', async ({
  page,
  context,
}) => {
  const customer = await signedInCustomer(context, site())
  await operate(dataDir(), 'credit adjust', customer.email, '+160', '--paid', '--reason', 'For a test')
  expect((await customer.call('/api/order', order)).body.data.status).toBe(1)
  await page.goto(`${site()}/en-US/payment`)
  await expect(page.getByRole('radio', { name: /^Base .*cannot be downgraded/ })).toBeDisabled()
  await expect(page.getByRole('radio', { name: /^Professional/ })).toBeChecked()
  await page.getByRole('radio', { name: /^Premium/ }).check()
  await expect(page.getByText(payment.summary.kind.upgrade)).toBeVisible()

  const { orderNo } = (await customer.call('/api/order', { ...order, planId: 'stock-us-base' })).body.data
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: orderNo })
  const shop = page.getByRole('radio', { name: /^Base/ })
  expect((await row.boundingBox())?.y).toBeLessThan((await shop.boundingBox())?.y ?? 0)
  await row.getByRole('link', { name: payment.orders.continue }).click()
  await expect(page).toHaveURL(`${site()}/en-US/payment/${orderNo}`)
})

test('on the billing page a customer plans a change of plan, cancels it, and then chooses a renewal', async ({
  page,
  context,
}) => {
  const customer = await signedInCustomer(context, site())
  await operate(dataDir(), 'credit adjust', customer.email, '+160', '--paid', '--reason', 'For a test')
  expect((await customer.call('/api/order', order)).body.data.status).toBe(1)
  await page.goto(`${site()}/en-US/dashboard/billing`)
  const card = page.getByRole('region', { name: billing.renewal.title })
  const follows = card.getByLabel(/^What follows on/)
  await expect(follows).toHaveValue('none')
  await follows.selectOption({ label: 'Change to Integrated · Base, bought from credit' })
  await card.getByRole('button', { name: billing.renewal.save }).click()
  await expect(page.getByText(/^Changes to Integrated · Base on .* for 99\.00 USDT/)).toBeVisible()
  await page.getByRole('button', { name: billing.renewal.cancel }).click()
  await expect(follows).toHaveValue('none')
  await follows.selectOption('same')
  await card.getByRole('button', { name: billing.renewal.save }).click()
  await expect(page.getByText('Renews three days before the end for 199.00 USDT')).toBeVisible()
})

test('the key reset form proposes to keep the old secret valid for one more hour', async ({ page, context }) => {
  await signedInCustomer(context, site())
  await page.goto(`${site()}/en-US/dashboard`)
  await page.locator('.key-menu > summary').click()
  await page.getByRole('button', { name: dashboard.keys.reset }).click()
  await expect(page.getByLabel(dashboard.reset.overlap)).toHaveValue('1')
  await page.getByRole('dialog').getByRole('button', { name: dashboard.reset.confirm }).click()
  await expect(page.locator('.whole-key')).toHaveText(/^tw_live_\w{36}$/)
})
