import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorMessage } from '#src/locales/error-message.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { giveCredit } from '#test/fixtures/operator.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { tapewire } from '#test/fixtures/tapewire.ts'
import { listApprovals, noteFailed } from './approvals.ts'

let ctx: TestPlatform
let site: SiteApi
type Person = Awaited<ReturnType<typeof testStaff>>
let owner: Person
let second: Person
let billing: Person
let ada: Person
beforeAll(async () => {
  ctx = await testPlatform()
  site = siteApi(ctx)
  owner = await testStaff(ctx, 'owner@example.com', 'owner')
  second = await testStaff(ctx, 'second@example.com', 'owner')
  billing = await testStaff(ctx, 'billing@example.com', 'billing')
  ada = await testAccount(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

const send = (who: Person, path: string, body?: object) =>
  site.send(`/api/operator${path}`, {
    headers: { authorization: `Bearer ${who.token}` },
    ...(body === undefined ? {} : { body }),
  })

test('an owner grants and revokes staff roles, and unknown roles and addresses are refused', async () => {
  const grant = (email: string, role: string) => send(owner, '/staff/grant', { email, role })
  expect(await grant('ada@example.com', 'data')).toMatchObject({ data: { changed: true } })
  expect(await grant('ada@example.com', 'data')).toMatchObject({ data: { changed: false } })
  expect(await grant('ada@example.com', 'boss')).toMatchObject({ error: 'invalid_parameter', body: { param: 'role' } })
  expect(await grant('nobody@example.com', 'data')).toMatchObject({ error: 'email_unknown' })
  expect((await send(owner, '/staff')).data).toContainEqual(
    expect.objectContaining({ email: 'ada@example.com', roles: ['data'] }),
  )
  const back = await send(owner, '/staff/revoke', { email: 'ada@example.com', role: 'data' })
  expect(back).toMatchObject({ data: { changed: true } })
  expect(await send(billing, '/staff')).toMatchObject({ error: 'staff_role_required' })
})

test('an approval request waits for a second owner, and its author can only withdraw it', async () => {
  const micro = 620_000_000n
  const requestCredit = () => giveCredit(ctx, ada.email, micro, 'a long outage', owner.actor)
  await expect(requestCredit()).rejects.toMatchObject({ error: 'second_person_needed' })
  const [waiting] = (await send(second, '/approvals')).data.open
  const { id } = waiting
  expect(waiting).toMatchObject({
    about: ada.email,
    amount: '620.00',
    askedBy: 'owner@example.com',
    own: false,
    input: { reason: 'a long outage' },
  })
  expect((await send(owner, '/approvals')).data.open).toMatchObject([{ own: true, waitsFor: 'second_owner' }])
  expect(await send(owner, `/approvals/${id}/confirm`, {})).toMatchObject({ error: 'second_person_needed' })
  expect(await send(billing, `/approvals/${id}/confirm`, {})).toMatchObject({ error: 'staff_role_required' })
  expect(await send(second, `/approvals/${id}/confirm`, {})).toMatchObject({ status: 200 })
  expect(await send(second, `/approvals/${id}/confirm`, {})).toMatchObject({ error: 'not_found' })
  expect(await tapewire(ctx, 'credit', 'adjust', ada.email, '-1', '--reason', 'for the test')).toContain('619')
  await expect(requestCredit()).rejects.toMatchObject({ error: 'second_person_needed' })
  expect(await send(owner, `/approvals/${id + 1}/drop`, {})).toMatchObject({ status: 200 })
  expect(await send(owner, '/approvals/x/drop', {})).toMatchObject({ error: 'invalid_parameter' })
})

test('an approval request to take back credit shows a negative amount', async () => {
  const taken = giveCredit(ctx, ada.email, -610_000_000n, 'given in error', owner.actor)
  await expect(taken).rejects.toMatchObject({ error: 'second_person_needed' })
  const [{ id, amount }] = (await send(second, '/approvals')).data.open
  expect(amount).toBe('-610.00')
  expect(await tapewire(ctx, 'staff', 'approvals')).toContain('-610.00 USDT')
  await send(second, `/approvals/${id}/drop`, {})
})

test('the list of closed requests says in the language of the caller why an act was not possible', async () => {
  await expect(giveCredit(ctx, ada.email, 620_000_000n, 'again', owner.actor)).rejects.toThrow()
  const [open] = await listApprovals(ctx, second.actor)
  if (!open) throw new Error('nothing waits')
  await noteFailed(ctx, open, 'credit_exceeded')
  const [failed] = (await send(second, '/approvals')).data.closed
  expect(failed).toMatchObject({ outcome: 'failed', fault: errorMessage('en-US', 'credit_exceeded') })
})

test('an approval request can be confirmed on the command line', async () => {
  await expect(giveCredit(ctx, ada.email, 700_000_000n, 'again', owner.actor)).rejects.toThrow()
  const [, id = ''] = /^(\d+) /m.exec(await tapewire(ctx, 'staff', 'approvals')) ?? []
  expect(await tapewire(ctx, 'staff', 'approvals', '--confirm', id)).toBe('Nothing waits.')
})

test('fifteen minutes after a sign-in, a role change needs a new proof of the second factor', async () => {
  await ctx.clock.advance(15 * 60_000)
  const granted = await send(owner, '/staff/grant', { email: ada.email, role: 'data' })
  expect(granted).toMatchObject({ status: 403, error: 'fresh_factor_required', body: { ways: ['code'] } })
  expect((await send(owner, '/staff')).status).toBe(200)
})
