import { expect, test } from 'vitest'
import { cancelOrder } from '#src/billing/orders.ts'
import { accountPageOf } from '#test/fixtures/account-page.tsx'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { publishWith } from '#test/fixtures/plans.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import * as orderPage from '../order/order-page.tsx'
import * as ordersPage from './orders-page.tsx'
import * as paymentPage from './payment-page.tsx'

test('the list of orders links to an open order instead of the order form, and the page of a paid order shows the key', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const shown = (page: Parameters<typeof accountPageOf>[2], path: string, params = {}) =>
    accountPageOf(ctx, ada, page, { path, params, locale: 'en-US' })
  const buy = '<a class="btn btn-accent" href="/en-US/payment"'
  expect(await shown(ordersPage, '/dashboard/orders')).toContain(buy)

  const order = await world.order(ada)
  const orders = await shown(ordersPage, '/dashboard/orders')
  const link = `href="/en-US/payment/${order.no}"`
  expect(orders.indexOf(link)).toBeLessThan(orders.indexOf('<table'))
  expect(orders).not.toContain(buy)
  const shop = await shown(paymentPage, '/payment')
  expect(shop.indexOf('<table')).toBeLessThan(shop.indexOf('<form'))

  const path = `/payment/${order.no}`
  expect(await shown(orderPage, path, { no: order.no })).not.toContain('/stock/kline')
  await world.pay(order)
  await world.settle()
  const [key] = await world.keys(ada)
  const paid = await shown(orderPage, path, { no: order.no })
  expect(paid).toContain(`data-testid="first-key">${key?.key}<`)
  expect(paid).toMatch(/\/stock\/kline.*>Run</s)
})

test('the order filters and the export link ignore a nonexistent day in the address', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  const listed = (path: string) => accountPageOf(ctx, ada, ordersPage, { path, locale: 'en-US' })
  const open = await listed('/dashboard/orders?show=open&from=2026-02-30')
  expect(open).toContain('href="/api/order/export?status=0"')
  expect(open).toContain(`>${order.no}<`)
  expect(await listed('/dashboard/orders?show=completed&to=2026-02-30')).not.toContain(`>${order.no}<`)
})

test('a page number past the end shows the last page of orders', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const past = () => accountPageOf(ctx, ada, ordersPage, { path: '/dashboard/orders?page=100', locale: 'en-US' })
  expect(await past()).toContain('No orders yet')
  const order = await world.order(ada)
  expect(await past()).toContain(`href="/en-US/payment/${order.no}">${order.no}</a></td>`)
})

test('the link “Show all” of an empty list of orders omits the state and the dates', async () => {
  await using ctx = await testPlatform()
  const ada = await (await PaymentWorld.open(ctx)).customer()
  const path = '/dashboard/orders?show=open&from=2027-01-01&to=2027-01-02&sort=oldest'
  const listed = await accountPageOf(ctx, ada, ordersPage, { path, locale: 'en-US' })
  expect(listed).toMatch(/From \(UTC\)<.*value="2027-01-01".*To \(UTC\)</s)
  expect(listed).toContain('href="/en-US/dashboard/orders?sort=oldest" data-discover="true">Show all</a>')
})

test('the order form shows a limit that a plan does not have as “any number”, not as 0', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await publishWith(ctx, { 'stock-us-premium': { sockets: null, subscriptions: null } })
  const shown = await accountPageOf(ctx, ada, paymentPage, { path: '/payment?plan=stock-us-premium', locale: 'en-US' })
  expect(shown).toContain('any number of sockets · any number of subscriptions')
  expect(shown).not.toMatch(/[> ]0 (sockets|subscriptions)/)
})

test('the link that repeats a cancelled order keeps the key and the network', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await world.pay(await world.order(ada, { planId: 'stock-us-base' }))
  await world.settle()
  const key = (await world.keys(ada)).find(({ market }) => market === 'stock-us')
  const renewal = await world.order(ada, { planId: 'stock-us-base', keyId: key?.id ?? '' })
  expect(renewal.kind).toBe('renewal')
  await cancelOrder(ctx, ada.actor, renewal.no)
  const listed = await accountPageOf(ctx, ada, ordersPage, { path: '/dashboard/orders', locale: 'en-US' })
  expect(listed).toContain(
    `/payment?plan=stock-us-base&amp;period=month&amp;network=${renewal.network}&amp;key=${key?.id}"`,
  )
})
