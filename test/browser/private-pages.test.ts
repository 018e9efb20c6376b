import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { WebSocket } from 'ws'
import { call } from '../fixtures/customer.ts'
import { signedInCustomer } from './signed-in.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const api = () => process.env.TAPEWIRE_API ?? ''
const choice = { planId: 'integrated-base', period: 'month', network: 'TRC20', currency: 'USDT' }

test.describe.configure({ timeout: 240_000 })

async function violations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const where = new URL(page.url()).pathname
  return violations.map(({ id, nodes }) => `${where} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

for (const [theme, locale] of [
  ['light', 'en-US'],
  ['dark', 'zh-CN'],
] as const)
  test(`axe finds nothing on the private pages in the ${theme} theme, and none scrolls sideways on a phone`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const customer = await signedInCustomer(context, site())
    await context.addCookies([{ name: 'theme', value: theme, url: site() }])
    const order = async () => (await customer.call('/api/order', choice)).body.data
    const paid = await order()
    await call(site(), '/dev/wallet/pay', { network: 'TRC20', address: paid.address, amount: paid.payable })
    await expect
      .poll(async () => (await customer.call(`/api/order/${paid.orderNo}`)).body.data.status, { timeout: 45_000 })
      .toBe(1)
    const waiting = await order()
    await call(api(), '/stock/quote?region=US&code=NONE1', undefined, { token: customer.key })
    const socket = new WebSocket(`${api().replace('http', 'ws')}/stock`, { headers: { token: customer.key } })
    const page = await context.newPage()
    const found: string[] = []
    for (const path of [
      '/dashboard',
      '/dashboard/usage',
      '/dashboard/security',
      '/dashboard/preferences',
      '/payment',
      `/payment/${waiting.orderNo}`,
      `/payment/${paid.orderNo}`,
      `/payment/${paid.orderNo}/receipt`,
    ]) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(`${site()}/${locale}${path}`)
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      found.push(...(await violations(page)))
      await page.setViewportSize({ width: 360, height: 740 })
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (sideways > 0) found.push(`${path} scrolls sideways by ${sideways} px`)
    }
    await page.goto(`${site()}/${locale}/dashboard`)
    await page.locator('.key-acts button').first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    found.push(...(await violations(page)))
    expect(found).toEqual([])
    socket.terminate()
    await context.close()
  })
