import { expect } from '@playwright/test'
import words from '#src/locales/en-US/dashboard.ts'
import { axeFindings } from './axe.ts'
import { signedInCustomer } from './signed-in.ts'
import { test } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const { links } = words

for (const [device, width] of [
  ['a computer', 1280],
  ['a phone', 360],
] as const)
  test(`on ${device} a customer makes a spreadsheet link, sees its address once, and revokes it`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await signedInCustomer(context, site())
    await page.goto(`${site()}/en-US/dashboard`)
    const card = page.getByRole('region', { name: links.title })
    await card.getByRole('button', { name: links.add }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(links.name, { exact: true }).fill('The portfolio')
    await dialog.getByLabel(links.table).selectOption('prices')
    await dialog.getByLabel(links.symbols).fill('NASDAQ:AAPL\nNASDAQ:NOSUCH')
    await dialog.getByRole('button', { name: links.make }).click()
    await expect(dialog.getByText('NASDAQ:NOSUCH”')).toBeVisible()
    await expect(dialog.getByLabel(links.symbols)).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByLabel(links.symbols).fill('NASDAQ:AAPL, NASDAQ:MSFT')
    await dialog.getByRole('button', { name: links.make }).click()
    await expect(dialog.getByRole('heading', { name: links.ready })).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
    const address = (await dialog.locator('code').first().textContent()) ?? ''
    const csv = await fetch(address)
    expect([csv.status, (await csv.text()).split('\r\n').length]).toEqual([200, 4])
    await page.keyboard.press('Escape')

    const row = card.getByRole('listitem').filter({ hasText: 'The portfolio' })
    await expect(row).toContainText('AAPL, MSFT')
    expect(await page.content()).not.toContain(address.split('/').at(-1))
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await row.getByRole('button', { name: links.revoke }).click()
    await page.getByRole('dialog').getByRole('button', { name: links.revoke }).click()
    await expect(row).toHaveCount(0)
    await expect.poll(async () => (await fetch(address)).status).toBe(410)
  })

test('the dashboard shows the interval of a spreadsheet link in words, even an interval that its form does not offer', async ({
  page,
  context,
}) => {
  const { call } = await signedInCustomer(context, site())
  const { body } = await call('/api/keys')
  const table = { kind: 'bars', symbol: 'NASDAQ:AAPL', interval: '3h' }
  const made = await call('/api/sheet-links', { name: 'By a program', keyId: body.data[0].id, table })
  expect(made.status).toBe(200)
  await page.goto(`${site()}/en-US/dashboard`)
  await expect(page.getByRole('listitem').filter({ hasText: 'By a program' })).toContainText('3 hours')
})
