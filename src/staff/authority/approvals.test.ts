import { expect, test } from 'vitest'
import { testAccount } from '#test/fixtures/account.ts'
import { giveCredit } from '#test/fixtures/operator.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { tapewire } from '#test/fixtures/tapewire.ts'
import { listApprovals } from './approvals.ts'

const much = 501_000_000n
const refusal = { error: 'second_person_needed' }

test('credit above the daily limit waits until another owner grants the same amount to the same customer', async () => {
  await using ctx = await testPlatform()
  const { email, actor: ada } = await testAccount(ctx)
  const [owner, second, billing] = [
    await testStaff(ctx, 'owner@example.com', 'owner'),
    await testStaff(ctx, 'second@example.com', 'owner'),
    await testStaff(ctx, 'billing@example.com', 'billing'),
  ]
  const give = (by: typeof owner, micro = much) => giveCredit(ctx, email, micro, 'an outage', by.actor)
  await give(billing, 500_000_000n)
  await expect(give(owner)).rejects.toMatchObject(refusal)
  await expect(give(owner)).rejects.toMatchObject(refusal)
  await expect(give(billing)).rejects.toMatchObject(refusal)
  await expect(give(second, much + 1n)).rejects.toMatchObject(refusal)
  expect(await listApprovals(ctx, owner.actor)).toMatchObject([
    { verb: 'credit.adjust', subject: ada.accountId, micro: much, askedBy: owner.actor.accountId },
    { micro: much + 1n },
  ])
  await give(second)
  expect(await tapewire(ctx, 'staff', 'approvals')).toMatch(/^2 {2}credit\.adjust .* 501\.000001 USDT/)
  expect(await tapewire(ctx, 'staff', 'approvals', '--drop', '2')).toBe('Nothing waits.')
})

test('an approval request expires after a week', async () => {
  await using ctx = await testPlatform()
  const { email } = await testAccount(ctx)
  const billing = await testStaff(ctx, 'billing@example.com', 'billing')
  await testStaff(ctx, 'owner@example.com', 'owner')
  await expect(giveCredit(ctx, email, much, 'an outage', billing.actor)).rejects.toMatchObject(refusal)
  await ctx.clock.advance(7 * 86_400_000 - 1)
  expect(await tapewire(ctx, 'staff', 'approvals')).toContain('credit.adjust')
  await ctx.clock.advance(1)
  expect(await tapewire(ctx, 'staff', 'approvals')).toBe('Nothing waits.')
})
