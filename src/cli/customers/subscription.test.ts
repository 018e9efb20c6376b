import { expect, test } from 'vitest'
import { post } from '#src/billing/order/ledger-store.ts'
import { makeDeal } from '#src/billing/order/quote.ts'
import { revokeKey } from '#src/keys/keys.ts'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { audited, tapewire } from '#test/fixtures/tapewire.ts'

test('granting a plan keeps the secret of the integrated key, and a second grant extends the first grant', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const grant = (...more: string[]) => tapewire(ctx, 'subscription', 'grant', ada.email, ...more)
  const [before] = await world.keys(ada)
  expect(await grant('--plan', 'integrated-enterprise', '--months', '2')).toContain('2026-03-05')
  expect(await grant('--plan', 'integrated-enterprise', '--months', '1')).toContain('2026-04-05')
  await grant('--plan', 'stock-us-enterprise', '--months', '1')
  const [integrated, stock] = await world.keys(ada)
  expect(integrated).toMatchObject({ id: before?.id, key: before?.key, level: 'enterprise', customised: true })
  expect(stock).toMatchObject({ level: 'enterprise', market: 'stock-us', customised: true })
  for (const wrong of [['--plan', 'integrated-free'], ['--plan', 'enterprise'], []]) {
    await expect(grant(...wrong, '--months', '1')).rejects.toThrow(
      /The plans are integrated-base, integrated-professional, .*integrated-enterprise/,
    )
  }
  for (const months of ['0', '1.5', '121', 'x']) {
    await expect(grant('--plan', 'integrated-enterprise', '--months', months)).rejects.toThrow()
  }
  await expect(
    tapewire(ctx, 'subscription', 'grant', 'nobody@example.com', '--plan', 'integrated-base', '--months', '1'),
  ).rejects.toThrow()
  expect((await audited(ctx, 'subscription.grant')).map((row) => row.actor_kind)).toEqual(Array(3).fill('operator-cli'))
})

test('until a granted plan ends, the customer can neither renew nor change it', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const deal = (planId: string) => makeDeal(ctx, ada.actor.accountId, { planId, period: 'month', keyId: null })
  await tapewire(ctx, 'subscription', 'grant', ada.email, '--plan', 'integrated-professional', '--months', '1')
  await expect(deal('integrated-professional')).rejects.toMatchObject({ error: 'plan_no_renewal' })
  for (const other of ['integrated-premium', 'integrated-base', 'integrated-enterprise'])
    await expect(deal(other)).rejects.toMatchObject({ error: 'plan_customised' })
  expect(await deal('stock-us-base')).toMatchObject({ target: { kind: 'purchase' } })
  await ctx.clock.advance(32 * 86_400_000)
  expect(await deal('integrated-base')).toMatchObject({ target: { kind: 'purchase' } })
  const gift = { accountId: ada.actor.accountId, kind: 'adjustment', micro: usdt(99), idem: 'gift' } as const
  await ctx.postgres.transaction((tx) => post(ctx, tx, gift))
  await world.order(ada)
  expect(await world.keys(ada)).toMatchObject([{ level: 'base', customised: false }])
})

test('granted days extend a bought subscription, with or without a key, and the subscription can still be renewed', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const extend = (...more: string[]) => tapewire(ctx, 'subscription', 'extend', ada.email, ...more)
  await expect(extend('--days', '3')).rejects.toThrow()
  for (const planId of ['integrated-base', 'stock-us-base']) {
    await world.pay(await world.order(ada, { planId }))
    await world.settle()
  }
  expect(await extend('--days', '3')).toMatch(/stock-us-base until 2026-02-08.*\n.*integrated-base until 2026-02-08/)
  expect(await extend('--days', '2', '--plan', 'stock-us-base')).toMatch(/^.*stock-us-base until 2026-02-10.*$/)
  const [key] = await world.keys(ada)
  const bought = { planId: 'integrated-base', period: 'month', keyId: null } as const
  const renewal = await makeDeal(ctx, ada.actor.accountId, bought)
  expect([renewal.target.kind, new Date(renewal.planExpiresAt).toISOString().slice(0, 10)]).toEqual([
    'renewal',
    '2026-03-08',
  ])
  const upgrade = await makeDeal(ctx, ada.actor.accountId, { ...bought, planId: 'integrated-premium' })
  expect([upgrade.days, upgrade.price.payable]).toEqual([34, 329_040_000n])
  await revokeKey(ctx, ada.actor, key?.id ?? '', 'en-US')
  expect(await extend('--days', '1', '--plan', 'integrated-base')).toContain('2026-02-09')
  await ctx.clock.advance(60 * 86_400_000)
  expect(await extend('--days', '1', '--plan', 'integrated-base')).toContain('2026-03-07')
  for (const days of ['0', '1.5', '3661', 'x']) await expect(extend('--days', days)).rejects.toThrow()
  expect(await audited(ctx, 'subscription.extend')).toHaveLength(5)
})
