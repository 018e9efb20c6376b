import { expect, test } from 'vitest'
import { setPreferences } from '#src/accounts/sessions/profile.ts'
import { unbalancedAccounts } from '#src/billing/order/ledger-store.ts'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { siteApi } from '#test/fixtures/site-api.ts'
import { audited, tapewire as operate } from '#test/fixtures/tapewire.ts'

test('staff add or deduct credit with a reason that the customer reads, and cannot deduct more than the credit', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const tapewire = (...args: string[]) => operate(ctx, ...args)
  const adjust = (...more: string[]) => tapewire('credit', 'adjust', ada.email, ...more)
  expect(await adjust('--note', '20261130', '+5', '--reason', 'The outage of Monday')).toContain('has 5.00 USDT')
  expect(await adjust('-1.25', '--reason', 'Counted twice')).toContain('3.75 USDT')
  await expect(adjust('-3.750001', '--reason', 'Too much')).rejects.toThrow('The credit is 3.75 USDT')
  await expect(adjust('0', '--reason', 'Nothing')).rejects.toThrow('amount')
  await expect(adjust('1')).rejects.toThrow('reason')
  await expect(adjust('1', '--reason', '  ')).rejects.toThrow('reason')
  await expect(adjust('--reason', 'No amount')).rejects.toThrow('Usage')
  await expect(tapewire('credit', 'adjust', 'nobody@example.com', '1', '--reason', 'x')).rejects.toThrow()
  expect(await world.credit(ada)).toBe('3.75')
  expect(await unbalancedAccounts(ctx.postgres.db)).toEqual([])
  const { data } = await siteApi(ctx).send('/api/billing', { cookie: `authorization=${ada.token}` })
  expect(data.entries.content).toMatchObject([
    { kind: 'correction', amount: '-1.25', note: 'Counted twice' },
    { kind: 'goodwill', amount: '5.00', note: 'The outage of Monday' },
  ])
  expect(await audited(ctx, 'credit.adjust')).toMatchObject([
    {
      actor_kind: 'operator-cli',
      subject: ada.actor.accountId,
      detail: { micro: '5000000', paid: false, reason: 'The outage of Monday', note: '20261130' },
    },
    { detail: { micro: '-1250000', reason: 'Counted twice' } },
  ])
  const [debited, given] = await ctx.mails(ada.email)
  expect([debited?.subject, given?.subject]).toEqual([
    '1.25 USDT were taken from your credit',
    '5.00 USDT were added to your credit',
  ])
  expect(debited?.text).toMatch(/Amount: -1\.25 USDT\nReason: Counted twice\nYour credit now: 3\.75 USDT/)
})

test.each([
  ['zh-CN', '您的余额增加了 2.00 USDT'],
  ['zh-HK', '您的結餘增加了 2.00 USDT'],
] as const)('the mail about added credit is written in the language of the customer: %s', async (locale, subject) => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await setPreferences(ctx, ada.actor, { locale })
  await operate(ctx, 'credit', 'adjust', ada.email, '2', '--reason', '补偿')
  const [mail] = await ctx.mails(ada.email)
  expect(mail?.subject).toBe(subject)
  expect(mail?.text).toContain('补偿')
})
