import { expect } from '@playwright/test'
import { WebSocket } from 'ws'
import { signedInCustomer } from './signed-in.ts'
import { test } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const api = () => process.env.TAPEWIRE_API ?? ''

test("the usage page counts a key's requests, shows refusals with reasons, and disconnects sockets", async ({
  page,
  context,
}) => {
  const customer = await signedInCustomer(context, site())
  await page.goto(`${site()}/en-US/dashboard/usage`)
  const card = (name: string) => page.getByRole('region', { name })
  await expect(page.getByText('No requests in this period')).toBeVisible()
  await expect(card('Open sockets')).toContainText('No socket of this key is open.')

  const request = (path: string) => fetch(api() + path, { headers: { token: customer.key } })
  const good = await request('/stock/quote?region=US&code=AAPL')
  const refused = await request('/fund/quote?region=US&code=SPY')
  const remaining = Number(refused.headers.get('x-ratelimit-remaining'))
  const limit = Number(good.headers.get('x-ratelimit-limit'))
  await expect(card('This moment').locator('.meter').first()).toContainText(`${limit - remaining} of ${limit}`)
  await expect(card('Requests')).toContainText('2 requests, 1 error among them')
  await expect(card('By call, status and reason').getByRole('row')).toHaveCount(3)
  const reason = card('Why was this refused?').getByRole('listitem')
  await expect(reason).toContainText('Your plan does not include this data. The plan Integrated · Base does.')
  await expect(reason).toContainText(refused.headers.get('x-request-id') ?? 'an id')

  const headers = { token: customer.key, 'user-agent': 'collector/7' }
  const socket = new WebSocket(`${api().replace('http', 'ws')}/stock`, { headers })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve) => socket.once('open', resolve))
  socket.send(JSON.stringify({ ac: 'subscribe', params: 'AAPL$US', types: 'quote' }))
  const row = card('Open sockets').getByRole('listitem')
  await expect(row).toContainText('collector/7')
  await expect(row).toContainText('AAPL$US')
  await row.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  expect(await closed).toBe(4010)
  await expect(row).toHaveCount(0)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ])
  let text = ''
  for await (const chunk of await download.createReadStream()) text += String(chunk)
  expect(download.suggestedFilename()).toMatch(/^usage-\d{4}-\d\d-\d\d\.csv$/)
  expect(text).toContain(',quote,403,not_in_plan,1,0,')

  await context.setOffline(true)
  await expect(card('This moment').getByRole('status')).toHaveText('connection lost')
  await context.setOffline(false)
  await expect(card('This moment').getByRole('status')).toHaveText('live')
})

test("the usage page counts requests although the clock of the reader's machine is an hour slow", async ({
  page,
  context,
}) => {
  const customer = await signedInCustomer(context, site())
  await page.clock.install({ time: Date.now() - 3_600_000 })
  await page.goto(`${site()}/en-US/dashboard/usage`)
  await expect(page.getByText('No requests in this period')).toBeVisible()
  await fetch(`${api()}/stock/quote?region=US&code=AAPL`, { headers: { token: customer.key } })
  await expect(page.getByText('1 request, no errors among them')).toBeVisible()
})

test('the Run button on the dashboard sends the example call with the customer’s key and increases the requests of the minute', async ({
  page,
  context,
}) => {
  await signedInCustomer(context, site())
  await page.goto(`${site()}/en-US/dashboard`)
  const card = (name: string) => page.getByRole('region', { name })
  await expect(card('Your key')).toContainText('Copy, Reveal and Run work until')
  await expect(card('API keys').locator('.key-minute')).toContainText('0 of 30')
  await card('Your key').getByRole('button', { name: 'Run' }).click()
  await expect(card('Your key').locator('.request-status')).toContainText('200')
  await expect(card('Your key').locator('.request-answer')).toContainText('"t":')
  await expect(card('This minute')).toContainText('1 of 30 requests')
  await expect(card('API keys').locator('.key-minute')).toContainText('1 of 30')
})

test('the usage page shows its figures and disconnects a socket without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const customer = await signedInCustomer(context, site())
  const socket = new WebSocket(`${api().replace('http', 'ws')}/stock`, { headers: { token: customer.key } })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await fetch(`${api()}/stock/quote?region=US&code=AAPL`, { headers: { token: customer.key } })
  const page = await context.newPage()
  await expect(async () => {
    await page.goto(`${site()}/en-US/dashboard/usage`)
    await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible({ timeout: 1_000 })
    await expect(page.getByText('1 request, no errors among them')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.getByRole('link', { name: 'Day' }).click()
  await expect(page).toHaveURL(/period=day/)
  await expect(page.getByText('1 request, no errors among them')).toBeVisible()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  expect(await closed).toBe(4010)
  await context.close()
})
