import { expect } from '@playwright/test'
import account from '#src/locales/en-US/account.ts'
import activity from '#src/locales/en-US/activity.ts'
import payment from '#src/locales/en-US/payment.ts'
import tickets from '#src/locales/en-US/tickets.ts'
import { operate } from '../fixtures/operator-cli.ts'
import { axeFindings } from './axe.ts'
import { signedInCustomer } from './signed-in.ts'
import { test } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const dataDir = () => process.env.TAPEWIRE_DATA_DIR ?? ''

test('a customer replies to a ticket and orders with a coupon by keyboard on a phone, and the activity log shows both', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 320, height: 740 })
  await signedInCustomer(context, site())
  const found: string[] = []
  const checkPage = async (where: string) => {
    found.push(...(await axeFindings(page)).map((one) => `${where} ${one}`))
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (sideways > 0) found.push(`${where} scrolls sideways by ${sideways} px`)
  }

  await page.goto(`${site()}/en-US/dashboard`)
  await page
    .getByRole('navigation', { name: account.nav.label })
    .getByRole('link', { name: account.nav.tickets })
    .press('Enter')
  await page.getByRole('textbox', { name: tickets.message }).fill('The chart is\nempty')
  await page.getByRole('button', { name: tickets.send, exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/tickets\/[2-9A-Z]{8}$/)
  await expect(page.getByText(tickets.sent)).toBeVisible()
  const id = page.url().slice(-8)
  await operate(dataDir(), 'ticket answer', id, '--text', 'Which instrument?', '--close')
  await page.reload()
  await expect(page.getByText('Which instrument?')).toBeVisible()
  await page.getByLabel(tickets.reply).fill('AAPL')
  await page.getByRole('button', { name: tickets.replySend }).press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'AAPL' })).toBeVisible()
  await expect(page.getByLabel(tickets.reply)).toHaveValue('')
  await checkPage('ticket')
  await page.getByRole('link', { name: tickets.back }).press('Enter')
  await expect(page.getByText(tickets.states.open)).toBeVisible()
  await checkPage('tickets')

  const code = `SAVE${id.replace(/[^A-Z]/g, 'X')}`
  await operate(dataDir(), 'coupons add', code, '--percent', '25')
  await page.goto(`${site()}/en-US/payment?plan=integrated-base`)
  const coupon = page.getByLabel(payment.choose.coupon)
  await coupon.fill('NO-SUCH-CODE')
  await coupon.press('Enter')
  await expect(coupon).toHaveAttribute('aria-invalid', 'true')
  await coupon.fill(code.toLowerCase())
  await page.getByRole('button', { name: payment.choose.couponApply }).press('Enter')
  await expect(page.getByText(payment.choose.couponSaves.replace('{amount}', '19.80'))).toBeVisible()
  await checkPage('order form')
  await page.getByRole('button', { name: payment.summary.payNow }).press('Enter')
  await expect(page.getByTestId('amount')).toHaveText('59.40')

  await page.goto(`${site()}/en-US/dashboard/activity`)
  for (const done of [
    activity.did.ticket.answer,
    activity.did.ticket.reply,
    'Order placed: Integrated · Base, 59.40 USDT',
  ])
    await expect(page.getByText(done)).toBeVisible()
  await checkPage('activity')
  expect(found).toEqual([])
})
