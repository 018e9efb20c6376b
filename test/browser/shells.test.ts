import { type BrowserContext, expect } from '@playwright/test'
import { signUp } from '../fixtures/customer.ts'
import { signUpStaff } from '../fixtures/staff-sign-up.ts'
import { signIn } from './signed-in.ts'
import { keepNoLonger, test } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const dataDir = () => process.env.TAPEWIRE_DATA_DIR ?? ''

/** Records the React renderers of a page, as the browser's DevTools would. */
async function withDevTools(context: BrowserContext): Promise<void> {
  keepNoLonger(context)
  await context.addInitScript(() => {
    const renderers: string[] = []
    const none = () => undefined
    Object.assign(window, {
      renderers,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: ({ version }: { version: string }) => renderers.push(version),
        ...{ onCommitFiberRoot: none, onCommitFiberUnmount: none, onPostCommitFiberRoot: none },
      },
    })
  })
}

test('one React 19 renderer renders public, account, chart and console pages without an error', async ({ context }) => {
  await withDevTools(context)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load')) errors.push(message.text())
  })
  const owner = await signUpStaff(site(), dataDir(), 'owner')
  await signIn(context, site(), owner)
  for (const path of ['/en-US/pricing', '/zh-CN/dashboard', '/zh-HK/chart', '/en-US/operator/customers']) {
    await page.goto(site() + path)
    await expect(page.locator('html[data-mounted]')).toBeAttached()
    const renderers = await page.evaluate(() => (window as unknown as { renderers: string[] }).renderers)
    expect(renderers, path).toEqual([expect.stringMatching(/^19\./)])
  }
  expect(errors).toEqual([])
})

test('a link between public pages is handled by the router, and a link to an account page loads the document', async ({
  context,
}) => {
  await signIn(context, site(), await signUp(site(), `shells-${Date.now()}@example.com`))
  const page = await context.newPage()
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
  })
  await page.goto(`${site()}/en-US/faq`)
  await expect(page.locator('html[data-mounted]')).toBeAttached()
  // Clicks one link in a server-rendered part and one in the header.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Coverage' }).click()
  await expect(page).toHaveURL(`${site()}/en-US/coverage`)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click()
  await expect(page).toHaveTitle(/^Blog/)
  expect(documents).toEqual(['/en-US/faq'])
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL(`${site()}/en-US/dashboard`)
  await page.goBack()
  await expect(page).toHaveTitle(/^Blog/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(documents).toEqual(['/en-US/faq', '/en-US/dashboard', '/en-US/blog'])
})

test('footer and contact box appear complete after the reader follows a link from a page without footer and contact box', async ({
  context,
}) => {
  const page = await context.newPage()
  const follow = async (from: string, to: string) => {
    await page.goto(site() + from)
    await expect(page.locator('html[data-mounted]')).toBeAttached()
    await page.locator(`header a[href="${to}"]:visible`).first().click()
    await expect(page).toHaveURL(site() + to)
    await expect(page.locator('footer a[href$="/coverage"]'), to).toBeVisible()
    await expect(page.locator('.contact-channels a'), to).toHaveCount(4)
  }
  await follow('/zh-HK/login', '/zh-HK/docs')
  await signIn(context, site(), await signUp(site(), `footer-${Date.now()}@example.com`))
  await follow('/en-US/chart', '/en-US/dashboard')
})

test('the console has one header with one search field on a phone, a tablet and a desktop', async ({ context }) => {
  await signIn(context, site(), await signUpStaff(site(), dataDir(), 'owner'))
  const page = await context.newPage()
  await page.goto(`${site()}/en-US/operator/money`)
  await expect(page.locator('html[data-mounted]')).toBeAttached()
  for (const width of [360, 768, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole('banner')).toHaveCount(1)
    await expect(page.getByRole('search')).toHaveCount(1)
    const parts = await page
      .locator('.console-row > *')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).filter(({ width: wide }) => wide > 0))
    for (const [at, a] of parts.entries())
      for (const b of parts.slice(at + 1))
        expect(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top, `${width} px`).toBe(
          true,
        )
  }
  await page.keyboard.press('/')
  const field = page.getByRole('search').getByRole('combobox')
  await expect(field).toBeFocused()
  await field.fill('owner')
  const first = page.getByRole('option').first()
  await expect(first).toBeVisible()
  // The click fails if the option is cut off.
  await first.click()
  await expect(page).toHaveURL(/\/operator\/customers/)
  await page.getByLabel('Account menu').click()
  await expect(page.getByRole('banner').getByText('owner', { exact: true })).toBeVisible()
})
