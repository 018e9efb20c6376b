import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CustomerEvent } from '#src/contract/operator/customers/customers.ts'
import type { StaffRole } from '#src/contract/staff/role.ts'
import { revokeKey } from '#src/keys/keys.ts'
import { type KeyOnPlan, keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { audited } from '#test/fixtures/tapewire.ts'
import { colleagueOf } from '#test/fixtures/team.ts'
import { viewCustomer } from './view/overview.ts'

let ctx: TestPlatform
let site: SiteApi
let ada: KeyOnPlan
let tokens: Record<StaffRole, string>
beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true })
  site = siteApi(ctx)
  const tokenOf = async (role: StaffRole) => (await testStaff(ctx, `${role}@example.com`, role)).token
  tokens = {
    owner: await tokenOf('owner'),
    billing: await tokenOf('billing'),
    support: await tokenOf('support'),
    data: await tokenOf('data'),
  }
  await ctx.clock.advance(1_000)
  ada = await keyOnPlan(ctx, 'stock-us-base', { email: 'ada@example.com' })
})
afterAll(() => ctx[Symbol.asyncDispose]())

const send = (role: StaffRole, path: string, body?: object) =>
  site.send(`/api/operator/customers${path}`, {
    headers: { authorization: `Bearer ${tokens[role]}` },
    ...(body === undefined ? {} : { body }),
  })
const page = (path = '') => `/${ada.actor.accountId}${path}`
const version = async () => (await send('support', page())).data.version

test('the console lists customers newest first, and filters them by state or by a search', async () => {
  const emails = ({ data }: Awaited<ReturnType<typeof send>>) =>
    data.customers.map(({ email }: { email: string }) => email)
  const all = await send('support', '')
  expect(emails(all)[0]).toBe('ada@example.com')
  expect(all.data.customers).toHaveLength(5)
  const [first] = all.data.customers
  const cursor = `after=${first.since}-${first.accountId}`
  expect(emails(await send('support', `?${cursor}`))).toEqual(emails(all).slice(1))
  expect(await send('support', '?state=paying')).toMatchObject({
    data: {
      customers: [{ email: 'ada@example.com', plans: ['Stocks US · Base'], foundBy: null }],
    },
  })
  expect(emails(await send('support', '?state=suspended'))).toEqual([])
  expect(await send('support', '?q=ada@')).toMatchObject({
    data: { customers: [{ email: 'ada@example.com', foundBy: 'email' }], next: null },
  })
  expect(await send('support', '?after=soon')).toMatchObject({ error: 'invalid_cursor' })
  expect(await send('support', '?state=rich')).toMatchObject({ error: 'invalid_parameter', body: { param: 'state' } })
  expect(await send('data', '')).toMatchObject({ error: 'staff_role_required' })
})

test('the page of a customer shows the current status, and repeated views by one person are logged once', async () => {
  const { data } = await send('support', page())
  expect(data).toMatchObject({
    email: 'ada@example.com',
    state: 'active',
    credit: '0.00',
    signIn: { sessions: 1, twoStep: false },
    keys: [{ planId: 'stock-us-base', status: 'expiring', used: 0, overriddenUntil: null }],
    today: { refused: 0 },
    waiting: null,
    team: [],
  })
  await send('support', page())
  await send('billing', page())
  expect(await audited(ctx, 'customer.view')).toMatchObject([
    { actor_kind: 'staff', subject: ada.actor.accountId },
    { subject: ada.actor.accountId },
  ])
  expect(await send('support', '/nobody')).toMatchObject({ status: 404, error: 'not_found' })
  expect(await send('data', page())).toMatchObject({ error: 'staff_role_required' })
})

test('a role without access to money gets the same refusal for an existing and for an unknown account', async () => {
  const body = { version: null, amount: '1', reason: 'x' }
  for (const path of [page('/credit'), '/nobody/credit'])
    expect(await send('data', path, body), path).toMatchObject({ error: 'staff_role_required' })
})

test('staff cannot change a customer from an outdated page', async () => {
  const read = await version()
  const suspend = (read: number) => send('support', page('/suspend'), { version: read, reason: 'shares the key' })
  expect((await suspend(read)).status).toBe(200)
  expect(await send('billing', page('/restore'), { version: read, reason: 'late' })).toMatchObject({
    status: 409,
    error: 'changed_meanwhile',
  })
  expect(await send('billing', page('/restore'), { version: await version(), reason: '' })).toMatchObject({
    error: 'missing_parameter',
    body: { param: 'reason' },
  })
  expect((await send('billing', page('/restore'), { version: await version(), reason: 'promised' })).status).toBe(200)
})

test('staff in the console add and deduct credit, extend plans by days, and set limits until a day', async () => {
  const { keyId } = ada
  const credit = async (amount: string) =>
    send('billing', page('/credit'), { version: await version(), amount, paid: true, reason: 'an outage' })
  expect(await credit('5.50')).toMatchObject({ data: { credit: '5.50' } })
  expect(await credit('−0.5')).toMatchObject({ data: { credit: '5.00' } })
  for (const amount of ['five', '1e3', '--1', '0'])
    expect(await credit(amount), amount).toMatchObject({ error: 'invalid_parameter', body: { param: 'amount' } })
  expect(await credit('-6')).toMatchObject({
    error: 'credit_exceeded',
    body: { param: 'amount', msg: expect.stringContaining('5.00 USDT') },
  })
  expect(await credit('501')).toMatchObject({ status: 409, error: 'second_person_needed' })
  const stale = { version: 0, amount: '1', reason: 'twice' }
  expect(await send('billing', page('/credit'), stale)).toMatchObject({ error: 'changed_meanwhile' })
  const extended = { version: await version(), planId: 'stock-us-base', days: 3 }
  expect(await send('billing', page('/extend'), extended)).toMatchObject({ data: [{ planId: 'stock-us-base' }] })
  const override = { perMinute: 900, sockets: null, subscriptions: 20, until: '2026-01-31' }
  const limits = async (change: object) =>
    send('billing', page('/limits'), { version: await version(), keyId, reason: 'a back-fill', override: change })
  expect((await limits(override)).status).toBe(200)
  expect((await send('support', page())).data.keys[0]).toMatchObject({
    limits: { perMinute: 900, sockets: null },
    overriddenUntil: Date.parse('2026-02-01'),
  })
  expect(await limits({ ...override, until: '2025-01-01' })).toMatchObject({ error: 'invalid_parameter' })
  expect(await send('support', page('/credit'), stale)).toMatchObject({ error: 'staff_role_required' })
})

test('reading the timeline of a customer and then opening the customer’s page is logged as one view', async () => {
  const { token } = await testStaff(ctx, 'another@example.com', 'support')
  const viewCount = async () => (await audited(ctx, 'customer.view')).length
  const before = await viewCount()
  for (const path of ['/timeline', '/timeline?kind=mail', '']) {
    await site.send(`/api/operator/customers${page(path)}`, { headers: { authorization: `Bearer ${token}` } })
    expect(await viewCount(), path).toBe(before + 1)
  }
  for (let time = 0; time < 2; time++) {
    await viewCustomer(ctx, { kind: 'operator-cli' }, ada.actor.accountId, 'en-US')
    expect(await viewCount()).toBe(before + 2)
  }
})

test('the timeline of a customer merges several sources, newest event first, and shows the remaining credit with each ledger entry', async () => {
  await send('support', page('/notes'), { note: 'called us' })
  const answer = await send('support', page('/timeline'))
  expect(answer).toMatchObject({ status: 200 })
  const { data } = answer
  const events: CustomerEvent[] = data.events
  expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).sort((a, b) => b - a))
  const money = events.filter(({ kind }) => kind === 'money')
  expect(money).toMatchObject([
    { what: 'correction', amount: '-0.50', left: '5.00', facts: { note: 'an outage' } },
    { what: 'correction', amount: '5.50', left: '5.50' },
  ])
  expect(events).toContainEqual(expect.objectContaining({ what: 'customer.suspend', by: 'support@example.com' }))
  expect(events).toContainEqual(expect.objectContaining({ what: 'mail.sent', kind: 'mail' }))
  expect(events.some(({ what }) => what === 'customer.view')).toBe(false)
  const mails = await send('support', page('/timeline?kind=mail'))
  expect(new Set(mails.data.events.map(({ kind }: CustomerEvent) => kind))).toEqual(new Set(['mail']))
  expect((await send('support', page('/timeline?after=1'))).data).toMatchObject({ events: [], next: null })
  expect(await send('support', page('/timeline?after=x'))).toMatchObject({ error: 'invalid_cursor' })
})

test('staff can record a sent refund only once, with a full transaction hash, and from a current page', async () => {
  const sent = async (change: object = {}) => {
    const about = { version: await version(), amount: '1.50', note: 'asked by mail', txHash: 'ab'.repeat(32) }
    const to = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
    return send('billing', page('/refund'), { ...about, to, ...change })
  }
  const before = Number((await send('support', page())).data.credit)
  for (const [param, wrong] of Object.entries({ amount: '0', to: 'TXYZ', txHash: 'abc' }))
    expect(await sent({ [param]: wrong })).toMatchObject({ error: 'invalid_parameter', body: { param } })
  expect(await sent({ amount: '99999' })).toMatchObject({ error: 'refund_exceeds_paid', body: { param: 'amount' } })
  expect(await sent({ version: 0 })).toMatchObject({ error: 'changed_meanwhile' })
  expect(Number((await sent()).data.credit)).toBe(before - 1.5)
  expect(await sent({ txHash: `0x${'AB'.repeat(32)}` })).toMatchObject({ error: 'conflict' })
  expect(await send('billing', page('/refund'), {})).toMatchObject({ status: 400 })
  expect(await send('support', page('/refund'), {})).toMatchObject({ error: 'staff_role_required' })
  const { data } = await send('support', page('/timeline?kind=money'))
  expect(data.events[0]).toMatchObject({ what: 'refund', amount: '-1.50', left: (before - 1.5).toFixed(2) })
})

test('staff cannot reach the sockets, mails and keys of other customers through the page of a customer', async () => {
  const { db } = ctx.postgres
  const eve = await keyOnPlan(ctx, 'stock-us-base', { email: 'eve@example.com' })
  await sql`insert into socket_book (id, seen_at) values ('book', ${new Date(ctx.clock.now())})`.execute(db)
  await sql`insert into open_socket (id, book_id, key_id, account_id, facts)
    values ('of-eve', 'book', ${eve.keyId}, ${eve.actor.accountId}, '{}')`.execute(db)
  const { rows } = await sql<{ id: bigint }>`insert into mail_outbox
    (to_address, subject, text, html, kind, status, next_at, created_at)
    values (${eve.email}, 's', 't', 'h', 'test', 'failed', now(), now()) returning id`.execute(db)
  const revoke = { version: await version(), reason: 'leaked' }
  for (const [path, body] of [
    ['/sockets/of-eve/disconnect', {}],
    [`/mails/${rows[0]?.id}/resend`, {}],
    [`/keys/${eve.keyId}/revoke`, revoke],
  ] as const) {
    expect(await send('support', page(path), body), path).toMatchObject({ error: 'not_found' })
    const own = `/${eve.actor.accountId}`
    const read = (await send('support', own)).data.version
    expect(
      (await send('support', own + path, { ...body, ...('reason' in body && { version: read }) })).status,
      path,
    ).toBe(200)
  }
  expect((await send('support', page(`/keys/${ada.keyId}/revoke`), revoke)).status).toBe(200)
  expect((await send('support', page('/sign-out'), { version: await version() })).status).toBe(200)
})

test('the page of a customer lists the members of a team with their roles', async () => {
  const holder = await keyOnPlan(ctx, 'stock-us-base', { email: 'holder@example.com' })
  const colleague = await colleagueOf(ctx, holder.actor, 'developer')
  const { data } = await send('support', `/${holder.actor.accountId}`)
  expect(data.team).toMatchObject([
    { email: holder.email, role: 'owner' },
    { email: colleague.email, role: 'developer', accountId: colleague.actor.accountId },
  ])
})

test('a customer whose integrated key is revoked is still listed with the continuing plan', async () => {
  const { actor, keyId, email } = await keyOnPlan(ctx, 'integrated-base')
  await revokeKey(ctx, actor, keyId, 'en-US')
  const { data } = await send('support', '?state=paying')
  expect(data.customers).toContainEqual(expect.objectContaining({ email, plans: ['Integrated · Base'] }))
})
