import { expect, test } from 'vitest'
import { dayMs } from '#src/contract/time.ts'
import { renameKey } from '#src/keys/keys.ts'
import { accountPageOf } from '#test/fixtures/account-page.tsx'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import * as dashboardPage from './dashboard-page.tsx'

test('each key has a button for the action that fits its state, and a menu with the other actions', async () => {
  await using ctx = await testPlatform({ clickhouse: true })
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const acts = async () => {
    const html = await accountPageOf(ctx, ada, dashboardPage, { path: '/dashboard', locale: 'en-US' })
    const [, cell = ''] = /<td class="key-acts">(.*?)<\/td>/.exec(html) ?? []
    const [first = '', menu = ''] = cell.split('<details')
    const words = (part: string) => [...part.matchAll(/<(?:a|button)[^>]*>([^<]+)</g)].map(([, text]) => text)
    return { first: words(first), menu: words(menu) }
  }
  const menu = ['Reveal', 'Rename', 'Reset', 'Belongs to…', 'Restrict…', 'Revoke']
  expect(await acts()).toEqual({ first: ['Copy'], menu: ['Upgrade', ...menu] })
  await world.pay(await world.order(ada))
  await world.settle()
  expect(await acts()).toEqual({ first: ['Copy'], menu: ['Renew', ...menu] })
  const [key] = await world.keys(ada)
  const ends = key?.expiredTime ?? 0
  await ctx.clock.advance(ends - ctx.clock.now() - 3 * dayMs)
  expect(await acts()).toEqual({ first: ['Renew'], menu })
  await ctx.clock.advance(4 * dayMs)
  expect(await acts()).toEqual({ first: ['Renew'], menu: ['Continue for free', ...menu] })
})

test('keys sorted by name have the same order on every server and in every browser, with numbers in their order', async () => {
  await using ctx = await testPlatform({ clickhouse: true })
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await world.pay(await world.order(ada, { planId: 'stock-us-base' }))
  await world.settle()
  const names = ['Desk 10', 'Desk 9']
  for (const [at, { id }] of (await world.keys(ada)).entries())
    await renameKey(ctx, ada.actor, { keyId: id, name: names[at] ?? '' }, 'en-US')
  const html = await accountPageOf(ctx, ada, dashboardPage, { path: '/dashboard?sort=name', locale: 'en-US' })
  expect([...html.matchAll(/<small>(Desk \d+)/g)].map(([, name]) => name)).toEqual(['Desk 9', 'Desk 10'])
})
