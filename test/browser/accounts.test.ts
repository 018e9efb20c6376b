import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { codeFor, signUp } from '../fixtures/customer.ts'
import { copied } from './copied.ts'
import { test } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const password = 'tulip orbit 93 lantern'
let count = 0
const someone = () => `someone${process.pid}x${++count}@example.com`

async function logIn(page: Page, email: string, redirect = '') {
  await page.goto(`${site()}/en-US/login${redirect ? `?redirect=${encodeURIComponent(redirect)}` : ''}`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

test('after a sign-up in the browser, the button “Copy” copies and shows the request with the real key', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'en-US', permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  const email = someone()
  await page.goto(`${site()}/dashboard`)
  await expect(page).toHaveURL(/\/en-US\/login\?redirect=/)
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your account')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Please complete the verification')).toBeVisible()
  await page.getByLabel('I am human').check()
  await expect(page.getByText('Verified')).toBeVisible()
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('a code is on its way')).toBeVisible()
  await page.getByLabel('Verification code').fill(await codeFor(site(), email))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password once more').fill(password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page).toHaveURL(`${site()}/en-US/dashboard`)
  await expect(page.getByRole('main').getByText(email).first()).toBeVisible()
  const request = page.locator('.key-call').getByRole('tabpanel')
  await expect(request).toContainText('tw_l***')
  const command = await copied(page.getByRole('button', { name: 'Copy' }).first())
  await expect(request).toContainText(/token: tw_live_[0-9A-Za-z]{36}"/)
  await expect(request).toContainText(command)
  expect(
    await page.evaluate(() => document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })),
  ).not.toMatch(/authorization|[\w-]{43}/)
  await context.close()
})

test('sign-in by password works without JavaScript and returns to the requested page', async ({ browser }) => {
  const email = someone()
  await signUp(site(), email)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${site()}/en-US/login?redirect=/en-US/dashboard/security`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('Email or password is incorrect.')).toBeVisible()
  await expect(page.getByLabel('E-mail address')).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(`${site()}/en-US/dashboard/security`)
  await context.close()
})

test('a login with a redirect to another site leads to the dashboard', async ({ page }) => {
  const email = someone()
  await signUp(site(), email)
  await logIn(page, email, '//evil.tld/dashboard')
  await expect(page).toHaveURL(`${site()}/en-US/dashboard`)
})

test('after a sign-out in one tab, another tab opens the login with a redirect back to its page', async ({
  context,
}) => {
  const email = someone()
  await signUp(site(), email)
  const [one, two] = [await context.newPage(), await context.newPage()]
  await logIn(one, email)
  await expect(one).toHaveURL(`${site()}/en-US/dashboard`)
  await two.goto(`${site()}/en-US/dashboard/preferences`)
  await expect(two.getByRole('heading', { level: 1 })).toHaveText('Preferences')
  await expect(two.getByLabel('Account menu')).toBeVisible()
  await one.getByLabel('Account menu').click()
  await one.getByRole('button', { name: 'Log out' }).click()
  await expect(one).toHaveURL(`${site()}/en-US`)
  await expect(two).toHaveURL(/\/en-US\/login\?redirect=%2Fen-US%2Fdashboard%2Fpreferences/)
})

test('another site cannot sign a visitor in or out', async ({ context }) => {
  const email = someone()
  const customer = await signUp(site(), email)
  const page = await context.newPage()
  await logIn(page, email)
  await expect(page).toHaveURL(`${site()}/en-US/dashboard`)
  const evil = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(`<form id="f" method="post" action="${site()}/en-US/login">
      <input name="mode" value="signin"><input name="email" value="${customer.email}"><input name="password" value="${password}"></form>
      <form id="g" method="post" enctype="text/plain" action="${site()}/api/auth/signout"><input name='{"a":"' value='"}'></form>`)
  })
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`
  for (const form of ['f', 'g']) {
    const stranger = await context.newPage()
    await stranger.goto(address)
    const [answer] = await Promise.all([
      stranger.waitForResponse((response) => response.request().method() === 'POST'),
      stranger.evaluate((id) => (document.getElementById(id) as HTMLFormElement).submit(), form),
    ])
    expect(answer.status()).toBe(403)
    expect(answer.headers()['set-cookie'] ?? '').not.toContain('authorization')
    await stranger.close()
  }
  await page.reload()
  await expect(page.getByRole('main').getByText(email).first()).toBeVisible()
  evil.close()
})
