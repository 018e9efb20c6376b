import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '#src/contract/time.ts'
import { type Approval, dropApproval, listApprovals, listClosedApprovals } from '#src/staff/authority/approvals.ts'
import { grantRole } from '#src/staff/authority/role-changes.ts'
import { listStaff } from '#src/staff/staff.ts'
import { type TestAccount, testAccount } from '#test/fixtures/account.ts'
import { giveCredit } from '#test/fixtures/operator.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { proveStaff, testStaff } from '#test/fixtures/staff.ts'
import { audited, tapewire } from '#test/fixtures/tapewire.ts'
import { balanceOf } from '../order/ledger-store.ts'
import { carryOutDue } from './waiting-acts.ts'

const waits = { error: 'act_waits' }
const much = 501_000_000n
const cli = { kind: 'operator-cli' } as const

/** An installation with one owner, and a customer. */
async function alone() {
  const ctx = await testPlatform({ settings: { ALERT_EMAIL: 'alerts@example.com', SUPPORT_EMAIL: 'help@example.com' } })
  const owner = await testStaff(ctx, 'owner@example.com', 'owner')
  const ada = await testAccount(ctx)
  const give = (micro = much, who: TestAccount = ada) => giveCredit(ctx, who.email, micro, 'an outage', owner.actor)
  const credit = (who: TestAccount = ada) => balanceOf(ctx.postgres.db, who.actor.accountId)
  return { ctx, owner, ada, give, credit, [Symbol.asyncDispose]: () => ctx[Symbol.asyncDispose]() }
}

const waiting = async (ctx: TestPlatform): Promise<Approval[]> => listApprovals(ctx, cli)

test('if the staff is one person, an action above the daily limit is done once, after 24 hours', async () => {
  await using at = await alone()
  const { ctx } = at
  await expect(at.give()).rejects.toMatchObject(waits)
  const [own] = await ctx.mails('owner@example.com')
  expect(own?.subject).toBe('Credit by hand: done in 24 hours unless somebody stops it')
  for (const to of ['owner@example.com', 'alerts@example.com', 'help@example.com'])
    expect((await ctx.mails(to))[0]?.text, to).toContain('501.00')
  await ctx.clock.advance(24 * hourMs - minuteMs)
  await proveStaff(ctx, at.owner)
  await expect(at.give()).rejects.toMatchObject(waits)
  await carryOutDue(ctx)
  expect(await at.credit()).toBe(0n)
  await ctx.clock.advance(minuteMs)
  await Promise.all([carryOutDue(ctx), carryOutDue(ctx), carryOutDue(ctx)])
  expect(await at.credit()).toBe(much)
  expect(await waiting(ctx)).toEqual([])
  expect(await audited(ctx, 'credit.adjust')).toMatchObject([
    { actor_kind: 'system', detail: { micro: `${much}`, approval: 1 } },
  ])
  expect(await listClosedApprovals(ctx, cli)).toMatchObject([{ outcome: 'done', closedBy: null }])
  const subjects = (await ctx.mails('owner@example.com')).map(({ subject }) => subject)
  expect(subjects).toContain('Credit by hand: done')
  expect(await ctx.mails('help@example.com')).toHaveLength(2)
})

test('if the command line carries out a waiting staff action, the people who were told about the wait get a mail', async () => {
  await using at = await alone()
  const { ctx } = at
  await expect(at.give()).rejects.toMatchObject(waits)
  await giveCredit(ctx, at.ada.email, much, 'an outage', cli)
  expect(await at.credit()).toBe(much)
  expect((await ctx.mails('owner@example.com'))[0]?.subject).toBe('Credit by hand: done')
})

test('a request that needed two owners can be repeated by the only remaining owner, and is carried out 24 hours later', async () => {
  await using at = await alone()
  const { ctx } = at
  const second = await testStaff(ctx, 'second@example.com', 'owner')
  await expect(at.give()).rejects.toMatchObject({ error: 'second_person_needed' })
  await ctx.clock.advance(6.5 * 24 * hourMs)
  await tapewire(ctx, 'operator', 'revoke', second.email, '--role', 'owner')
  await proveStaff(ctx, at.owner)
  await expect(at.give()).rejects.toMatchObject(waits)
  await ctx.clock.advance(23 * hourMs)
  await proveStaff(ctx, at.owner)
  await expect(at.give(much + 1n)).rejects.toMatchObject(waits)
  expect(await waiting(ctx)).toHaveLength(2)
  await ctx.clock.advance(hourMs)
  await carryOutDue(ctx)
  expect(await at.credit()).toBe(much)
  expect(await listClosedApprovals(ctx, cli)).toMatchObject([{ id: 1, outcome: 'done' }])
})

test('a waiting staff action can be stopped by the owner and on the command line', async () => {
  await using at = await alone()
  const { ctx } = at
  await expect(at.give()).rejects.toMatchObject(waits)
  await dropApproval(ctx, at.owner.actor, 1)
  await expect(at.give()).rejects.toMatchObject(waits)
  expect(await tapewire(ctx, 'staff', 'approvals')).toMatch(/^2 {2}credit\.adjust {2}ada@.* {2}done at 2/)
  await tapewire(ctx, 'staff', 'approvals', '--drop', '2')
  await ctx.clock.advance(25 * hourMs)
  await carryOutDue(ctx)
  expect(await at.credit()).toBe(0n)
  expect(await tapewire(ctx, 'staff', 'approvals', '--closed')).toMatch(/^2 .* stopped .*\n1 .* stopped /)
})

test('a waiting staff action that throws an error keeps waiting, and later actions are still carried out', async () => {
  await using at = await alone()
  const { ctx } = at
  await expect(at.give()).rejects.toMatchObject(waits)
  await expect(at.give(much, await testAccount(ctx, 'bob@example.com'))).rejects.toMatchObject(waits)
  await sql`update staff_approval set input = input || '{"micro": "?"}' where id = 1`.execute(ctx.postgres.db)
  await ctx.clock.advance(24 * hourMs)
  await carryOutDue(ctx)
  expect(await waiting(ctx)).toMatchObject([{ id: 1 }])
  expect(await listClosedApprovals(ctx, cli)).toMatchObject([{ id: 2, outcome: 'done' }])
})

test('a waiting staff action that is no longer possible after 24 hours is closed as failed and changes nothing', async () => {
  await using at = await alone()
  const { ctx } = at
  await tapewire(ctx, 'credit', 'adjust', at.ada.email, '600', '--reason', 'for the test')
  await expect(at.give(-much)).rejects.toMatchObject(waits)
  await tapewire(ctx, 'credit', 'adjust', at.ada.email, '-200', '--reason', 'for the test')
  await ctx.clock.advance(24 * hourMs)
  await carryOutDue(ctx)
  expect(await at.credit()).toBe(400_000_000n)
  expect(await listClosedApprovals(ctx, cli)).toMatchObject([{ outcome: 'failed', fault: 'credit_exceeded' }])
})

test('if the staff is one person, even a small credit to that person is given only after 24 hours', async () => {
  await using at = await alone()
  await expect(at.give(1_000_000n, at.owner)).rejects.toMatchObject(waits)
  await at.give(1_000_000n)
  await at.ctx.clock.advance(24 * hourMs)
  await carryOutDue(at.ctx)
  expect(await at.credit(at.owner)).toBe(1_000_000n)
})

test('a second owner added by the only owner gets the role 24 hours later, and a mail announces the role at once', async () => {
  await using at = await alone()
  const { ctx } = at
  const change = { email: at.ada.email, role: 'owner' } as const
  await expect(grantRole(ctx, at.owner.actor, change)).rejects.toMatchObject(waits)
  expect(await listStaff(ctx, cli)).toHaveLength(1)
  const [mail] = await ctx.mails('help@example.com')
  expect(mail?.text).toContain('owner')
  await ctx.clock.advance(24 * hourMs)
  await carryOutDue(ctx)
  expect(await listStaff(ctx, cli)).toHaveLength(2)
})
