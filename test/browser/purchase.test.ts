import { expect, test } from '@playwright/test'
import enDashboard from '#src/locales/en-US/dashboard.ts'
import enPayment from '#src/locales/en-US/payment.ts'
import hkDashboard from '#src/locales/zh-HK/dashboard.ts'
import hkPayment from '#src/locales/zh-HK/payment.ts'
import { signUp } from './sign-up.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''

test.describe.configure({ timeout: 90_000 })

for (const { locale, width, payment, dashboard } of [
  { locale: 'en-US', width: 1280, payment: enPayment, dashboard: enDashboard },
  { locale: 'zh-HK', width: 360, payment: hkPayment, dashboard: hkDashboard },
] as const) {
  test(`from the price to the first request at ${width} px in ${locale}`, async ({ page, context }) => {
    page.setDefaultTimeout(20_000)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.setViewportSize({ width, height: 800 })
    await signUp(page, locale)
    await page.goto(`${site()}/${locale}/pricing`)
    await page.locator('a[href*="/payment?plan=integrated-base"]').first().click()
    await page.getByRole('button', { name: payment.summary.payNow }).click()
    await expect(page).toHaveURL(/\/payment\/\d{8}-[0-9A-Z]{8}$/)
    await expect(page.getByTestId('amount')).toHaveText('79.20')
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(sideways).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: payment.order.payNow }).click()
    await expect(page.getByText(payment.order.success)).toBeVisible({ timeout: 45_000 })

    await page.getByRole('link', { name: payment.order.toKey }).click()
    await expect(page).toHaveURL(`${site()}/${locale}/dashboard`)
    const request = page.locator('.curl pre')
    await expect(page.locator('.key-row .status')).toContainText(dashboard.keys.normal)
    await page.locator('.curl .curl-copy').click()
    await expect(request).toContainText(/token: tw_live_[0-9A-Za-z]{36}"/)
    const line = await page.evaluate(() => navigator.clipboard.readText())
    const [, url = '', token = ''] = /^curl "([^"]+)" \\\n {2}-H "token: (tw_live_\w{36})"$/.exec(line) ?? []
    const first = await fetch(url, { headers: { token } })
    expect(first.status, line).toBe(200)
    expect(((await first.json()) as { data: unknown[] }).data).toHaveLength(5)
    const { data: keys } = await (await page.request.get(`${site()}/api/keys`)).json()
    expect(keys).toMatchObject([{ level: 'base', status: 'normal' }])
  })
}
