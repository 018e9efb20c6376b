import { afterAll, beforeAll, expect, test } from 'vitest'
import { demands } from '#src/accounts/step-up/demands.ts'
import { type StaffVerb, staffPermissions } from '#src/contract/staff/permissions.ts'
import { type StaffRole, staffRoles } from '#src/contract/staff/role.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { audited, tapewire } from '#test/fixtures/tapewire.ts'
import { grantRole, revokeRole } from './authority/role-changes.ts'
import { requireStaff } from './require-staff.ts'
import { listStaff } from './staff.ts'

const cli = { kind: 'operator-cli' } as const
const verbs = Object.keys(staffPermissions) as StaffVerb[]

const mayBesidesOwners: Record<StaffVerb, readonly StaffRole[]> = {
  'console.open': ['billing', 'support', 'data'],
  'now.read': ['billing', 'support', 'data'],
  'staff.list': [],
  'staff.grant': [],
  'staff.revoke': [],
  'installation.read': [],
  'keyring.rotate': [],
  'keyring.reseal': [],
  'keyring.retire': [],
  'audit.list': [],
  'audit.export': [],
  'audit.verify': [],
  'plans.read': ['billing', 'support'],
  'plans.draft': ['billing'],
  'plans.publish': ['billing'],
  'coupon.list': ['billing', 'support'],
  'coupon.add': ['billing'],
  'coupon.end': ['billing'],
  'approval.list': ['billing'],
  'approval.confirm': [],
  'approval.drop': ['billing'],
  'customer.search': ['billing', 'support'],
  'customer.view': ['billing', 'support'],
  'customer.view_as': ['billing', 'support'],
  'customer.suspend': ['billing', 'support'],
  'customer.restore': ['billing', 'support'],
  'customer.sign_out': ['billing', 'support'],
  'customer.note': ['billing', 'support'],
  'customer.limits': ['billing'],
  'customer.revoke_key': ['billing', 'support'],
  'customer.disconnect': ['billing', 'support'],
  'customer.resend_mail': ['billing', 'support'],
  'ticket.list': ['billing', 'support'],
  'ticket.read': ['billing', 'support'],
  'ticket.assign': ['billing', 'support'],
  'ticket.answer': ['billing', 'support'],
  'ticket.close': ['billing', 'support'],
  'ticket.reopen': ['billing', 'support'],
  'ticket.texts': ['billing', 'support'],
  'announcement.list': ['billing', 'support'],
  'announcement.add': ['billing', 'support'],
  'announcement.end': ['billing', 'support'],
  'status.list': ['billing', 'data', 'support'],
  'status.open': ['billing', 'data', 'support'],
  'status.update': ['billing', 'data', 'support'],
  'status.resolve': ['billing', 'data', 'support'],
  'content.read': ['billing', 'support'],
  'content.keep': ['billing', 'support'],
  'content.publish': ['billing', 'support'],
  'brand.read': ['billing', 'support'],
  'brand.keep': [],
  'brand.publish': [],
  'changelog.list': ['billing', 'support'],
  'changelog.keep': ['billing', 'support'],
  'changelog.publish': ['billing', 'support'],
  'changelog.remove': ['billing', 'support'],
  'credit.adjust': ['billing'],
  'subscription.grant': ['billing'],
  'subscription.extend': ['billing'],
  'order.settle_by_hand': ['billing'],
  'order.list': ['billing'],
  'order.story': ['billing', 'support'],
  'payments.held': ['billing'],
  'payments.figures': ['billing'],
  'payments.find': ['billing', 'support'],
  'payments.export': ['billing'],
  'incident.close': ['billing'],
  'ledger.refund': ['billing'],
  'refund.list': ['billing'],
  'refund.approve': ['billing'],
  'refund.refuse': ['billing'],
  'refund.check': ['billing'],
  'refund.pay': ['billing'],
  'payment.sweep': ['billing'],
  'payment.rejudge': ['billing'],
  'network.list': ['billing'],
  'network.pause': ['billing'],
  'network.resume': ['billing'],
  'network.rewind': ['billing'],
  'network.accept_xpub': [],
  'alert.test': ['billing'],
  'import.list': ['data'],
  'upload.send': ['data'],
  'upload.steer': ['data'],
  'quarantine.correct': ['data'],
  'quarantine.release': ['data'],
  'quarantine.discard': ['data'],
  'symbol.list': ['data'],
  'symbol.add': ['data'],
  'symbol.edit': ['data'],
  'symbol.rename': ['data'],
  'symbol.state': ['data'],
  'symbol.merge': ['data'],
  'action.list': ['data'],
  'action.set': ['data'],
  'import.map': ['data'],
  'source.list': ['data'],
  'source.order': ['data'],
  'coverage.list': ['data'],
  'feed_key.list': ['data'],
  'feed_key.create': ['data'],
  'feed_key.revoke': ['data'],
  'calendar.list': ['data'],
  'calendar.set': ['data'],
  'calendar.remove': ['data'],
  'job.list': ['data'],
  'job.steer': ['data'],
  'bars.verify': ['data'],
  'bars.recompute_preview': ['data'],
  'bars.recompute': ['data'],
  'finding.list': ['data'],
  'finding.accept': ['data'],
  'finding.reopen': ['data'],
}

let ctx: TestPlatform
beforeAll(async () => {
  ctx = await testPlatform()
})
afterAll(() => ctx[Symbol.asyncDispose]())

test.each(staffRoles)('the role %s allows exactly the staff actions in its list of permissions', async (role) => {
  const { actor } = await testStaff(ctx, `${role}@example.com`, role)
  const allowed: StaffVerb[] = []
  for (const verb of verbs) {
    const answer = await requireStaff(ctx, actor, verb).catch((refusal: { error: string }) => refusal.error)
    if (typeof answer === 'string') expect(answer, verb).toBe('staff_role_required')
    else allowed.push(verb)
  }
  const expected = verbs.filter((verb) => role === 'owner' || mayBesidesOwners[verb].includes(role))
  expect(allowed).toEqual(expected)
})

test('a customer gets “not found” for every console action', async () => {
  const { actor } = await testStaff(ctx, 'customer@example.com')
  for (const verb of verbs) await expect(requireStaff(ctx, actor, verb)).rejects.toMatchObject({ error: 'not_found' })
})

test('staff without an authenticator app can act only in a session opened with a passkey', async () => {
  const { actor, email } = await testStaff(ctx, 'factor@example.com', 'owner')
  const account = ctx.postgres.db.updateTable('account').where('email', '=', email)
  await account.set({ totp_confirmed_at: null }).execute()
  await expect(requireStaff(ctx, actor, 'staff.list')).rejects.toMatchObject({ error: 'second_factor_needed' })
  const session = ctx.postgres.db.updateTable('account_session').where('id', '=', actor.sessionId)
  await session.set({ method: 'passkey' }).execute()
  await requireStaff(ctx, actor, 'staff.list')
})

test('a staff session lasts twelve hours, and a proof of the second factor allows sensitive actions for fifteen minutes', async () => {
  const { actor } = await testStaff(ctx, 'late@example.com', 'owner')
  const refused = async () => {
    const answers = await Promise.allSettled(verbs.map((verb) => requireStaff(ctx, actor, verb)))
    return verbs.filter((_verb, turn) => answers[turn]?.status === 'rejected')
  }
  await ctx.clock.advance(15 * 60_000 - 1)
  expect(await refused()).toEqual([])
  await ctx.clock.advance(1)
  expect(await refused()).toEqual(verbs.filter((verb) => demands[verb] === 'factor-recent'))
  await ctx.clock.advance(12 * 3_600_000 - 15 * 60_000 - 1)
  expect(await refused()).not.toContain('console.open')
  await ctx.clock.advance(1)
  expect(await refused()).toEqual(verbs)
})

test('a command grants the first owner role, an owner grants a further role, and the audit log names the origin of each grant', async () => {
  await using ctx = await testPlatform()
  const ada = await testAccount(ctx, 'ada@example.com')
  expect(await tapewire(ctx, 'staff', 'list')).toContain('Nobody has a role')
  expect(await tapewire(ctx, 'operator', 'grant', ada.email)).toContain('role owner, from the next sign-in on')
  expect(await ctx.postgres.db.selectFrom('account_session').selectAll().execute()).toEqual([])
  await ctx.clock.advance(1)
  const owner = await testStaff(ctx, 'owner@example.com', 'owner')
  expect(await grantRole(ctx, owner.actor, { email: ada.email, role: 'data' })).toBe(true)
  expect(await grantRole(ctx, owner.actor, { email: ada.email, role: 'data' })).toBe(false)
  expect(await listStaff(ctx, owner.actor)).toMatchObject([
    { email: owner.email, roles: ['owner'] },
    { email: ada.email, roles: ['owner', 'data'] },
  ])
  const grants = (await audited(ctx, 'staff.grant')).filter(({ subject }) => subject === ada.actor.accountId)
  expect(grants).toMatchObject([{ actor_kind: 'operator-cli' }, { actor_kind: 'staff', detail: { role: 'data' } }])
  const unknown = tapewire(ctx, 'operator', 'grant', 'nobody@example.com')
  await expect(unknown).rejects.toThrow('nobody@example.com has no account here')
  const misspelt = tapewire(ctx, 'operator', 'grant', ada.email, '--role', 'boss')
  await expect(misspelt).rejects.toThrow('Usage')
})

test('the last owner cannot be removed, even by two concurrent removals', async () => {
  await using ctx = await testPlatform()
  for (const email of ['ada@example.com', 'bob@example.com']) {
    await testAccount(ctx, email)
    await grantRole(ctx, cli, { email, role: 'owner' })
  }
  const both = ['ada@example.com', 'bob@example.com'].map((email) => revokeRole(ctx, cli, { email, role: 'owner' }))
  const outcomes = await Promise.allSettled(both)
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await listStaff(ctx, cli)).toHaveLength(1)
})
