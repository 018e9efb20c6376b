import { expect, test } from 'vitest'
import { noteBrowser } from '#src/accounts/sessions/browsers.ts'
import type { StaffRole } from '#src/contract/staff/role.ts'
import { dayMs, hourMs } from '#src/contract/time.ts'
import { type TestAccount, testAccount } from '#test/fixtures/account.ts'
import { giveCredit } from '#test/fixtures/operator.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { nextAppCode, turnOnTwoStep } from '#test/fixtures/second-factor.ts'
import { quickRandom, siteApi } from '#test/fixtures/site-api.ts'
import { proveStaff, testStaff } from '#test/fixtures/staff.ts'
import { audited, tapewire } from '#test/fixtures/tapewire.ts'
import { listStaff } from '../staff.ts'
import { insertRole } from '../store.ts'
import { grantRole, revokeRole } from './role-changes.ts'

const cli = { kind: 'operator-cli' } as const
const waits = { error: 'second_person_needed' }
const much = 501_000_000n

async function rolesOf(ctx: TestPlatform, { email }: TestAccount): Promise<StaffRole[]> {
  return (await listStaff(ctx, cli)).find((one) => one.email === email)?.roles ?? []
}

test('granting the role owner or billing, or removing an owner, needs a second owner', async () => {
  await using ctx = await testPlatform()
  const owner = await testStaff(ctx, 'owner@example.com', 'owner')
  const second = await testStaff(ctx, 'second@example.com', 'owner')
  const puppet = await testAccount(ctx, 'puppet@example.com')
  for (const role of ['owner', 'billing'] as const) {
    const change = { email: puppet.email, role }
    await expect(grantRole(ctx, owner.actor, change)).rejects.toMatchObject(waits)
    await expect(grantRole(ctx, owner.actor, change)).rejects.toMatchObject(waits)
    expect(await grantRole(ctx, second.actor, change)).toBe(true)
  }
  expect(await rolesOf(ctx, puppet)).toEqual(expect.arrayContaining(['owner', 'billing']))
  expect(await audited(ctx, 'staff.grant')).toContainEqual(
    expect.objectContaining({ detail: { role: 'owner', approval: 1 } }),
  )
  expect(await revokeRole(ctx, owner.actor, { email: puppet.email, role: 'billing' })).toBe(true)
  const removal = { email: second.email, role: 'owner' } as const
  await expect(revokeRole(ctx, owner.actor, removal)).rejects.toMatchObject(waits)
  expect(await rolesOf(ctx, second)).toEqual(['owner'])
  expect(await grantRole(ctx, owner.actor, { email: puppet.email, role: 'support' })).toBe(true)
})

test('a new owner cannot approve requests on the first day, and can never approve a request made before the role was granted', async () => {
  await using ctx = await testPlatform()
  const { email } = await testAccount(ctx)
  const owner = await testStaff(ctx, 'owner@example.com', 'owner')
  await testStaff(ctx, 'second@example.com', 'owner')
  const third = await testStaff(ctx, 'third@example.com', 'support')
  const give = (by: TestAccount, micro = much) => giveCredit(ctx, email, micro, 'an outage', by.actor)
  await expect(give(owner)).rejects.toMatchObject(waits)
  await ctx.clock.advance(hourMs)
  const { db } = ctx.postgres
  const sessions = await db.selectFrom('account_session').selectAll().execute()
  await tapewire(ctx, 'operator', 'grant', third.email)
  await db
    .insertInto('account_session')
    .values(sessions.filter(({ id }) => id === third.actor.sessionId))
    .execute()
  await proveStaff(ctx, owner, third)
  await expect(give(third)).rejects.toMatchObject(waits)
  await expect(give(owner, much + 1n)).rejects.toMatchObject(waits)
  await expect(give(third, much + 1n)).rejects.toMatchObject(waits)
  await ctx.clock.advance(dayMs)
  await proveStaff(ctx, third)
  await expect(give(third)).rejects.toMatchObject(waits)
  await give(third, much + 1n)
})

test('an owner cannot approve a request that another owner made in the same browser', async () => {
  await using ctx = await testPlatform()
  const { email } = await testAccount(ctx)
  const owner = await testStaff(ctx, 'owner@example.com', 'owner')
  const second = await testStaff(ctx, 'second@example.com', 'owner')
  for (const { actor } of [owner, second])
    await ctx.postgres.transaction((tx) => noteBrowser(ctx, tx, actor.accountId, 'one browser'))
  const give = (by: TestAccount) => giveCredit(ctx, email, much, 'an outage', by.actor)
  await expect(give(owner)).rejects.toMatchObject(waits)
  await expect(give(second)).rejects.toMatchObject(waits)
})

test('a mail to the support address names the role that waits for approval, in the default language', async () => {
  await using ctx = await testPlatform({ settings: { DEFAULT_LOCALE: 'zh-HK', SUPPORT_EMAIL: 'help@example.com' } })
  const owner = await testStaff(ctx, 'owner@example.com', 'owner')
  const { email } = await testAccount(ctx)
  await expect(grantRole(ctx, owner.actor, { email, role: 'billing' })).rejects.toMatchObject({ error: 'act_waits' })
  const [mail] = await ctx.mails('help@example.com')
  expect(mail?.text).toMatch(/角色[^\n]*\s+財務/)
})

test('the last owner cannot delete their account, even if another owner existed when the deletion was requested', async () => {
  await using ctx = await testPlatform({ random: quickRandom })
  const site = siteApi(ctx)
  const owner = async (email: string) => {
    const { cookie, data } = await site.signUp(email, 'correct horse 42 battery')
    const { secret } = await turnOnTwoStep(ctx, site, cookie)
    await ctx.postgres.transaction((tx) => insertRole(tx, data.user.id, 'owner', ctx.clock.now()))
    const leave = async () =>
      site.send('/api/security/delete', { body: { email, code: await nextAppCode(ctx, secret) }, cookie })
    return { email, leave }
  }
  const ada = await owner('ada@example.com')
  expect(await ada.leave()).toMatchObject({ status: 409, error: 'last_owner' })
  const bob = await owner('bob@example.com')
  expect(await ada.leave()).toMatchObject({ code: 0 })
  expect(await bob.leave()).toMatchObject({ error: 'last_owner' })
  await revokeRole(ctx, cli, { email: bob.email, role: 'owner' })
  await ctx.clock.advance(14 * dayMs)
  expect(await site.sweep()).toEqual({ deleted: 0 })
  expect(await listStaff(ctx, cli)).toMatchObject([{ email: ada.email, roles: ['owner'] }])
  expect((await ctx.mails(ada.email)).map(({ subject }) => subject)).toContain('Your Tapewire account stays')
})
