import { expect, type Page, test } from '@playwright/test'
import { enUS, signUp, zhCN, zhHK } from './sign-up.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const gateway = () => process.env.TAPEWIRE_API ?? ''

/** What a wallet does: sends test money to the address on the page. */
async function send(page: Page, amount: string): Promise<void> {
  const address = await page.getByTestId('address').getAttribute('data-address')
  const response = await page.request.post(`${site()}/dev/wallet/pay`, { data: { network: 'TRC20', address, amount } })
  expect(response.status()).toBe(200)
}

async function order(page: Page, words: typeof enUS, query = 'plan=integrated-base&period=month'): Promise<void> {
  await page.goto(`${site()}/${words.locale}/payment?${query}`)
  await page.getByRole('button', { name: words.payNow }).click()
  await expect(page).toHaveURL(/\/payment\/\d{8}-[0-9A-Z]{8}$/)
}

for (const [words, width] of [
  [enUS, 1280],
  [zhCN, 360],
  [zhHK, 360],
] as const) {
  test(`from the price to the first request at ${width} px in ${words.locale}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await signUp(page, words.locale)
    await page.goto(`${site()}/${words.locale}/pricing`)
    await page.locator('a[href*="/payment?plan=integrated-base"]').first().click()
    await page.getByRole('button', { name: words.payNow }).click()
    await expect(page.getByTestId('amount')).toHaveText('79.20')
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(sideways).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: words.testWallet }).click()
    await expect(page.getByText(words.success)).toBeVisible({ timeout: 45_000 })
    const { data: keys } = await (await page.request.get(`${site()}/api/keys`)).json()
    expect(keys).toMatchObject([{ level: 'base', status: 'normal' }])
    const { data: shown } = await (
      await page.request.post(`${site()}/api/keys/${keys[0].id}/reveal`, { data: {} })
    ).json()
    const first = await page.request.get(`${gateway()}/account/limits`, { headers: { token: shown.key } })
    expect(first.status()).toBe(200)
  })
}

test('underpaid, topped up, and the page says so without a reload', async ({ page }) => {
  await signUp(page, 'en-US')
  await order(page, enUS)
  await send(page, '50')
  await expect(page.getByText('Send the missing 29.20 to the same address.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByTestId('amount')).toHaveText('29.20')
  await send(page, '29.20')
  await expect(page.getByText(enUS.success)).toBeVisible({ timeout: 45_000 })
})

test('cancelled, then paid: the money is credit for the next order; a second tab follows', async ({
  page,
  context,
}) => {
  await signUp(page, 'en-US')
  await order(page, enUS)
  const second = await context.newPage()
  await second.goto(page.url())
  const address = await page.getByTestId('address').getAttribute('data-address')
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('This order was cancelled.')).toBeVisible()
  await expect(second.getByText('This order was cancelled.')).toBeVisible()
  await page.request.post(`${site()}/dev/wallet/pay`, { data: { network: 'TRC20', address, amount: '79.20' } })
  await expect(page.getByText('79.20 USDT arrived for this closed order and is your credit.')).toBeVisible({
    timeout: 45_000,
  })
})

test('a session that ended in the middle leads to the login and back to the order', async ({ page }) => {
  await signUp(page, 'en-US')
  await order(page, enUS)
  const back = new URL(page.url()).pathname
  await page.context().clearCookies()
  await page.reload()
  await expect(page).toHaveURL(new RegExp(`/en-US/login\\?redirect=${encodeURIComponent(back)}`))
})

test('orders of another account are not there', async ({ page, browser }) => {
  await signUp(page, 'en-US')
  await order(page, enUS)
  const stranger = await browser.newPage()
  await signUp(stranger, 'en-US')
  const path = new URL(page.url()).pathname
  const no = path.split('/').at(-1)
  expect((await stranger.goto(page.url()))?.status()).toBe(404)
  expect((await stranger.goto(`${page.url()}/receipt`))?.status()).toBe(404)
  for (const call of [`/api/order/${no}`, `/api/order/${no}/events`]) {
    expect((await stranger.request.get(site() + call)).status()).toBe(404)
  }
  expect((await stranger.request.post(`${site()}/api/order/${no}/cancel`, { data: {} })).status()).toBe(404)
  await stranger.close()
})
