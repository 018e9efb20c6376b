import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportAccountLog } from '#src/audit/audit.ts'
import { colleagueVerbs } from '#src/contract/staff/role.ts'
import { verifyKey } from '#src/keys/check/verify.ts'
import { listKeys } from '#src/keys/keys.ts'
import type { Actor } from '#src/platform/actor.ts'
import { grantRole } from '#src/staff/authority/role-changes.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { quickRandom, siteApi } from '#test/fixtures/site-api.ts'
import { makeStaff, testStaff } from '#test/fixtures/staff.ts'
import { audited, tapewire } from '#test/fixtures/tapewire.ts'
import { disconnectSocket, overrideLimit, resendMail, revokeCustomerKey } from './access.ts'
import { addNote } from './notes.ts'
import { restoreCustomer, signOutCustomer, suspendCustomer } from './suspend.ts'
import { notesOf } from './view/note-store.ts'

const cli = { kind: 'operator-cli' } as const
const reason = 'shares the key'
let ctx: TestPlatform
beforeAll(async () => {
  ctx = await testPlatform({ random: quickRandom })
})
afterAll(() => ctx[Symbol.asyncDispose]())

test('a suspended customer can neither use the site nor sign in until restored, and gets a mail without the reason', async () => {
  const site = siteApi(ctx)
  const password = 'correct horse 42 battery'
  const { cookie } = await site.signUp('ada@example.com', password)
  await tapewire(ctx, 'customer', 'suspend', 'ada@example.com', '--reason', reason)
  const refused = await site.send('/api/keys', { cookie })
  expect([refused.status, refused.error]).toEqual([403, 'account_suspended'])
  const signIn = () => site.send('/api/auth/signin', { body: { email: 'ada@example.com', password } })
  expect((await signIn()).error).toBe('account_suspended')
  const [suspended] = await ctx.mails('ada@example.com')
  expect(suspended?.subject).toBe('Your Tapewire account is suspended')
  expect(suspended?.text).toContain('support@example.com')
  expect(suspended?.text).not.toContain(reason)
  await tapewire(ctx, 'customer', 'restore', 'ada@example.com', '--reason', 'promised better')
  expect((await site.send('/api/keys', { cookie })).code).toBe(0)
  expect((await signIn()).code).toBe(0)
  const restored = (await ctx.mails('ada@example.com')).find(
    ({ subject }) => subject === 'Your Tapewire account works again',
  )
  expect(restored?.text).toContain('keys work until their plan ends')
  expect(await audited(ctx, 'customer.suspend')).toMatchObject([{ actor_kind: 'operator-cli', detail: { reason } }])
})

test('a key is refused while its owner is suspended', async () => {
  const { actor, secret } = await keyOnPlan(ctx, 'integrated-base', { email: 'key@example.com' })
  await suspendCustomer(ctx, cli, { accountId: actor.accountId, version: null, reason })
  expect(await verifyKey(ctx, secret)).toEqual({ kind: 'refused', error: 'account_suspended' })
  await restoreCustomer(ctx, cli, { accountId: actor.accountId, version: null, reason })
  expect((await verifyKey(ctx, secret)).kind).toBe('ok')
})

test('a suspended customer gets no role of the staff', async () => {
  const { actor, email } = await keyOnPlan(ctx, 'integrated-base', { email: 'late@example.com' })
  await suspendCustomer(ctx, cli, { accountId: actor.accountId, version: null, reason })
  await expect(grantRole(ctx, cli, { email, role: 'owner' })).rejects.toMatchObject({ error: 'account_suspended' })
})

test('a member of the staff cannot be suspended, and an account that is not suspended cannot be restored', async () => {
  const { actor } = await testStaff(ctx, 'works-here@example.com', 'support')
  const input = { accountId: actor.accountId, version: null, reason }
  await expect(suspendCustomer(ctx, cli, input)).rejects.toMatchObject({ error: 'account_of_staff' })
  await expect(restoreCustomer(ctx, cli, input)).rejects.toMatchObject({ error: 'conflict' })
  await expect(suspendCustomer(ctx, cli, { ...input, reason: ' ' })).rejects.toMatchObject({
    error: 'missing_parameter',
  })
})

test('staff cannot raise the limits of their own key if a colleague can do it', async () => {
  const { keyId, ...mine } = await keyOnPlan(ctx, 'stock-us-base', { email: 'mine@example.com' })
  await makeStaff(ctx, mine, 'owner')
  await testStaff(ctx, 'colleague-owner@example.com', 'owner')
  const override = { perMinute: 9_000, sockets: null, subscriptions: null, until: ctx.clock.now() + 1_000 }
  const input = { accountId: mine.actor.accountId, version: null, keyId, override, reason }
  await expect(overrideLimit(ctx, mine.actor, input)).rejects.toMatchObject({ error: 'own_account' })
})

test('only owners can change the sessions, keys, sockets and limits of a customer who is also on the staff', async () => {
  const customer = await keyOnPlan(ctx, 'integrated-base', { email: 'colleague@example.com' })
  const { keyId } = customer
  const about = { accountId: customer.actor.accountId, version: null }
  await grantRole(ctx, cli, { email: customer.email, role: 'data' })
  const { actor: support } = await testStaff(ctx, 'supports@example.com', 'support', 'billing')
  const { actor: owner } = await testStaff(ctx, 'owns@example.com', 'owner')
  const acts = {
    'customer.sign_out': (by: Actor) => signOutCustomer(ctx, by, about),
    'customer.disconnect': (by: Actor) => disconnectSocket(ctx, by, { ...about, socketId: 'none' }),
    'customer.limits': (by: Actor) => overrideLimit(ctx, by, { ...about, keyId, override: null, reason }),
    'customer.revoke_key': (by: Actor) => revokeCustomerKey(ctx, by, { ...about, keyId, reason }),
  }
  expect(Object.keys(acts).sort()).toEqual([...colleagueVerbs].sort())
  for (const act of Object.values(acts))
    await expect(act(support)).rejects.toMatchObject({ error: 'staff_role_required' })
  await addNote(ctx, support, { ...about, note: 'a colleague' })
  await acts['customer.sign_out'](owner)
  await acts['customer.revoke_key'](owner)
})

test('a change to a customer is refused if the customer was changed after the page was read', async () => {
  const { actor } = await keyOnPlan(ctx, 'integrated-base', { email: 'two@example.com' })
  const about = { accountId: actor.accountId, version: 0 }
  await addNote(ctx, cli, { ...about, note: 'asked for an invoice' })
  const late = suspendCustomer(ctx, cli, { ...about, reason })
  await expect(late).rejects.toMatchObject({ error: 'changed_meanwhile' })
  expect(await notesOf(ctx.postgres.db, actor.accountId)).toMatchObject([
    { note: 'asked for an invoice', authorId: null },
  ])
  const log = await exportAccountLog(ctx, actor.accountId)
  expect(JSON.stringify(log)).toContain('customer.note')
  expect(JSON.stringify(log)).not.toContain('invoice')
  await signOutCustomer(ctx, cli, { ...about, version: 1 })
  const sessions = sql`select 1 from account_session where account_id = ${actor.accountId}`
  expect((await sessions.execute(ctx.postgres.db)).rows).toEqual([])
})

test('overridden limits apply until their end date, and the limits of the plan apply afterwards', async () => {
  const { actor, keyId, secret } = await keyOnPlan(ctx, 'integrated-base', { email: 'limits@example.com' })
  const until = ctx.clock.now() + 60_000
  const override = { perMinute: 5_000, sockets: null, subscriptions: 10, until }
  for (const wrong of [{ perMinute: 2 ** 31 }, { sockets: 1.5 }, { until: 1e300 }, { until: Number.NaN }]) {
    const input = { accountId: actor.accountId, version: null, keyId, override: { ...override, ...wrong }, reason }
    await expect(overrideLimit(ctx, cli, input)).rejects.toMatchObject({ error: 'invalid_parameter' })
  }
  const input = { accountId: actor.accountId, version: null, keyId, override, reason }
  await overrideLimit(ctx, cli, input)
  const limits = async () => {
    const verdict = await verifyKey(ctx, secret)
    return verdict.kind === 'ok' && verdict.key.limits
  }
  expect(await limits()).toEqual({ perMinute: 5_000, sockets: null, subscriptions: 10 })
  const shown = async () => {
    const [key] = await listKeys(ctx, actor, 'en-US')
    return { ...JSON.parse(key?.limitHttp ?? ''), override: key?.override }
  }
  const planLimits = { perMinute: 120, sockets: 3, subscriptions: 200 }
  expect(await shown()).toMatchObject({ perMinute: 5_000, sockets: null, override: { until, planLimits } })
  await ctx.clock.advance(60_000)
  expect(await shown()).toMatchObject({ ...planLimits, override: null })
  expect(await limits()).toMatchObject({ perMinute: 120 })
  await expect(overrideLimit(ctx, cli, input)).rejects.toMatchObject({ error: 'invalid_parameter' })
  const foreign = { ...input, keyId: 'another key', override: null }
  await expect(overrideLimit(ctx, cli, foreign)).rejects.toMatchObject({ error: 'not_found' })
  await overrideLimit(ctx, cli, { ...input, override: null })
  expect((await audited(ctx, 'customer.limits')).at(-1)).toMatchObject({ detail: { before: override, after: null } })
})

test('a key revoked by the staff stops working, and its owner is mailed', async () => {
  const { actor, keyId, secret, email } = await keyOnPlan(ctx, 'integrated-base', { email: 'revoked@example.com' })
  await revokeCustomerKey(ctx, cli, { accountId: actor.accountId, version: null, keyId, reason })
  expect(await verifyKey(ctx, secret)).toMatchObject({ kind: 'refused', error: 'key_revoked' })
  expect((await ctx.mails(email))[0]?.text).toContain('revoked')
})

test('staff can resend only a failed mail that was addressed to this customer', async () => {
  const { actor, email } = await keyOnPlan(ctx, 'integrated-base', { email: 'mail@example.com' })
  await ctx.postgres.transaction((tx) =>
    ctx.mail.queue(tx, { to: email, subject: 's', text: 't', html: 'h', kind: 'test' }),
  )
  const { rows } = await sql<{ id: bigint }>`select id from mail_outbox where to_address = ${email}`.execute(
    ctx.postgres.db,
  )
  const mailId = Number(rows[0]?.id)
  const input = { accountId: actor.accountId, version: null, mailId }
  await expect(resendMail(ctx, cli, input)).rejects.toMatchObject({ error: 'conflict' })
  await sql`update mail_outbox set status = 'failed' where id = ${mailId}`.execute(ctx.postgres.db)
  const other = await keyOnPlan(ctx, 'integrated-base', { email: 'other@example.com' })
  const foreign = { ...input, accountId: other.actor.accountId }
  await expect(resendMail(ctx, cli, foreign)).rejects.toMatchObject({ error: 'not_found' })
  await resendMail(ctx, cli, input)
  const after = await sql`select status, attempts from mail_outbox where id = ${mailId}`.execute(ctx.postgres.db)
  expect(after.rows).toEqual([{ status: 'queued', attempts: 0 }])
})
