import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { flawsAt } from '#lab/look/flaws.ts'
import { locales } from '#src/contract/locale.ts'
import { violationsOn } from './axe.ts'
import { openExactly } from './open-page.ts'
import { isWhole } from './whole.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const kinds = [
  '',
  '/products/stocks',
  '/pricing',
  '/contact',
  '/coverage',
  '/docs',
  '/docs/quick-start',
  '/docs/search?q=limit',
  '/blog',
  '/docs/guides/reading-a-gap-in-a-stream',
  '/faq',
  '/terms',
  '/nothing-here',
] as const

const statusOf = (path: (typeof kinds)[number]) => (path === '/nothing-here' ? 404 : 200)

const looks = [
  ['light', 1280],
  ['dark', 360],
] as const

/** One browser context for all tests that only read public pages, so that shared files load only once. */
const test = base.extend<object, { visitor: BrowserContext }>({
  visitor: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ reducedMotion: 'reduce' })
      await use(context)
      await context.close()
    },
    { scope: 'worker' },
  ],
})

test.describe('accessibility and layout of public pages', () => {
  // This file runs near the end. In parallel mode several workers share its tests.
  test.describe.configure({ mode: 'parallel', timeout: 240_000 })

  for (const [turn, path] of kinds.entries())
    for (const [theme, width] of looks.filter((_, at) => isWhole || at === turn % looks.length))
      test(`axe finds nothing on ${path || '/'} in the ${theme} theme, ${width} px wide, and the content security policy is not violated`, async ({
        visitor,
      }) => {
        await visitor.addCookies([{ name: 'theme', value: theme, url: site() }])
        const page = await visitor.newPage()
        const breaches = await breachesOf(page)
        await page.setViewportSize({ width, height: 800 })
        await openExactly(page, `/en-US${path}`, { status: statusOf(path) })
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
        expect(await violationsOn(page)).toEqual([])
        expect(breaches).toEqual([])
        await page.close()
      })

  test('a public page of each kind has a correct layout at phone, tablet and desktop width', async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
    const page = await context.newPage()
    const found: string[] = []
    for (const [turn, path] of kinds.entries())
      for (const locale of locales.filter((one, at) => isWhole || one === 'en-US' || at === 1 + (turn % 2))) {
        await openExactly(page, `/${locale}${path}`, { status: statusOf(path), waitUntil: 'domcontentloaded' })
        const flaws = await flawsAt(page, locale === 'en-US' ? [360, 768, 1100] : [360])
        found.push(...flaws.map((flaw) => `${locale}${path} ${flaw}`))
      }
    expect(found).toEqual([])
    await context.close()
  })
})

async function breachesOf(page: Page): Promise<string[]> {
  const breaches: string[] = []
  await page.exposeFunction('breach', (text: string) => breaches.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { breach } = window as unknown as { breach: (text: string) => void }
      breach(`${location.pathname}: ${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  return breaches
}

test.describe('use of the public site', () => {
  test('the theme chosen in the header stays on the next page', async ({ page }) => {
    await page.goto(`${site()}/en-US`)
    await page.getByRole('button', { name: 'Switch to the dark theme' }).first().click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click()
    await expect(page).toHaveURL(`${site()}/en-US/pricing`)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })

  test('a change of the language keeps the page and the typed text, and also applies to other tabs', async ({
    context,
  }) => {
    const [page, other] = [await context.newPage(), await context.newPage()]
    await page.goto(`${site()}/en-US/contact`)
    await other.goto(`${site()}/en-US/pricing`)
    // Before a page is mounted, the link would reload the document.
    for (const one of [page, other]) await expect(one.locator('html[data-mounted]')).toHaveCount(1)
    await page.getByLabel('Name').fill('Ada')
    await page.locator('.site-header > .wrap > .header-tools > .language-menu > summary').click()
    await page.getByRole('link', { name: '繁體中文' }).first().click()
    await expect(page).toHaveURL(`${site()}/zh-HK/contact`)
    await expect(page.getByLabel('姓名')).toHaveValue('Ada')
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-HK')
    await expect(other).toHaveURL(`${site()}/zh-HK/pricing`)
    const cookies = await context.cookies()
    expect(cookies.find(({ name }) => name === 'lang')?.value).toBe('zh-HK')
    expect(cookies.find(({ name }) => name === 'locale')?.value).toBe('zh-HK')
  })

  test('the pricing page can be read without JavaScript', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${site()}/zh-CN/pricing`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('table')).toContainText('1,200')
    await context.close()
  })
})

test('a message from the contact form becomes a ticket, and mails to the writer and the operator contain its number', async ({
  page,
  request,
}) => {
  await page.goto(`${site()}/en-US/contact`)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Please fill in this field.').first()).toBeVisible()
  await page.getByLabel('Name').fill('Grace <b>Hopper</b>')
  await page.getByLabel('E-mail').fill('grace@example.com')
  await page.getByLabel('Message').fill('How deep is the history of ES?')
  await page.getByLabel('I am human').check()
  await expect(page.getByText('Verified')).toBeVisible()
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('heading', { name: 'Submission successful' })).toBeVisible()
  const mails: { to: string; subject: string; text: string; html: string }[] = await (
    await request.get(`${site()}/dev/mailbox.json`)
  ).json()
  const toWriter = mails.find(({ to }) => to === 'grace@example.com')
  expect(toWriter?.subject).toMatch(/^We have your message, ticket [2-9A-Z]{8}$/)
  expect(toWriter?.text).not.toMatch(/Hopper|history of ES/)
  const ticket = toWriter?.subject.slice(-8) ?? 'none'
  const toOperator = mails.find(({ to, subject }) => to !== 'grace@example.com' && subject.includes(ticket))
  expect(toOperator?.text).toContain('How deep is the history of ES?')
  expect(toOperator?.html).not.toContain('<b>Hopper</b>')
})
