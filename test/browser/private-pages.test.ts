import { expect } from '@playwright/test'
import { WebSocket } from 'ws'
import { locales } from '#src/contract/locale.ts'
import words from '#src/locales/en-US/payment.ts'
import { call } from '../fixtures/customer.ts'
import { axeFindings } from './axe.ts'
import { openExactly } from './open-page.ts'
import { signedInCustomer } from './signed-in.ts'
import { test } from './test.ts'
import { isWhole, themesAt } from './whole.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const api = () => process.env.TAPEWIRE_API ?? ''

test.describe.configure({ timeout: 360_000 })

test('axe finds nothing on the private pages, and no page scrolls sideways on a phone', async ({
  page,
  context,
  browser,
}) => {
  const customer = await signedInCustomer(context, site())
  const order = async (planId: string) => {
    const choice = { planId, period: 'month', network: 'TRC20', currency: 'USDT' }
    return (await customer.call('/api/order', choice)).body.data
  }
  const paid = await order('stock-us-base')
  await call(site(), '/dev/wallet/pay', { network: 'TRC20', address: paid.address, amount: paid.payable })
  const isPaid = async () => (await customer.call(`/api/order/${paid.orderNo}`)).body.data.status
  await expect.poll(isPaid, { timeout: 45_000 }).toBe(1)
  const waiting = await order('integrated-base')
  await call(api(), '/stock/quote?region=US&code=NONE1', undefined, { token: customer.key })
  const socket = new WebSocket(`${api().replace('http', 'ws')}/stock`, { headers: { token: customer.key } })

  const found: string[] = []
  const checkPage = async (where: string, turn: number) =>
    found.push(...(await axeFindings(page, themesAt(turn))).map((one) => `${where} ${one}`))
  const bare = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 740 } })
  await bare.addCookies(await context.cookies())
  const phone = await bare.newPage()
  const paths = [
    '/dashboard/usage',
    '/dashboard/preferences',
    '/dashboard/billing',
    '/dashboard/orders',
    '/payment',
    `/payment/${waiting.orderNo}`,
    `/payment/${paid.orderNo}`,
    `/payment/${paid.orderNo}/receipt`,
    '/dashboard',
  ]
  for (const [turn, path] of paths.entries()) {
    for (const locale of locales.filter((_, at) => isWhole || at === turn % locales.length)) {
      await openExactly(phone, `/${locale}${path}`)
      const sideways = await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (sideways > 0) found.push(`${locale}${path} scrolls sideways by ${sideways} px`)
    }
    await openExactly(page, `/en-US${path}`)
    await checkPage(path, turn)
  }
  await bare.close()
  await page.locator('.key-menu > summary').first().click()
  await page.getByRole('button', { name: 'Reset' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await checkPage('the dialog of /dashboard', paths.length)
  expect(found).toEqual([])
  socket.terminate()

  await page.reload()
  const links = await page.locator('.doc-links a').all()
  expect(links).toHaveLength(4)
  for (const link of links)
    expect((await page.request.get(site() + (await link.getAttribute('href')))).status()).toBe(200)
  const { keyId } = (await customer.call(`/api/order/${paid.orderNo}`)).body.data
  const row = page.getByRole('row').filter({ has: page.locator(`a[href*="${keyId}"]`) })
  await row.locator('.key-menu > summary').click()
  await row.getByRole('link', { name: 'Renew' }).click()
  await expect(page.getByLabel(words.choose.key, { exact: true })).toHaveValue(keyId)
  await expect(page.getByText(words.summary.kind.renewal)).toBeVisible()
})
