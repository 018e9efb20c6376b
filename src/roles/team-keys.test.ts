import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifySheetToken } from '#src/keys/check/verify-sheet.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { type TestAccount, testAccount } from '#test/fixtures/account.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { colleagueOf } from '#test/fixtures/team.ts'

let ctx: TestPlatform
let site: SiteApi
let count = 0
beforeAll(async () => {
  ctx = await testPlatform()
  site = siteApi(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

function call({ token }: TestAccount, method: string, path: string, body?: unknown) {
  return site.send(path, { method, headers: { authorization: `Bearer ${token}` }, body })
}

async function team() {
  const ada = await testAccount(ctx, `ada${++count}@example.com`)
  const bob = await colleagueOf(ctx, ada.actor, 'developer')
  const [{ id: keyId }] = (await call(ada, 'GET', '/api/keys')).data
  const reveal = async (by: TestAccount) => String((await call(by, 'POST', `/api/keys/${keyId}/reveal`, {})).data.key)
  const remove = () => call(ada, 'DELETE', `/api/team/members/${bob.actor.accountId}`, {})
  const exposed = async () => (await call(ada, 'GET', '/api/team/exposed-keys')).data
  return { ada, bob, keyId, reveal, remove, exposed }
}

test('keys that a removed member has revealed are listed as exposed until their secrets are reset', async () => {
  const { ada, bob, keyId, reveal, remove, exposed } = await team()
  const secret = await reveal(bob)
  expect(await exposed()).toEqual([])
  const { data } = await remove()
  const listed = [{ id: keyId, seenBy: [{ email: bob.email, seenAt: ctx.clock.now() }] }]
  expect(data.keys).toMatchObject(listed)
  expect(await exposed()).toMatchObject(listed)
  expect((await call(ada, 'POST', `/api/keys/${keyId}/reset`, { overlapHours: 24 })).code).toBe(0)
  expect(await exposed()).toEqual([])
  expect((await site.verify(secret)).kind).toBe('ok')
})

test('a key revealed only by the owner is not listed as exposed, and only owners may read the list', async () => {
  const { ada, bob, reveal, remove } = await team()
  await reveal(ada)
  expect((await call(bob, 'GET', '/api/team/exposed-keys')).error).toBe('team_role')
  expect((await remove()).data).toEqual({ keys: [] })
})

test.each(['is removed', 'leaves'] as const)(
  'when a member %s, the member’s key gets a new secret and is assigned to the account again',
  async (how) => {
    const { ada, bob, keyId, reveal, remove } = await team()
    const secret = await reveal(bob)
    const assigned = await call(ada, 'POST', `/api/keys/${keyId}/holder`, {
      kind: 'person',
      memberId: bob.actor.accountId,
    })
    expect(assigned.data.holder).toEqual({ kind: 'person', id: bob.actor.accountId, name: bob.email })
    if (how === 'is removed') expect((await remove()).data).toEqual({ keys: [] })
    else await call(bob, 'POST', '/api/team/leave', { accountId: ada.actor.accountId })
    expect((await site.verify(secret)).kind).toBe('refused')
    const [key] = (await call(ada, 'GET', '/api/keys')).data
    expect(key).toMatchObject({ id: keyId, holder: { kind: 'account', id: null, name: '' }, madeBy: null })
    expect((await site.verify(await reveal(ada))).kind).toBe('ok')
  },
)

test('a key shows the named service to which it is assigned and the person who made its secret', async () => {
  const { ada, bob, keyId } = await team()
  const reset = await call(bob, 'POST', `/api/keys/${keyId}/reset`, {})
  expect(reset.data).toMatchObject({ madeBy: bob.email, lastUsedFrom: null })
  const assign = (body: object) => call(bob, 'POST', `/api/keys/${keyId}/holder`, body)
  expect((await assign({ kind: 'service', name: 'nightly back-fill' })).data.holder).toEqual({
    kind: 'service',
    id: null,
    name: 'nightly back-fill',
  })
  expect((await assign({ kind: 'service', name: ' ' })).error).toBe('key_name_empty')
  const stranger = await testAccount(ctx, `stranger${count}@example.com`)
  const answers = [
    await assign({ kind: 'person', memberId: stranger.actor.accountId }),
    await assign({ kind: 'person', memberId: 'nobody' }),
  ]
  for (const { status, error } of answers) expect([status, error]).toEqual([404, 'not_found'])
  expect((await call(ada, 'GET', '/api/keys')).data[0].holder.name).toBe('nightly back-fill')
})

test('members with the role billing can only list spreadsheet links, and the links of a removed developer are revoked', async () => {
  await installCatalogue(ctx)
  const { ada, bob, keyId, remove } = await team()
  const cleo = await colleagueOf(ctx, ada.actor, 'billing')
  const wanted = { name: 'The portfolio', keyId, table: { kind: 'prices', symbols: ['NASDAQ:AAPL'] } }
  const make = (by: TestAccount) => call(by, 'POST', '/api/sheet-links', wanted)
  const revoke = (by: TestAccount, id: string) => call(by, 'POST', `/api/sheet-links/${id}/revoke`, {})
  const listed = async (by: TestAccount) =>
    (await call(by, 'GET', '/api/sheet-links')).data.links.map(({ madeBy }: { madeBy: string }) => madeBy).sort()
  const [own, theirs, other] = [await make(ada), await make(bob), await make(bob)]
  expect(theirs.data.link).toMatchObject({ madeBy: bob.email, keyId })
  expect(await listed(cleo)).toEqual([ada.email, bob.email, bob.email])
  expect([(await make(cleo)).error, (await revoke(cleo, own.data.link.id)).error]).toEqual(['team_role', 'team_role'])
  expect((await revoke(bob, other.data.link.id)).code).toBe(0)
  await remove()
  expect(await listed(ada)).toEqual([ada.email])
  const verdict = await verifySheetToken(ctx, theirs.data.address.split('/').at(-1), '203.0.113.7')
  expect(verdict).toEqual({ kind: 'none', error: 'sheet_revoked' })
})
