import { expect, test } from 'vitest'
import { locales } from '#src/contract/locale.ts'
import { allWords } from '#src/locales/all-words.ts'
import { accountPageOf } from '#test/fixtures/account-page.tsx'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { siteApi } from '#test/fixtures/site-api.ts'
import * as billingPage from '../billing/billing-page.tsx'
import * as paymentPage from '../payment/payment-page.tsx'
import * as paperPage from './paper-page.tsx'

const plain = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

test('in each language, a receipt shows the transfers, the amount that became credit and the tax, and no amount of zero', async () => {
  const settings = { LEGAL_ENTITY: 'Wire Ltd', LEGAL_COUNTRY: 'DE', TAX_RATES: 'FR:20' }
  await using ctx = await testPlatform({ settings })
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const details = { name: 'Ada Ltd', address: '12 Dorset Street', country: 'FR', taxId: '' }
  const cookie = `authorization=${ada.token}`
  await siteApi(ctx).send('/api/billing/details', { method: 'PUT', body: details, cookie })
  const order = await world.order(ada)
  await world.pay(order, usdt(30))
  await world.pay(order, usdt(53.5))
  await world.settle()
  for (const locale of locales) {
    const { paper } = allWords[locale]
    const page = (path: string, params: Record<string, string>) =>
      accountPageOf(ctx, ada, paperPage, { path, params, locale })
    const shown = plain(await page(`/payment/${order.no}/receipt`, { no: order.no }))
    for (const text of ['Ada Ltd', '30.00', '53.50', `${paper.becameCredit} −4.30`, '66.00', '13.20', '79.20'])
      expect(shown, locale).toContain(text)
    expect(shown).not.toMatch(/\D0\.00/)
    const byNumber = await page('/dashboard/billing/papers/2026-000001', { number: '2026-000001' })
    expect(plain(byNumber)).toBe(shown)
  }
})

test('a receipt that a member opens names the address of the account, not of the member', async () => {
  await using ctx = await testPlatform({ settings: { LEGAL_ENTITY: 'Wire Ltd', LEGAL_COUNTRY: 'DE' } })
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  await world.pay(order, usdt(83.5))
  await world.settle()
  const asked = { path: `/payment/${order.no}/receipt`, params: { no: order.no }, locale: 'en-US' } as const
  expect(await accountPageOf(ctx, ada, paperPage, asked)).toContain(ada.email)
  const acting = { email: 'owner@example.com', role: 'billing' } as const
  const shown = await accountPageOf(ctx, ada, paperPage, { ...asked, acting })
  expect(shown).toContain('owner@example.com')
  expect(shown).not.toContain(ada.email)
})

test('the payment form and the billing page show the saved details of the buyer', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const shown = (page: typeof paymentPage | typeof billingPage, path: string) =>
    accountPageOf(ctx, ada, page, { path, locale: 'en-US' })
  const fields = ['name', 'address', 'country', 'taxId']
  const empty = await shown(paymentPage, '/payment')
  for (const field of fields) expect(empty).toContain(`name="${field}"`)
  expect(empty).not.toContain('<details class="pay-buyer" open')
  const details = { name: 'Ada Ltd', address: '12 Dorset Street', country: 'FR', taxId: 'FR12345678901' }
  const cookie = `authorization=${ada.token}`
  await siteApi(ctx).send('/api/billing/details', { method: 'PUT', body: details, cookie })
  for (const html of [await shown(paymentPage, '/payment'), await shown(billingPage, '/dashboard/billing')]) {
    expect(html).toContain('value="Ada Ltd"')
    expect(html).toContain('12 Dorset Street')
    expect(html).toContain('<option value="FR" selected="">France</option>')
    expect(html).toContain('value="FR12345678901"')
  }
})
