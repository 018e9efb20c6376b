import { afterAll, beforeAll, expect, test } from 'vitest'
import { replayDelivery, testWebhook } from '#src/alerts/deliver/webhook.ts'
import { requestRefund, withdrawRefund } from '#src/billing/refunds/refunds.ts'
import { isRefusal } from '#src/contract/errors.ts'
import { dayMs, hourMs } from '#src/contract/time.ts'
import { endLeakedSecret } from '#src/keys/leaked-key.ts'
import { type TestAccount, testAccount } from '#test/fixtures/account.ts'
import { giveCredit } from '#test/fixtures/operator.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { proveStaff } from '#test/fixtures/staff.ts'

let ctx: TestPlatform
let ada: TestAccount
beforeAll(async () => {
  ctx = await testPlatform()
  ada = await testAccount(ctx)
  await giveCredit(ctx, ada.email, 10_000_000n)
})
afterAll(() => ctx[Symbol.asyncDispose]())

const refund = { network: 'TRC20', address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', amount: '5' } as const

test.each([
  {
    what: 'requests of a refund',
    most: 10,
    span: 'day',
    call: async () => {
      await proveStaff(ctx, ada)
      const { id } = await requestRefund(ctx, ada.actor, refund)
      await withdrawRefund(ctx, ada.actor, id)
    },
  },
  {
    what: 'reports of a leaked key from one address',
    most: 100,
    span: 'hour',
    call: () => endLeakedSecret(ctx, { secret: `tw_live_${'x'.repeat(36)}`, address: '203.0.113.7' }),
  },
  { what: 'tests of a webhook', most: 10, span: 'hour', call: () => testWebhook(ctx, ada.actor) },
  {
    what: 'webhook deliveries sent again',
    most: 100,
    span: 'hour',
    call: () => replayDelivery(ctx, ada.actor, 'unknown'),
  },
] as const)('$what are limited to $most in any $span', async ({ most, span, call }) => {
  const windowMs = { hour: hourMs, day: dayMs }[span]
  const isRefused = async () => {
    const error = await call().then(
      () => null,
      (cause: unknown) => cause,
    )
    if (error && !isRefusal(error)) throw error
    return isRefusal(error) && error.error === 'too_often' ? error.detail.retryAfter : false
  }
  for (let n = 0; n < most; n += 1) expect(await isRefused()).toBe(false)
  await ctx.clock.advance(windowMs - 1_000)
  expect(await isRefused()).toBe(1)
  await ctx.clock.advance(1_000)
  expect(await isRefused()).toBe(false)
})
