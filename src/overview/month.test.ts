import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#src/contract/time.ts'
import { countPayingDay } from '#src/keys/paying.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { giveCredit } from '#test/fixtures/operator.ts'
import { usdt } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { readMonth } from './month.ts'

const cli = { kind: 'operator-cli' } as const

test('the month report has sign-ups and credit for each of thirty days, and paying customers for each day that has a count', async () => {
  await using ctx = await testPlatform({ now: '2026-10-20T23:00:00Z' })
  await testAccount(ctx, 'long-ago@example.com')
  await giveCredit(ctx, 'long-ago@example.com', usdt(3))
  await ctx.clock.advance(30 * dayMs)
  await keyOnPlan(ctx, 'stock-us-base', { email: 'ada@example.com', expiresAt: ctx.clock.now() + 30 * hourMs })
  await giveCredit(ctx, 'ada@example.com', usdt(10))
  await countPayingDay(ctx)
  await ctx.clock.advance(2 * hourMs)
  await testAccount(ctx, 'eve@example.com')
  await giveCredit(ctx, 'ada@example.com', usdt(5))
  const month = await readMonth(ctx, cli)
  expect(month.days).toHaveLength(30)
  expect(month.days.slice(-2)).toEqual(['2026-11-19', '2026-11-20'])
  expect(month.days[0]).toBe('2026-10-22')
  expect(month.signUps.slice(-3)).toEqual([0, 1, 1])
  expect(month.paying.slice(-3)).toEqual([null, 1, 1])
  expect(month.credit?.days.slice(-3)).toEqual(['3.00', '13.00', '18.00'])
  expect(month.credit).toMatchObject({ customers: 2, held: '0.00' })
  expect(month.revenue).toMatchObject({ total: '0.00' })
  await ctx.clock.advance(29 * hourMs)
  expect((await readMonth(ctx, cli)).paying.slice(-3)).toEqual([1, null, 0])
  const { actor } = await testStaff(ctx, 'support@example.com', 'support')
  expect(await readMonth(ctx, actor)).toMatchObject({ revenue: null, credit: null })
})
