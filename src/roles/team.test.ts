import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinTeam } from '#src/accounts/team/invites.ts'
import { removeMember, setMemberRole } from '#src/accounts/team/team.ts'
import { teamMax } from '#src/contract/account/team.ts'
import { dayMs } from '#src/contract/time.ts'
import { ownActivity } from '#src/customers/activity.ts'
import { mountActivity } from '#src/customers/http.ts'
import { suspendCustomer } from '#src/customers/suspend.ts'
import { readSearchToken } from '#src/keys/check/search-token.ts'
import { type TestAccount, testAccount } from '#test/fixtures/account.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { colleagueOf, invite } from '#test/fixtures/team.ts'

let ctx: TestPlatform
let site: SiteApi
let count = 0
beforeAll(async () => {
  ctx = await testPlatform()
  site = siteApi(ctx)
  mountActivity(site.api)
})
afterAll(() => ctx[Symbol.asyncDispose]())

const someone = () => testAccount(ctx, `person-${++count}@example.com`)
const owner = () => keyOnPlan(ctx, 'integrated-base')
const as = (who: TestAccount) => ({
  get: (path: string) => site.send(path, { headers: { authorization: `Bearer ${who.token}` } }),
  call: (method: string, path: string, body: object = {}) =>
    site.send(path, { method, body, headers: { authorization: `Bearer ${who.token}` } }),
})
const about = ({ actor }: TestAccount) => ({ accountId: actor.accountId, version: null })
const rolesOf = async (who: TestAccount) => {
  const { data } = await as(who).get('/api/team')
  return Object.fromEntries(data.members.map((one: { email: string; role: string }) => [one.email, one.role]))
}

test('an invited person joins the team and works in its account, and the owner gets a mail', async () => {
  const ada = await owner()
  const bob = await someone()
  const { token } = await invite(ctx, ada.actor, { email: bob.email, role: 'developer' })
  expect((await as(bob).get(`/api/team/invitation?token=${token}`)).data).toMatchObject({
    email: ada.email,
    role: 'developer',
  })
  expect(await as(bob).call('POST', '/api/team/join', { token })).toMatchObject({ code: 0 })
  expect((await as(bob).get('/api/keys')).data).toMatchObject([{ id: ada.keyId }])
  expect(await rolesOf(ada)).toEqual({ [ada.email]: 'owner', [bob.email]: 'developer' })
  expect((await ctx.mails(ada.email))[0]).toMatchObject({ subject: `${bob.email} joined your team` })
  expect((await as(bob).get('/api/team/memberships')).data.teams).toMatchObject([{ email: ada.email, current: true }])
  await as(bob).call('POST', '/api/team/act', { accountId: null })
  expect((await as(bob).get('/api/keys')).data[0].id).not.toBe(ada.keyId)
})

test('an invitation is void after it was used, resent or withdrawn, or when it has expired', async () => {
  const ada = await owner()
  const ended = { error: 'team_invite_ended' }
  const bob = await someone()
  const first = await invite(ctx, ada.actor, { email: bob.email, role: 'billing' })
  const again = await invite(ctx, ada.actor, { email: bob.email, role: 'billing' })
  await expect(joinTeam(ctx, bob.actor, first.token)).rejects.toMatchObject(ended)
  await joinTeam(ctx, bob.actor, again.token)
  await expect(joinTeam(ctx, bob.actor, again.token)).rejects.toMatchObject(ended)
  const eve = await someone()
  const { id, token } = await invite(ctx, ada.actor, { email: eve.email, role: 'billing' })
  expect(await as(ada).call('DELETE', `/api/team/invites/${id}`)).toMatchObject({ code: 0 })
  await expect(joinTeam(ctx, eve.actor, token)).rejects.toMatchObject(ended)
  const late = await invite(ctx, ada.actor, { email: eve.email, role: 'billing' })
  const later = { ...ctx, clock: { ...ctx.clock, now: () => ctx.clock.now() + 7 * dayMs } }
  await expect(joinTeam(later, eve.actor, late.token)).rejects.toMatchObject(ended)
})

test('another person can neither use nor read a forwarded invitation', async () => {
  const ada = await owner()
  const eve = await someone()
  const { token } = await invite(ctx, ada.actor, { email: 'invited@example.com', role: 'owner' })
  await expect(joinTeam(ctx, eve.actor, token)).rejects.toMatchObject({ error: 'team_other_address' })
  expect(await as(eve).get(`/api/team/invitation?token=${token}`)).toMatchObject({ error: 'team_other_address' })
  expect((await as(eve).get('/api/team/memberships')).data.teams).toEqual([])
})

test.each([
  ['developer', { reveal: 0, usage: 0, orders: 'team_role', activity: 'team_role', invites: 'team_role' }],
  ['billing', { reveal: 'team_role', usage: 0, orders: 0, activity: 'team_role', invites: 'team_role' }],
  ['owner', { reveal: 0, usage: 0, orders: 0, activity: 0, invites: 0 }],
] as const)('a team member with the role %s can make only the calls that the role allows', async (role, may) => {
  const ada = await owner()
  const bob = await colleagueOf(ctx, ada.actor, role)
  const outcome = ({ code, error }: { code: number; error?: string }) => (code === 0 ? 0 : error)
  const invited = { email: `new-${++count}@example.com`, role: 'developer' }
  expect({
    reveal: outcome(await as(bob).call('POST', `/api/keys/${ada.keyId}/reveal`)),
    usage: outcome(await as(bob).get('/api/usage/sockets')),
    orders: outcome(await as(bob).get('/api/order')),
    activity: outcome(await as(bob).get('/api/activity')),
    invites: outcome(await as(bob).call('POST', '/api/team/invites', invited)),
  }).toEqual(may)
  // These calls still return the member's own personal data.
  expect((await as(bob).get('/api/security')).data.email).toBe(bob.email)
  expect((await as(bob).get('/api/userinfo')).data).toMatchObject({
    email: bob.email,
    role,
    userApiKey: [{ id: ada.keyId }],
  })
})

test('a removed member loses access to the account at once, and can return to their own account', async () => {
  const ada = await owner()
  const bob = await colleagueOf(ctx, ada.actor, 'developer')
  const { token } = (await as(bob).call('POST', '/api/search-token')).data
  expect(readSearchToken(ctx, token)).toMatchObject({ accountId: ada.actor.accountId })
  expect(await site.verify(token)).toMatchObject({ kind: 'ok' })
  await removeMember(ctx, ada.actor, { memberId: bob.actor.accountId })
  expect(await site.verify(token)).toMatchObject({ kind: 'refused' })
  expect(await as(bob).call('POST', `/api/keys/${ada.keyId}/reveal`)).toMatchObject({ error: 'team_ended' })
  expect(await as(bob).get('/api/security')).toMatchObject({ code: 0 })
  await as(bob).call('POST', '/api/team/act', { accountId: null })
  expect((await as(bob).get('/api/keys')).data[0].id).not.toBe(ada.keyId)
  const again = await as(bob).call('POST', '/api/team/act', { accountId: ada.actor.accountId })
  expect(again).toMatchObject({ error: 'not_found' })
})

test('the last owner can neither leave nor change role, but the holder can transfer the ownership to a member', async () => {
  const ada = await owner()
  const bob = await colleagueOf(ctx, ada.actor, 'developer')
  const [adaId, bobId] = [ada.actor.accountId, bob.actor.accountId]
  const demote = { memberId: adaId, role: 'billing', from: 'owner' } as const
  await expect(setMemberRole(ctx, ada.actor, demote)).rejects.toMatchObject({ error: 'team_last_owner' })
  expect(await as(ada).call('POST', '/api/team/transfer', { memberId: bobId })).toMatchObject({ code: 0 })
  expect(await rolesOf(bob)).toEqual({ [ada.email]: 'developer', [bob.email]: 'owner' })
  expect(await as(bob).call('POST', '/api/team/leave', { accountId: adaId })).toMatchObject({
    error: 'team_last_owner',
  })
  expect(await as(bob).call('DELETE', `/api/team/members/${adaId}`)).toMatchObject({ error: 'team_holder' })
  // The former holder has only the rights of the new role in that account, and can no longer delete it.
  expect(await as(ada).get('/api/order')).toMatchObject({ error: 'team_role' })
  expect(await as(ada).call('POST', '/api/security/delete', { email: ada.email })).toMatchObject({
    error: 'team_holder',
  })
  expect(await as(bob).call('POST', '/api/security/delete', { email: bob.email })).toMatchObject({
    error: 'team_last_owner',
  })
})

test("of two concurrent changes of a member's role, one is refused because the role has changed", async () => {
  const ada = await owner()
  const bob = await colleagueOf(ctx, ada.actor, 'developer')
  const change = { memberId: bob.actor.accountId, from: 'developer' } as const
  const both = await Promise.allSettled([
    setMemberRole(ctx, ada.actor, { ...change, role: 'billing' }),
    setMemberRole(ctx, ada.actor, { ...change, role: 'owner' }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { error: 'changed_meanwhile' } })
})

test('when the last two owners leave concurrently, one of them stays', async () => {
  const ada = await owner()
  const bob = await colleagueOf(ctx, ada.actor, 'owner')
  const eve = await colleagueOf(ctx, ada.actor, 'owner')
  await setMemberRole(ctx, ada.actor, { memberId: ada.actor.accountId, role: 'developer', from: 'owner' })
  const leave = (who: TestAccount) => as(who).call('POST', '/api/team/leave', { accountId: ada.actor.accountId })
  const answers = await Promise.all([leave(bob), leave(eve)])
  expect(answers.map(({ error }) => error ?? 'left').sort()).toEqual(['left', 'team_last_owner'])
})

test('members lose access when the account holder is suspended, and a suspended member loses access as well', async () => {
  const staff = await testStaff(ctx, 'support@example.com', 'owner')
  const ada = await owner()
  const bob = await colleagueOf(ctx, ada.actor, 'developer')
  const reason = 'a reason that is long enough'
  await suspendCustomer(ctx, staff.actor, { ...about(ada), reason })
  expect(await as(bob).get('/api/keys')).toMatchObject({ error: 'team_ended' })
  const act = { accountId: ada.actor.accountId }
  expect(await as(bob).call('POST', '/api/team/act', act)).toMatchObject({ error: 'account_suspended' })
  const eve = await owner()
  const dan = await colleagueOf(ctx, eve.actor, 'developer')
  await suspendCustomer(ctx, staff.actor, { ...about(dan), reason })
  expect((await as(dan).get('/api/keys')).code).not.toBe(0)
})

test('invitations count toward the size limit of a team, and a member cannot be invited again', async () => {
  const ada = await owner()
  const bob = await colleagueOf(ctx, ada.actor, 'billing')
  for (let n = 2; n < teamMax; n += 1)
    await invite(ctx, ada.actor, { email: `seat-${++count}@example.com`, role: 'billing' })
  const another = invite(ctx, ada.actor, { email: `seat-${++count}@example.com`, role: 'billing' })
  await expect(another).rejects.toMatchObject({ error: 'team_full' })
  for (const email of [ada.email, bob.email])
    await expect(invite(ctx, ada.actor, { email, role: 'owner' })).rejects.toMatchObject({ error: 'team_has_member' })
})

test("the log of a team account names the member of each action, and the member's own log does not list the action", async () => {
  const ada = await owner()
  const bob = await colleagueOf(ctx, ada.actor, 'developer')
  await as(bob).call('POST', `/api/keys/${ada.keyId}/rename`, { name: 'Ours' })
  await as(bob).call('PUT', '/api/alerts/webhook', { url: 'https://hooks.example.com/a' })
  const read = async ({ actor }: TestAccount) =>
    (await ownActivity(ctx, actor, { after: null, locale: 'en-US' })).entries
  expect((await read(ada)).slice(0, 4)).toMatchObject([
    { action: 'price_alert.webhook', by: 'member', member: bob.email },
    { action: 'key.rename', by: 'member', member: bob.email, name: 'Ours' },
    { action: 'team.join', by: 'member', member: bob.email, name: bob.email },
    { action: 'team.invite', by: 'account', member: null, name: bob.email },
  ])
  const own = (await read(bob)).map(({ action }) => action)
  for (const action of ['key.rename', 'price_alert.webhook']) expect(own).not.toContain(action)
})
