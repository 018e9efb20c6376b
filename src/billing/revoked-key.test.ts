import { expect, test } from 'vitest'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { issueIntegratedKey } from '#src/keys/integrated-key.ts'
import { revokeKey } from '#src/keys/keys.ts'
import type { TestAccount } from '#test/fixtures/account.ts'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { grantSubscription } from './operator/grant.ts'
import { makeDeal } from './order/quote.ts'
import { remindOfExpiry } from './renewal/expiry.ts'

const day = 24 * 3_600_000

async function subscriber(ctx: TestPlatform, planId = 'integrated-base') {
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await world.pay(await world.order(ada, { planId }))
  await world.settle()
  const [key] = await world.keys(ada)
  if (!key) throw new Error('no key')
  return { world, ada, key }
}

const revoke = (ctx: TestPlatform, { actor }: TestAccount, keyId: string) => revokeKey(ctx, actor, keyId, 'en-US')
const deal = (ctx: TestPlatform, { actor }: TestAccount, planId: string) =>
  makeDeal(ctx, actor.accountId, { planId, period: 'month', keyId: null })

test('while the key of a paid plan is revoked, the plan can be renewed and upgraded but not downgraded', async () => {
  await using ctx = await testPlatform()
  const { ada, key } = await subscriber(ctx, 'integrated-professional')
  const before = await deal(ctx, ada, 'integrated-premium')
  await revoke(ctx, ada, key.id)
  expect(await deal(ctx, ada, 'integrated-professional')).toMatchObject({ target: { kind: 'renewal' } })
  const upgrade = await deal(ctx, ada, 'integrated-premium')
  expect([upgrade.target.kind, upgrade.price, upgrade.planExpiresAt]).toEqual([
    'upgrade',
    before.price,
    key.expiredTime,
  ])
  await expect(deal(ctx, ada, 'integrated-base')).rejects.toMatchObject({ error: 'plan_no_downgrade' })
})

test('if the key of a plan is revoked before a renewal is paid, the renewal creates a new key that continues the plan', async () => {
  await using ctx = await testPlatform()
  const { world, ada, key } = await subscriber(ctx)
  await revoke(ctx, ada, key.id)
  const order = await world.order(ada)
  await world.pay(order)
  await world.settle()
  expect((await world.now(order)).status).toBe(orderStatus.completed)
  const keys = await world.keys(ada)
  expect(keys).toMatchObject([{ planId: 'integrated-base', market: 'integrated' }])
  expect(keys[0]?.id).not.toBe(key.id)
  expect(keys[0]?.expiredTime).toBeGreaterThan(key.expiredTime + 27 * day)
})

test('an upgrade completes even if its key is revoked before the payment is confirmed, whether or not another key was issued', async () => {
  await using ctx = await testPlatform()
  const { world, ada, key } = await subscriber(ctx)
  const first = await world.order(ada, { planId: 'integrated-professional' })
  await world.pay(first)
  await revoke(ctx, ada, key.id)
  await world.settle()
  const [upgraded] = await world.keys(ada)
  expect(upgraded).toMatchObject({ planId: 'integrated-professional', expiredTime: key.expiredTime })
  const second = await world.order(ada, { planId: 'integrated-premium' })
  await world.pay(second)
  await revoke(ctx, ada, upgraded?.id ?? '')
  const { id } = await issueIntegratedKey(ctx, ada.actor, 'en-US')
  await world.settle()
  expect(await world.keys(ada)).toMatchObject([{ id, planId: 'integrated-premium', expiredTime: key.expiredTime }])
})

test('an account whose free key is revoked can buy, and gets a key with the plan', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const [free] = await world.keys(ada)
  await revoke(ctx, ada, free?.id ?? '')
  const order = await world.order(ada)
  await world.pay(order)
  await world.settle()
  expect(await world.keys(ada)).toMatchObject([{ planId: 'integrated-base' }])
})

test('after an integrated key is revoked, a granted month extends the plan on a new key', async () => {
  await using ctx = await testPlatform()
  const { world, ada, key } = await subscriber(ctx)
  await revoke(ctx, ada, key.id)
  const grant = { email: ada.email, version: null, planId: 'integrated-base', months: 1, reason: '', note: '' }
  const { keyId, expiresAt } = await grantSubscription(ctx, { kind: 'operator-cli' }, grant)
  expect(keyId).not.toBe(key.id)
  expect(expiresAt).toBeGreaterThan(key.expiredTime + 27 * day)
  expect(await world.keys(ada)).toMatchObject([{ id: keyId, expiredTime: expiresAt }])
})

test('the usual reminders are sent before the end of a plan whose key is revoked', async () => {
  await using ctx = await testPlatform()
  const { ada, key } = await subscriber(ctx)
  await revoke(ctx, ada, key.id)
  const sent: number[] = []
  for (const days of [7, 1, 0, -1]) {
    await ctx.clock.advance(key.expiredTime - days * day - ctx.clock.now())
    sent.push(await remindOfExpiry(ctx))
  }
  expect(sent).toEqual([1, 1, 1, 0])
  expect((await ctx.mails(ada.email)).slice(0, 3).map(({ subject }) => subject)).toEqual([
    'Integrated · Base has ended',
    'Integrated · Base ends in 1 day',
    'Integrated · Base ends in 7 days',
  ])
})

test('if the key of an ending plan is replaced after the reminder was sent, no second reminder is sent', async () => {
  await using ctx = await testPlatform()
  const { ada, key } = await subscriber(ctx)
  await ctx.clock.advance(key.expiredTime - ctx.clock.now() - 6 * day)
  expect(await remindOfExpiry(ctx)).toBe(1)
  await revoke(ctx, ada, key.id)
  const proved = { proved_at: new Date(ctx.clock.now()), expires_at: new Date(ctx.clock.now() + day) }
  await ctx.postgres.db.updateTable('account_session').set(proved).where('id', '=', ada.actor.sessionId).execute()
  await issueIntegratedKey(ctx, ada.actor, 'en-US')
  expect(await remindOfExpiry(ctx)).toBe(0)
})
