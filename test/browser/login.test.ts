import { expect, type Page } from '@playwright/test'
import { codeFor, signUp } from '../fixtures/customer.ts'
import { axeFindings } from './axe.ts'
import { test } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const password = 'tulip orbit 93 lantern'
let count = 0
const someone = () => `reader${process.pid}x${++count}@example.com`

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function logIn(page: Page, email: string, redirect: string) {
  await page.goto(`${site()}/en-US/login?redirect=${redirect}`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

async function sendCode(page: Page) {
  await page.getByLabel('I am human').check()
  await expect(page.getByText('Verified')).toBeVisible()
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('a code is on its way')).toBeVisible()
}

test('a forgotten password is reset with only the keyboard, and each mistake is named beside its field', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const email = someone()
  await signUp(site(), email)
  await page.goto(`${site()}/en-US/login?redirect=/en-US/contact`)
  await page.getByRole('link', { name: 'Forgot password?' }).press('Enter')
  await expect(heading(page)).toHaveText('Reset your password')
  const address = page.getByLabel('E-mail address')
  const [code, next, again] = [
    page.getByLabel('Verification code'),
    page.getByLabel('New password'),
    page.getByLabel('Password once more'),
  ]
  await address.fill(email)
  await page.getByRole('button', { name: 'Send code' }).press('Enter')
  await expect(page.getByText('Please complete the verification')).toBeVisible()
  await address.fill('')
  await again.press('Enter')
  await expect(page.getByText('Please fill this in.')).toHaveCount(4)
  await expect(address).toBeFocused()
  await address.fill('nobody')
  await page.getByRole('button', { name: 'Send code' }).press('Enter')
  await expect(page.getByText('Enter one e-mail address')).toBeVisible()
  await address.fill(email)
  await page.getByLabel('I am human').press('Space')
  await expect(page.getByText('Verified')).toBeVisible()
  await page.getByRole('button', { name: 'Send code' }).press('Enter')
  await expect(page.getByRole('button', { name: /^Again in 00:\d\d$/ })).toBeDisabled()
  await expect(code).toBeFocused()

  await code.fill('000000')
  await next.pressSequentially('short')
  await next.press('Enter')
  await expect(page.getByText('Too short: at least 8 characters.')).toBeVisible()
  await next.fill('a wholly different 7 phrase')
  await again.fill('another one')
  await again.press('Enter')
  await expect(page.getByText('The two entered passwords do not match')).toBeVisible()
  await expect(again).toBeFocused()
  await again.fill('a wholly different 7 phrase')
  await again.press('Enter')
  await expect(page.getByText('Verification code error')).toBeVisible()
  await expect(code).toHaveAttribute('aria-invalid', 'true')

  const pasted = `Your code: ${(await codeFor(site(), email)).replace(/^.../, '$& ')}.`
  await code.fill('')
  await code.evaluate((input, text) => {
    ;(input as HTMLInputElement).focus()
    document.execCommand('insertText', false, text)
  }, pasted)
  await expect(code).toHaveValue(pasted)
  await code.press('Enter')
  await expect(page.getByText('Your password has been changed.')).toBeVisible()
  await expect(heading(page)).toHaveText('Log in')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a wholly different 7 phrase')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL(`${site()}/en-US/contact`)
})

test('a mailed code signs a new visitor in, and the fields have autocomplete hints for password managers', async ({
  page,
}) => {
  const email = someone()
  const hint = (label: string) => page.getByLabel(label, { exact: true }).getAttribute('autocomplete')
  await page.goto(`${site()}/en-US/login?mode=signup`)
  expect(await Promise.all(['E-mail address', 'Password', 'Verification code'].map(hint))).toEqual([
    'username',
    'new-password',
    'one-time-code',
  ])
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(heading(page)).toHaveText('Log in')
  expect(await Promise.all(['E-mail address', 'Password'].map(hint))).toEqual(['username', 'current-password'])
  await page.getByRole('link', { name: 'Use an e-mail code' }).click()
  await expect(heading(page)).toHaveText('Log in with an e-mail code')
  await page.getByLabel('E-mail address').fill(email)
  await sendCode(page)
  await page.getByLabel('Verification code').fill(await codeFor(site(), email))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(`${site()}/en-US/dashboard`)
})

test('axe finds nothing on the login, the preferences and the security page', async ({ page }) => {
  test.setTimeout(120_000)
  const email = someone()
  await signUp(site(), email)
  for (const mode of ['signin', 'signup']) {
    await page.goto(`${site()}/en-US/login?mode=${mode}&error=login_failed`)
    expect(await axeFindings(page), mode).toEqual([])
  }
  await logIn(page, email, '/en-US/dashboard/preferences')
  await expect(heading(page)).toHaveText('Preferences')
  expect(await axeFindings(page), 'preferences').toEqual([])
  await page.goto(`${site()}/en-US/dashboard/security`)
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.locator('.totp-qr')).toBeVisible()
  expect(await axeFindings(page), 'security').toEqual([])
})

test('account pages retry once when the server is busy, and open the login when nobody is signed in', async ({
  page,
}) => {
  const email = someone()
  await signUp(site(), email)
  await logIn(page, email, '/en-US/dashboard/preferences')
  const menu = page.getByLabel('Account menu')
  await expect(menu).toBeVisible()

  const answers: number[] = []
  await page.route('**/api/userinfo*', async (route) => {
    answers.push(503)
    if (answers.length > 1) return route.continue()
    return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { code: 503, error: 'server_busy' } })
  })
  await page.reload()
  await expect(menu).toBeVisible()
  await expect.poll(() => answers).toHaveLength(2)

  await page.unroute('**/api/userinfo*')
  await page.route('**/api/userinfo*', (route) => route.abort())
  await page.reload()
  await expect(heading(page)).toHaveText('Preferences')
  await expect(
    page.getByRole('button', { name: 'Server is busy or cannot be reached, please try again later' }),
  ).toBeVisible()
  await page.unroute('**/api/userinfo*')

  await page.context().clearCookies({ name: 'authorization' })
  await page.reload()
  await expect(page).toHaveURL(`${site()}/en-US/login?redirect=%2Fen-US%2Fdashboard%2Fpreferences`)
})

test('a sign-in in one tab also signs in a public page and the login page in other tabs', async ({ context }) => {
  const email = someone()
  await signUp(site(), email)
  const [one, two, three] = [await context.newPage(), await context.newPage(), await context.newPage()]
  await two.goto(`${site()}/en-US/pricing`)
  await three.goto(`${site()}/en-US/login?redirect=/en-US/dashboard/preferences`)
  await expect(two.getByRole('link', { name: 'Get it now' }).first()).toBeVisible()
  await logIn(one, email, '/en-US/dashboard')
  await expect(two.getByLabel('Account menu')).toBeVisible()
  await expect(three).toHaveURL(`${site()}/en-US/dashboard/preferences`)
})
