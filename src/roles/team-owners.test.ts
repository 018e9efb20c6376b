import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieName } from '#src/accounts/sessions/session.ts'
import { joinTeam } from '#src/accounts/team/invites.ts'
import { leaveTeam, removeMember, setMemberRole, transferOwnership } from '#src/accounts/team/team.ts'
import { dayMs } from '#src/contract/time.ts'
import { suspendCustomer } from '#src/customers/suspend.ts'
import { type TestAccount, testAccount } from '#test/fixtures/account.ts'
import { locationsOf } from '#test/fixtures/busy-life.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { giveCredit } from '#test/fixtures/operator.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { addSoftwarePasskey, nextAppCode, turnOnTwoStep } from '#test/fixtures/second-factor.ts'
import { quickRandom, type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { colleagueOf, invite } from '#test/fixtures/team.ts'

let ctx: TestPlatform
let site: SiteApi
let count = 0
beforeAll(async () => {
  ctx = await testPlatform({ random: quickRandom, clickhouse: true })
  site = siteApi(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

const owner = () => keyOnPlan(ctx, 'integrated-base')
const cookieOf = ({ token }: TestAccount) => `${cookieName(ctx.settings)}=${token}`
const call = (who: TestAccount, method: string, path: string, body: object = {}) =>
  site.send(path, { method, body, cookie: cookieOf(who) })
const newAddress = () => `guest-${++count}@example.com`
const idOf = ({ actor }: TestAccount) => actor.accountId
const subjects = async ({ email }: TestAccount) => (await ctx.mails(email)).map(({ subject }) => subject)
const requestDeletion = (who: TestAccount) => call(who, 'POST', '/api/security/delete', { email: who.email })
async function suspend(who: TestAccount) {
  const staff = await testStaff(ctx, `support-${++count}@example.com`, 'owner')
  await suspendCustomer(ctx, staff.actor, {
    accountId: idOf(who),
    version: null,
    reason: 'a reason that is long enough',
  })
}

test('a co-owner with a passkey must confirm a transfer of the account with the passkey, not with a mailed code', async () => {
  const ada = await owner()
  const bob = await colleagueOf(ctx, ada.actor, 'owner')
  const eve = await colleagueOf(ctx, ada.actor, 'developer')
  await giveCredit(ctx, ada.email, 9_000_000n)
  const passkey = await addSoftwarePasskey(ctx, site, cookieOf(bob))
  const transfer = (proof: object) => call(bob, 'POST', '/api/team/transfer', { memberId: idOf(eve), ...proof })
  const refused = await transfer({})
  expect([refused.error, refused.body.ways]).toEqual(['fresh_factor_required', ['passkey']])
  await call(bob, 'POST', '/api/security/code')
  const [mail] = await ctx.mails(bob.email)
  const mailCode = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
  expect(mailCode).toBeDefined()
  expect(await transfer({ mailCode })).toMatchObject({ error: 'fresh_factor_required' })
  const proof = passkey.answer(await call(bob, 'POST', '/api/security/passkeys/proof'))
  expect(await transfer({ passkey: proof })).toMatchObject({ code: 0 })
})

test('if the account holder has a second factor, a co-owner without one cannot request a refund or make anyone an owner', async () => {
  const ada = await owner()
  const bob = await colleagueOf(ctx, ada.actor, 'owner')
  const eve = await colleagueOf(ctx, ada.actor, 'developer')
  await giveCredit(ctx, ada.email, 9_000_000n)
  await turnOnTwoStep(ctx, site, cookieOf(ada))
  const acts = {
    refund: [
      'POST',
      '/api/billing/refunds',
      { network: 'TRC20', address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', amount: '5' },
    ],
    invite: ['POST', '/api/team/invites', { email: newAddress(), role: 'owner' }],
    role: ['PUT', `/api/team/members/${idOf(eve)}`, { role: 'owner', from: 'developer' }],
    transfer: ['POST', '/api/team/transfer', { memberId: idOf(eve) }],
  } as const
  for (const [name, [method, path, body]] of Object.entries(acts))
    expect(await call(bob, method, path, body), name).toMatchObject({ code: 403, error: 'own_factor_required' })
  // An invitation to any role except owner needs only a recent sign-in.
  expect(await call(bob, 'POST', '/api/team/invites', { email: newAddress(), role: 'billing' })).toMatchObject({
    code: 0,
  })

  const home = cookieOf(await backHome(bob))
  const { secret } = await turnOnTwoStep(ctx, site, home)
  await call(bob, 'POST', '/api/team/act', { accountId: idOf(ada) })
  for (const [name, [method, path, body]] of Object.entries(acts)) {
    const response = await call(bob, method, path, body)
    expect(response, name).toMatchObject({ error: 'fresh_factor_required' })
    const code = await nextAppCode(ctx, secret)
    const proven = await call(
      bob,
      method,
      path,
      name === 'transfer' ? { memberId: idOf(eve), code } : { ...body, code },
    )
    expect(proven, name).toMatchObject({ code: 0 })
  }
})

test('removing or demoting an owner needs the second factor; for other members and for invitations a recent sign-in is enough', async () => {
  const ada = await owner()
  const bob = await colleagueOf(ctx, ada.actor, 'owner')
  const eve = await colleagueOf(ctx, ada.actor, 'developer')
  const { id } = await invite(ctx, ada.actor, { email: newAddress(), role: 'developer' })
  const { secret } = await turnOnTwoStep(ctx, site, cookieOf(ada))
  const [bobs, eves] = [`/api/team/members/${idOf(bob)}`, `/api/team/members/${idOf(eve)}`]
  const demote = { role: 'developer', from: 'owner' }
  for (const [method, body] of [['DELETE', {}] as const, ['PUT', demote] as const])
    expect(await call(ada, method, bobs, body)).toMatchObject({ error: 'fresh_factor_required' })
  expect(await call(ada, 'DELETE', bobs, { code: await nextAppCode(ctx, secret) })).toMatchObject({ code: 0 })
  await ctx.clock.advance(3 * 3_600_000)
  for (const path of [eves, `/api/team/invites/${id}`])
    expect(await call(ada, 'DELETE', path)).toMatchObject({ error: 'recent_signin_required' })
  await confirmByMail(ada)
  for (const path of [eves, `/api/team/invites/${id}`])
    expect(await call(ada, 'DELETE', path)).toMatchObject({ code: 0 })
})

async function confirmByMail(who: TestAccount) {
  await call(who, 'POST', '/api/security/code')
  await call(who, 'POST', '/api/security/confirm', { code: await site.codeFor(who.email, 'signin') })
}

async function backHome(who: TestAccount): Promise<TestAccount> {
  await call(who, 'POST', '/api/team/act', { accountId: null })
  return who
}

test('a co-owner cannot demote the account holder, but can make the holder an owner again after the holder gave up the role', async () => {
  const ada = await owner()
  const bob = await colleagueOf(ctx, ada.actor, 'owner')
  const body = { role: 'developer', from: 'owner' }
  const path = `/api/team/members/${idOf(ada)}`
  expect(await call(bob, 'PUT', path, body)).toMatchObject({ error: 'team_holder' })
  expect(await call(ada, 'PUT', path, body)).toMatchObject({ code: 0 })
  expect(await call(bob, 'PUT', path, { role: 'billing', from: 'developer' })).toMatchObject({ error: 'team_holder' })
  expect(await call(bob, 'PUT', path, { role: 'owner', from: 'developer' })).toMatchObject({ code: 0 })
})

test('a suspended member cannot become an owner, and an account that is due for deletion gets no new owner', async () => {
  const ada = await owner()
  const bob = await colleagueOf(ctx, ada.actor, 'developer')
  const inactive = { error: 'team_inactive' }
  await suspend(bob)
  const [memberId, from, role] = [idOf(bob), 'developer', 'owner'] as const
  await expect(transferOwnership(ctx, ada.actor, { memberId })).rejects.toMatchObject(inactive)
  await expect(setMemberRole(ctx, ada.actor, { memberId, from, role })).rejects.toMatchObject(inactive)
  const eve = await colleagueOf(ctx, ada.actor, 'owner')
  const late = await testAccount(ctx, newAddress())
  const open = await invite(ctx, ada.actor, { email: late.email, role })
  expect(await requestDeletion(ada)).toMatchObject({ code: 0 })
  await expect(transferOwnership(ctx, ada.actor, { memberId: idOf(eve) })).rejects.toMatchObject(inactive)
  await expect(joinTeam(ctx, late.actor, open.token)).rejects.toMatchObject(inactive)
  const stepBack = { memberId: idOf(ada), from: 'owner', role: 'developer' } as const
  await expect(setMemberRole(ctx, ada.actor, stepBack)).rejects.toMatchObject(inactive)
  expect(await call(eve, 'POST', '/api/team/invites', { email: newAddress(), role })).toMatchObject(inactive)
})

test('the last active owner cannot leave or change role, even if another owner is suspended or about to be deleted', async () => {
  const ada = await owner()
  const bob = await colleagueOf(ctx, ada.actor, 'owner')
  const eve = await colleagueOf(ctx, ada.actor, 'owner')
  await setMemberRole(ctx, ada.actor, { memberId: idOf(ada), role: 'developer', from: 'owner' })
  expect(await requestDeletion(bob)).toMatchObject({ code: 0 })
  const last = { error: 'team_last_owner' }
  await expect(leaveTeam(ctx, eve.actor, idOf(ada))).rejects.toMatchObject(last)
  expect(await requestDeletion(eve)).toMatchObject(last)
  const dan = await owner()
  const kim = await colleagueOf(ctx, dan.actor, 'owner')
  await suspend(kim)
  const demote = { memberId: idOf(dan), role: 'billing', from: 'owner' } as const
  await expect(setMemberRole(ctx, dan.actor, demote)).rejects.toMatchObject(last)
})

test('when the only active owner is deleted, the account holder becomes an owner again', async () => {
  const ada = await owner()
  const bob = await colleagueOf(ctx, ada.actor, 'owner')
  const eve = await colleagueOf(ctx, ada.actor, 'owner')
  await setMemberRole(ctx, ada.actor, { memberId: idOf(ada), role: 'developer', from: 'owner' })
  const dan = await owner()
  await invite(ctx, dan.actor, { email: bob.email, role: 'billing' })
  const { id } = await invite(ctx, bob.actor, { email: newAddress(), role: 'billing' })
  expect(await requestDeletion(bob)).toMatchObject({ code: 0 })
  await suspend(eve)
  await ctx.clock.advance(14 * dayMs)
  await site.sweep()
  const { members, invites } = await teamOf(ada)
  expect(members).toMatchObject({ [ada.email]: 'owner', [eve.email]: 'owner' })
  expect(members).not.toHaveProperty(bob.email)
  expect(invites).not.toContain(id)
  expect((await subjects(ada))[0]).toBe(`The role of ${ada.email} has changed`)
  // Only the farewell mail remains, which is deleted a day later.
  expect(await locationsOf(ctx, bob.email)).toEqual(['mail_outbox'])
  expect(await ctx.mails(ada.email).then((mails) => mails.filter(({ text }) => text.includes(bob.email)))).toEqual([])
})

test('a pending deletion of an account is cancelled if the account has another owner', async () => {
  const ada = await owner()
  const bob = await colleagueOf(ctx, ada.actor, 'developer')
  await transferOwnership(ctx, ada.actor, { memberId: idOf(bob) })
  // An earlier release allowed a pending deletion on an account with other owners.
  const past = new Date(ctx.clock.now() - 1)
  await sql`update account set delete_after = ${past} where id = ${idOf(ada)}`.execute(ctx.postgres.db)
  await site.sweep()
  expect((await subjects(ada))[0]).toBe('Your Tapewire account stays')
  expect((await teamOf(bob)).members).toEqual({ [ada.email]: 'developer', [bob.email]: 'owner' })
})

test('an invitation ends when its sender loses the right to invite', async () => {
  const ada = await owner()
  const guest = await testAccount(ctx, newAddress())
  const ends: [string, (bob: TestAccount) => Promise<unknown>][] = [
    ['removed', (bob) => removeMember(ctx, ada.actor, { memberId: idOf(bob) })],
    ['left', (bob) => leaveTeam(ctx, { ...bob.actor }, idOf(ada))],
    ['developer', (bob) => setMemberRole(ctx, ada.actor, { memberId: idOf(bob), role: 'developer', from: 'owner' })],
    ['suspended', suspend],
  ]
  for (const [name, end] of ends) {
    const bob = await colleagueOf(ctx, ada.actor, 'owner')
    const by = { ...bob.actor, accountId: idOf(ada), member: { accountId: idOf(bob), role: 'owner' as const } }
    const { token } = await invite(ctx, by, { email: guest.email, role: 'billing' })
    await end(bob)
    await expect(joinTeam(ctx, guest.actor, token), name).rejects.toMatchObject({ error: 'team_invite_ended' })
  }
  const { token } = await invite(ctx, ada.actor, { email: guest.email, role: 'billing' })
  await joinTeam(ctx, guest.actor, token)
})

test('the other owners get a mail when a person is invited as an owner', async () => {
  const ada = await owner()
  const bob = await colleagueOf(ctx, ada.actor, 'owner')
  const email = newAddress()
  expect(await call(bob, 'POST', '/api/team/invites', { email, role: 'owner' })).toMatchObject({ code: 0 })
  const [mail] = await ctx.mails(ada.email)
  expect(mail).toMatchObject({ subject: `${email} was invited as an owner`, text: expect.stringContaining(bob.email) })
  expect(await subjects(bob)).not.toContain(`${email} was invited as an owner`)
})

test('a refused invitation does not count toward the mail limit of its address, and an account may send 40 invitations a day', async () => {
  const ada = await owner()
  const bob = await colleagueOf(ctx, ada.actor, 'developer')
  for (let n = 0; n < 8; n += 1)
    expect(await call(ada, 'POST', '/api/team/invites', { email: bob.email, role: 'billing' })).toMatchObject({
      error: 'team_has_member',
    })
  await removeMember(ctx, ada.actor, { memberId: idOf(bob) })
  expect(await call(ada, 'POST', '/api/team/invites', { email: bob.email, role: 'billing' })).toMatchObject({ code: 0 })
  const sent = async () => {
    const { id } = await invite(ctx, ada.actor, { email: newAddress(), role: 'billing' })
    await call(ada, 'DELETE', `/api/team/invites/${id}`)
  }
  // Two invitations were sent above: to the colleague, and to the same person again.
  for (let n = 2; n < 40; n += 1) await sent()
  await expect(sent()).rejects.toMatchObject({ error: 'too_often' })
  await ctx.clock.advance(dayMs)
  await confirmByMail(ada)
  await sent()
})

async function teamOf(who: TestAccount) {
  const { data } = await site.send('/api/team', { cookie: cookieOf(who) })
  const roles = data.members.map(({ email, role }: { email: string; role: string }) => [email, role])
  return {
    members: Object.fromEntries(roles) as Record<string, string>,
    invites: data.invites.map(({ id }: { id: string }) => id) as string[],
  }
}
