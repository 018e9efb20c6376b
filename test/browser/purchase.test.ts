import { expect } from '@playwright/test'
import enDashboard from '#src/locales/en-US/dashboard.ts'
import enPaper from '#src/locales/en-US/paper.ts'
import enPayment from '#src/locales/en-US/payment.ts'
import cnDashboard from '#src/locales/zh-CN/dashboard.ts'
import cnPaper from '#src/locales/zh-CN/paper.ts'
import cnPayment from '#src/locales/zh-CN/payment.ts'
import hkDashboard from '#src/locales/zh-HK/dashboard.ts'
import hkPaper from '#src/locales/zh-HK/paper.ts'
import hkPayment from '#src/locales/zh-HK/payment.ts'
import { copied } from './copied.ts'
import { readCurl } from './read-curl.ts'
import { signUp } from './sign-up.ts'
import { signedInCustomer } from './signed-in.ts'
import { test } from './test.ts'
import { isWhole } from './whole.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const words = {
  'en-US': { paper: enPaper, payment: enPayment, dashboard: enDashboard },
  'zh-CN': { paper: cnPaper, payment: cnPayment, dashboard: cnDashboard },
  'zh-HK': { paper: hkPaper, payment: hkPayment, dashboard: hkDashboard },
} as const

const usual = [['zh-HK', 360, true]] as const
const further = [
  ['en-US', 1280, true],
  ['zh-CN', 1280, false],
  ['zh-HK', 1280, false],
  ['en-US', 360, false],
  ['zh-CN', 360, false],
] as const

for (const [locale, width, byForm] of isWhole ? [...usual, ...further] : usual) {
  test(`a customer completes all steps from the price to the first request, at ${width} px in ${locale}`, async ({
    page,
    context,
  }) => {
    const { paper, payment, dashboard } = words[locale]
    page.setDefaultTimeout(20_000)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.setViewportSize({ width, height: 800 })
    if (byForm) await signUp(page, locale)
    else await signedInCustomer(context, site())
    await page.goto(`${site()}/${locale}/pricing`)
    await page.locator('a[href*="/payment?plan=integrated-base"]').first().click()
    await page.getByRole('button', { name: payment.summary.payNow }).click()
    await expect(page).toHaveURL(/\/payment\/\d{8}-[0-9A-Z]{8}$/)
    const amount = page.getByTestId('amount')
    await expect(amount).toHaveText('79.20')
    await expect(page.locator('.pay-countdown')).toHaveText(/^(29|30):\d\d$/)
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(sideways).toBeLessThanOrEqual(0)
    const copiedBy = (name: string) => copied(page.getByRole('button', { name }))
    expect(await copiedBy(payment.order.copyAmount)).toBe(await amount.textContent())
    expect(await copiedBy(payment.order.copyAddress)).toBe(await page.getByTestId('address').textContent())
    await page.getByRole('button', { name: payment.order.payNow }).click()
    await expect(page.getByText(payment.order.success).first()).toBeVisible({ timeout: 45_000 })

    const paidKey = page.locator('.key-call')
    await paidKey.locator('.copy').click()
    await expect(paidKey).toContainText(/token: tw_live_[0-9A-Za-z]{36}"/)

    const order = page.url()
    await page.getByRole('link', { name: payment.order.receipt }).click()
    await expect(page.getByRole('heading', { name: paper.title.receipt })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('.pay-total')).toContainText('79.20')
    for (const frame of ['.main-nav', '.header-tools', '.contact-box', 'footer'])
      await expect(page.locator(frame)).toBeHidden()
    await expect(page.locator('.site-header .mark')).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
    await page.goto(order)

    await page.getByRole('link', { name: payment.order.toKey }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(dashboard.welcome)
    await expect(page).toHaveURL(`${site()}/${locale}/dashboard`)
    const call = page.locator('.key-call')
    await expect(page.locator('.key-row .status')).toContainText(dashboard.keys.normal)
    const line = await copied(call.locator('.copy'))
    await expect(call.getByRole('tabpanel')).toContainText(/token: tw_live_[0-9A-Za-z]{36}"/)
    const { url, token } = readCurl(line)
    const first = await fetch(url, { headers: { token } })
    expect(first.status, line).toBe(200)
    expect(((await first.json()) as { data: unknown[] }).data).toHaveLength(5)
    const { data: keys } = await (await page.request.get(`${site()}/api/keys`)).json()
    expect(keys).toMatchObject([{ level: 'base', status: 'normal' }])
  })
}
