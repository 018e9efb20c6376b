import { expect, type Page } from '@playwright/test'
import { signedInCookie } from '#src/contract/site.ts'
import acts from '#src/locales/en-US/operator.ts'
import content from '#src/locales/en-US/operator-content.ts'
import customers from '#src/locales/en-US/operator-customers.ts'
import staff from '#src/locales/en-US/operator-staff.ts'
import tickets from '#src/locales/en-US/operator-tickets.ts'
import { type Customer, signUp } from '../fixtures/customer.ts'
import { signUpStaff } from '../fixtures/staff-sign-up.ts'
import { axeFindings } from './axe.ts'
import { openExactly } from './open-page.ts'
import { test } from './test.ts'
import { testedLocales, themesAt } from './whole.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const dataDir = () => process.env.TAPEWIRE_DATA_DIR ?? ''

/** Pages of the console that an owner sees. Add the address of a new page here. */
const pages = [
  '/operator',
  '/operator/customers',
  '/operator/money',
  ...['held', 'refunds', 'sweeps', 'networks', 'accounting'].map((view) => `/operator/money?view=${view}`),
  '/operator/plans',
  ...['coupons', 'deals'].map((view) => `/operator/plans?view=${view}`),
  '/operator/tickets',
  '/operator/tickets/texts',
  '/operator/data',
  '/operator/data?do=upload',
  '/operator/data/instruments',
  '/operator/data/instruments/1',
  '/operator/data/coverage',
  '/operator/data/sources',
  '/operator/data/feed-keys',
  '/operator/data/feed-keys?do=create',
  '/operator/data/checks',
  '/operator/data/checks?do=check',
  '/operator/data/checks?do=recompute&symbol=crypto%3ABTCUSD%24BA&from=2026-01-01&to=2026-01-31&way=all',
  '/operator/data/instruments/1/actions?do=set',
  '/operator/data/calendars?calendar=NYSE&year=2026&do=set&on=2026-12-24',
  '/operator/content',
  '/operator/content/changelog?do=add',
  '/operator/content/incidents?do=open',
  '/operator/staff',
  '/operator/audit',
  '/operator/brand',
  '/operator/installation',
  '/operator/installation?do=rotate',
  '/operator/handbook',
  '/operator/handbook?q=backup',
  '/operator/handbook/scale',
  '/operator/handbook/settings',
]

let owner: Customer
test.beforeAll(async () => {
  test.setTimeout(180_000)
  owner = await signUpStaff(site(), dataDir(), 'owner')
})

function cookiesOf({ cookie }: Customer) {
  const [name = '', value = ''] = cookie.split('=')
  return [
    { name, value, url: site() },
    { name: signedInCookie, value: '1', url: site() },
  ]
}

test('only staff can open the console', async ({ context, request }) => {
  const response = await request.get(`${site()}/en-US/operator/staff`, { maxRedirects: 0 })
  expect(response.headers().location).toContain('/en-US/login?redirect=')
  const customer = await signUp(site(), `visitor-${Date.now()}@example.com`)
  await context.addCookies(cookiesOf(customer))
  expect((await context.request.get(`${site()}/en-US/operator/staff`)).status()).toBe(404)
  await context.addCookies(cookiesOf(owner))
  const shown = await context.request.get(`${site()}/en-US/operator/staff`)
  expect([shown.status(), shown.headers()['cache-control']]).toEqual([200, 'private, no-store'])
  expect(await shown.text()).toContain('noindex')
})

test('an old address of the handbook redirects staff to the console, and others get 404', async ({
  context,
  request,
}) => {
  const old = `${site()}/en-US/docs/scale`
  expect((await request.get(old)).status()).toBe(404)
  const customer = await signUp(site(), `reader-${Date.now()}@example.com`)
  await context.addCookies(cookiesOf(customer))
  expect((await context.request.get(old)).status()).toBe(404)
  await context.addCookies(cookiesOf(owner))
  const shown = await context.request.get(old)
  expect([shown.status(), new URL(shown.url()).pathname]).toEqual([200, '/en-US/operator/handbook/scale'])
  for (const address of ['/sitemap.xml', '/llms.txt', '/en-US/docs', '/en-US/search.json?q=backup'])
    expect(await (await request.get(site() + address)).text(), address).not.toMatch(
      /docs\/(scale|performance|backup)|handbook/,
    )
})

/** The page's keyboard shortcuts work only after its scripts have loaded. */
const hearsKeys = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-mounted')

test('an owner grants and revokes a staff role by keyboard, and the audit log shows the revocation', async ({
  page,
  context,
}) => {
  const ada = await signUp(site(), `ada-${Date.now()}@example.com`)
  await context.addCookies(cookiesOf(owner))
  await page.goto(`${site()}/en-US/operator/staff`)
  await page.getByRole('link', { name: staff.grant.open }).press('Enter')
  await page.getByLabel(staff.grant.email).fill('nobody@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel(staff.grant.email).fill(ada.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(staff.done.grant)).toBeVisible()
  const revoke = page.getByRole('link', { name: `Revoke the role support of ${ada.email}` })
  await revoke.press('Enter')
  await expect(page.locator('dialog:modal')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(revoke).toBeFocused()
  await revoke.press('Enter')
  await page.getByRole('button', { name: staff.revoke.submit }).press('Enter')
  await expect(page.getByText(staff.done.revoke)).toBeVisible()
  await page.goto(`${site()}/en-US/operator/audit?subject=${ada.email}&action=staff.`)
  await expect(page.getByRole('row', { name: /Staff · revoked/ })).toContainText(owner.email)
})

test('staff answer a ticket with a canned text by keyboard, and axe finds nothing on the ticket page', async ({
  page,
  context,
}) => {
  const ada = await signUp(site(), `ada-${Date.now()}@example.com`)
  const { ticket } = (await ada.call('/api/tickets', { message: 'Where is my transfer?' })).body.data
  await context.addCookies(cookiesOf(owner))
  await page.goto(`${site()}/en-US/operator/tickets/texts?do=add`)
  await page.getByLabel(tickets.texts.name).fill('on-its-way')
  for (const [label, text] of Object.entries({
    English: 'It is coming.',
    简体中文: '正在路上。',
    繁體中文: '正在途中。',
  })) {
    await page.getByRole('tab', { name: label }).press('Enter')
    await page.getByRole('textbox', { name: label }).fill(text)
  }
  await page.getByRole('button', { name: tickets.texts.keep }).press('Enter')
  await expect(page.getByText(tickets.texts.kept)).toBeVisible()
  await page.goto(`${site()}/en-US/operator/tickets`)
  await hearsKeys(page)
  // Tickets of other tests may come earlier in the list, so this presses the key until the ticket has the focus.
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(page.getByRole('link', { name: ticket })).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('Enter')
  await page.getByLabel(tickets.answer.label).fill('Hello,')
  await page.getByRole('link', { name: 'on-its-way' }).press('Enter')
  await expect(page.getByLabel(tickets.answer.label)).toHaveValue('Hello,\n\nIt is coming.')
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: tickets.answer.sendAndClose }).press('Enter')
  await expect(page.getByText(tickets.done.answer)).toBeVisible()
  await expect(page.getByLabel(tickets.answer.label)).toHaveValue('')
  const thread = (await ada.call(`/api/tickets/${ticket}`)).body.data
  expect([thread.state, thread.messages[1].text]).toEqual(['closed', 'Hello,\n\nIt is coming.'])
})

test('an owner publishes an announcement in one language for one plan, edits it and ends it', async ({
  page,
  context,
}) => {
  await context.addCookies(cookiesOf(owner))
  await page.goto(`${site()}/en-US/operator/content`)
  await page.getByRole('link', { name: content.announce.open }).press('Enter')
  const text = `Maintenance ${Date.now()}`
  await page.getByLabel('Text, English', { exact: true }).fill(text)
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText(text)
  await page.getByLabel(content.announce.readers).selectOption('Stocks US · Base')
  await page.getByLabel(content.announce.until).fill('2020-01-01T00:00')
  await page.getByRole('button', { name: content.announce.submit }).press('Enter')
  await expect(page.getByLabel(content.announce.until)).toHaveAttribute('aria-invalid', 'true')
  expect(await axeFindings(page)).toEqual([])
  await page.getByLabel(content.announce.until).fill('')
  await page.getByRole('button', { name: content.announce.submit }).press('Enter')
  await expect(page.getByText(content.done.announce)).toBeVisible()
  await expect(page.getByRole('row', { name: text })).toContainText(content.announcements.states.shown)
  await page.getByRole('link', { name: `Edit the announcement: ${text}` }).press('Enter')
  await page.getByLabel('Text, English', { exact: true }).fill(`${text}, later`)
  await page.getByRole('button', { name: content.edit.submit }).press('Enter')
  await expect(page.getByRole('row', { name: `${text}, later` })).toBeVisible()
  await page.getByRole('link', { name: `End the announcement: ${text}, later` }).press('Enter')
  await page.getByRole('button', { name: content.end.submit }).press('Enter')
  await expect(page.getByRole('row', { name: text })).toContainText(content.announcements.states.over)
})

test('staff find a customer by key with the slash shortcut, add a note, and suspend and restore the account', async ({
  page,
  context,
}) => {
  const ada = await signUp(site(), `ada-${Date.now()}@example.com`)
  await context.addCookies(cookiesOf(owner))
  await page.goto(`${site()}/en-US/operator/audit`)
  await hearsKeys(page)
  await page.keyboard.press('/')
  await page.keyboard.type(ada.key)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: ada.email })).toBeVisible()
  await page.getByRole('link', { name: customers.notes.add }).press('Enter')
  await page.getByRole('textbox', { name: customers.acts.note.text }).fill('Asked for a call')
  await page.getByRole('button', { name: customers.acts.note.submit }).click()
  await expect(page.getByRole('region', { name: customers.notes.title })).toContainText('Asked for a call')
  await page.getByRole('link', { name: customers.acts.suspend.open }).click()
  await page.getByLabel(customers.acts.reason).fill('shares the key')
  await page.getByRole('button', { name: customers.acts.suspend.submit }).click()
  await expect(page.getByText(customers.done.suspend)).toBeVisible()
  expect((await ada.call('/api/keys')).status).toBe(403)
  await page.getByRole('link', { name: customers.acts.restore.open }).click()
  await page.getByLabel(customers.acts.reason).fill('promised better')
  await page.getByRole('button', { name: customers.acts.restore.submit }).click()
  await expect(page.getByText(customers.done.restore)).toBeVisible()
})

test('staff view an account as its owner sees it, without secrets and without a way to change anything', async ({
  page,
  context,
}) => {
  const ada = await signUp(site(), `ada-${Date.now()}@example.com`)
  await context.addCookies(cookiesOf(owner))
  const { data } = (await owner.call(`/api/operator/customers?q=${ada.email}`)).body
  const customer = `${site()}/en-US/operator/customers/${data.customers[0].accountId}`
  await page.goto(customer)
  await page.getByRole('link', { name: customers.viewAs.open }).click()
  await expect(page.getByText(`You see the account of ${ada.email} as they see it`)).toBeVisible()
  const account = page.frameLocator('iframe')
  await expect(account.getByTestId('first-key')).toContainText('***')
  await account.getByRole('link', { name: 'Usage', exact: true }).click()
  await expect(account.getByRole('heading', { level: 1, name: 'Usage' })).toBeVisible()
  for (const path of ['', '/usage', '/billing', '/tickets', '/activity', '/security', '/preferences', '/../payment']) {
    const shown = await context.request.get(`${customer}/view/en-US/dashboard${path}`)
    expect(shown.status(), path).toBe(200)
    const html = await shown.text()
    expect(html).not.toMatch(/<script|tws_|set-cookie|sandbox-mark/i)
    expect(html).not.toContain(ada.key)
    expect(html).not.toContain(owner.email)
    expect(html).not.toMatch(/(?:href|action)="\/en-US\/(?:dashboard|payment)/)
  }
  const preferences = `${customer}/view/en-US/dashboard/preferences`
  expect((await context.request.post(preferences, { form: { theme: 'dark' } })).status()).toBe(405)
  await page.getByRole('link', { name: customers.viewAs.end }).click()
  await expect(page.getByRole('heading', { level: 1, name: ada.email })).toBeVisible()
})

test('without scripts a refused form of the console keeps the typed text, and can be closed', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  await context.addCookies(cookiesOf(owner))
  const page = await context.newPage()
  await page.goto(`${site()}/en-US/operator/staff`)
  await page.getByRole('link', { name: staff.grant.open }).click()
  await page.getByLabel(staff.grant.email).fill('nobody@example.com')
  await page.getByRole('button', { name: staff.grant.submit }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByLabel(staff.grant.email)).toHaveValue('nobody@example.com')
  await page.getByRole('link', { name: acts.act.cancel }).click()
  await expect(page.getByLabel(staff.grant.email)).toBeHidden()
  await context.close()
})

const widths = [360, 1280] as const

test('axe finds nothing on the console pages, and no console page scrolls sideways on a phone', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000)
  await context.addCookies(cookiesOf(owner))
  const found: string[] = []
  const { data } = (await owner.call('/api/operator/customers')).body
  const paths = [...pages, `/operator/customers/${data.customers[0].accountId}`]
  for (const [turn, path] of paths.entries())
    for (const locale of testedLocales) {
      await page.setViewportSize({ width: 320, height: 740 })
      await openExactly(page, `/${locale}${path}`)
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (sideways > 0) found.push(`${locale}${path} scrolls sideways by ${sideways} px`)
      const width = widths[turn % 2] ?? 360
      await page.setViewportSize({ width, height: 740 })
      const themes = themesAt(Math.floor(turn / 2))
      found.push(...(await axeFindings(page, themes)).map((one) => `${locale}${path} at ${width} px, ${one}`))
    }
  await page.setViewportSize({ width: 1280, height: 740 })
  await openExactly(page, '/en-US/operator/staff?do=grant')
  found.push(...(await axeFindings(page)).map((one) => `a form: ${one}`))
  expect(found).toEqual([])
})
