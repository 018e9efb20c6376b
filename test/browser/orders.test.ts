import { type BrowserContext, expect, type Page } from '@playwright/test'
import account from '#src/locales/en-US/account.ts'
import paper from '#src/locales/en-US/paper.ts'
import words from '#src/locales/en-US/payment.ts'
import { type Customer, call } from '../fixtures/customer.ts'
import { onDatabaseOf } from '../fixtures/running-database.ts'
import { openMounted, openWithClock } from './open-page.ts'
import { signedInCustomer } from './signed-in.ts'
import { test } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const finality = { timeout: 45_000 }

type Ordered = { customer: Customer; orderNo: string; address: string; payable: string }

/** An account with an unpaid order of 79.20 USDT. */
async function ordered(context: BrowserContext): Promise<Ordered> {
  const customer = await signedInCustomer(context, site())
  const choice = { planId: 'integrated-base', period: 'month', network: 'TRC20', currency: 'USDT' }
  const { body } = await customer.call('/api/order', choice)
  return { customer, ...body.data }
}

async function send({ address }: Ordered, amount: string): Promise<void> {
  const { status } = await call(site(), '/dev/wallet/pay', { network: 'TRC20', address, amount })
  expect(status).toBe(200)
}

const openOrder = (page: Page, { orderNo }: Ordered) => page.goto(`${site()}/en-US/payment/${orderNo}`)
const heading = (page: Page, name: string) => page.locator('.pay-outcome-title').getByText(name)

test('the order page requests exactly the missing amount, and a payment while the page is offline completes the order', async ({
  page,
  context,
}) => {
  const order = await ordered(context)
  await openOrder(page, order)
  await send(order, '30')
  await expect(page.getByText('30.00 of 79.20 USDT has arrived. Send the missing 49.20')).toBeVisible(finality)
  await expect(page.getByTestId('amount')).toHaveText('49.20')
  await page.reload()
  await expect(page.getByTestId('amount')).toHaveText('49.20')
  await context.setOffline(true)
  await expect(page.getByText(words.order.reconnecting)).toBeVisible()
  await send(order, '49.2')
  await context.setOffline(false)
  await expect(heading(page, words.order.success)).toBeVisible(finality)
  await expect(page.getByText(words.order.reconnecting)).toBeHidden()
})

test('an order that times out while its page is open is completed by a late payment', async ({ page, context }) => {
  const order = await ordered(context)
  await openOrder(page, order)
  const ended = new Date(Date.now() - 5 * 60_000)
  const dataDir = process.env.TAPEWIRE_DATA_DIR ?? ''
  const sql = 'update billing_order set expires_at = $2, version = version + 1 where no = $1 and status = 0'
  expect(await onDatabaseOf(dataDir, sql, [order.orderNo, ended])).toBe(1)
  await expect(heading(page, words.order.timedOut)).toBeVisible(finality)
  await expect(page.getByTestId('address')).toBeHidden()
  await send(order, '79.20')
  await expect(heading(page, words.order.success)).toBeVisible(finality)
  expect((await order.customer.call(`/api/order/${order.orderNo}`)).body.data).toMatchObject({
    status: 1,
    flags: ['late'],
  })
})

test('a payment for a cancelled order becomes credit and pays the next order', async ({ page, context }) => {
  const order = await ordered(context)
  await openOrder(page, order)
  await page.getByRole('button', { name: words.order.cancel }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.order.cancel }).click()
  await expect(heading(page, words.order.cancelled)).toBeVisible()
  await expect(page.getByText(words.order.help.stuck)).toBeVisible()
  await expect(page.getByText(words.order.help.shortText)).toBeHidden()
  await send(order, '79.20')
  await expect(page.getByText('79.20 USDT arrived for this closed order and is your credit.')).toBeVisible(finality)
  await page.getByRole('link', { name: words.order.again }).click()
  await expect(page.getByText('Your credit: 79.20 USDT.')).toBeVisible()
  await page.getByRole('button', { name: words.summary.free }).click()
  await expect(heading(page, words.order.success)).toBeVisible(finality)
  await page.getByRole('link', { name: words.order.receipt }).click()
  await expect(page.getByRole('article', { name: paper.title.receipt })).toContainText('79.20')
})

test('two tabs share one open order, and both show its payment', async ({ context }) => {
  await signedInCustomer(context, site())
  const [one, two] = [await context.newPage(), await context.newPage()]
  await one.goto(`${site()}/en-US/payment?plan=integrated-base`)
  await two.goto(`${site()}/en-US/payment?plan=integrated-premium`)
  await one.getByRole('button', { name: words.summary.payNow }).click()
  await expect(one.getByTestId('amount')).toHaveText('79.20')
  await two.getByRole('button', { name: words.summary.payNow }).click()
  await expect(two.getByRole('alert').getByText('Complete the unpaid order first')).toBeVisible()
  await two.getByRole('link', { name: words.pendingOpen }).click()
  await expect(two.getByTestId('address')).toHaveText((await one.getByTestId('address').textContent()) ?? '')
  await one.getByRole('button', { name: words.order.payNow }).click()
  for (const tab of [one, two]) await expect(heading(tab, words.order.success)).toBeVisible(finality)
})

test('after a session ends during payment, the login leads back to the same order', async ({ page, context }) => {
  const order = await ordered(context)
  await openOrder(page, order)
  await expect(page.getByTestId('address')).toHaveText(order.address)
  expect((await order.customer.call('/api/auth/signout', {})).status).toBe(200)
  await expect(page).toHaveURL(
    `${site()}/en-US/login?redirect=${encodeURIComponent(`/en-US/payment/${order.orderNo}`)}`,
  )
  await page.getByLabel('E-mail address').fill(order.customer.email)
  await page.getByLabel('Password', { exact: true }).fill(order.customer.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(`${site()}/en-US/payment/${order.orderNo}`)
  await expect(page.getByTestId('address')).toHaveText(order.address)
  await page.getByRole('link', { name: words.order.back }).click()
  await expect(page.getByRole('heading', { level: 1, name: words.orders.title })).toBeVisible()
  const [session] = (await context.cookies()).filter(({ name }) => name === 'authorization')
  await call(site(), '/api/auth/signout', {}, { cookie: `authorization=${session?.value}` })
  await page.getByRole('link', { name: order.orderNo }).click()
  await expect(page).toHaveURL(
    `${site()}/en-US/login?redirect=${encodeURIComponent(`/en-US/payment/${order.orderNo}`)}`,
  )
})

test('a click on a listed order directly after typing in the search opens the order', async ({ page, context }) => {
  const { orderNo } = await ordered(context)
  await openWithClock(page, '/en-US/dashboard/orders?show=open')
  const answer = Promise.withResolvers<void>()
  const requested = page.waitForRequest(/\.data/)
  await page.route(/\.data/, async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.getByRole('searchbox').fill(orderNo)
  await page.getByRole('link', { name: orderNo }).click()
  await requested
  await page.clock.runFor(1_000)
  answer.resolve()
  await expect(page).toHaveURL(`${site()}/en-US/payment/${orderNo}`)
  await page.clock.runFor(1_000)
  await expect(page.getByTestId('amount')).toBeVisible()
})

test('"Show all" below a list without matches lists all orders and empties the fields', async ({ page, context }) => {
  const { orderNo } = await ordered(context)
  await openMounted(page, '/en-US/dashboard/orders?from=2027-01-01&q=none&sort=oldest')
  await page.getByRole('link', { name: account.list.all }).click()
  await expect(page.getByRole('link', { name: orderNo }).first()).toBeVisible()
  await expect(page.getByLabel(words.orders.from)).toHaveValue('')
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(page.getByLabel(account.list.sort, { exact: true })).toHaveValue('oldest')
  await page.goBack()
  await expect(page.getByLabel(words.orders.from)).toHaveValue('2027-01-01')
})
