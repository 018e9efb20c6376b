import { afterAll, beforeAll, expect, test } from 'vitest'
import { staffRoles } from '#src/contract/staff/role.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { chainRows } from './chain.ts'

let ctx: TestPlatform
let site: SiteApi
let owner: Record<string, string>
beforeAll(async () => {
  ctx = await testPlatform()
  site = siteApi(ctx)
  const { token } = await testStaff(ctx, 'owner@example.com', 'owner')
  owner = { authorization: `Bearer ${token}` }
  for (let n = 1; n <= 52; n++)
    await ctx.postgres.transaction((tx) =>
      ctx.postgres.audit(tx, { kind: 'system', name: 'clockwork' }, 'test.tick', `tick ${n}`, { n }),
    )
})
afterAll(() => ctx[Symbol.asyncDispose]())

const list = (query: string) => site.send(`/api/operator/audit?${query}`, { headers: owner })

test('an operator reads the audit log in pages and with filters, and sees accounts by their e-mail address', async () => {
  const first = await list('action=test.')
  expect(first.data.entries).toHaveLength(50)
  expect(first.data.entries[0]).toMatchObject({ action: 'test.tick', subject: { id: 'tick 52', email: null } })
  const second = await list(`action=test.&after=${first.data.next}`)
  expect(second.data.entries.map(({ subject }: { subject: { id: string } }) => subject.id)).toEqual([
    'tick 2',
    'tick 1',
  ])
  expect(second.data.next).toBeNull()
  const granted = await list('subject=owner@example.com&action=staff.grant')
  expect(granted.data.entries).toMatchObject([{ subject: { email: 'owner@example.com' }, detail: { role: 'owner' } }])
  expect((await list('to=1999-12-31')).data.entries).toEqual([])
})

test.each([
  ['after=soon', 'invalid_cursor', 'after'],
  ['after=99999999999999999-1', 'invalid_cursor', 'after'],
  ['from=2026-02-31', 'invalid_parameter', 'from'],
  ['to=0000-01-01', 'invalid_parameter', 'to'],
  ['actor=nobody@example.com', 'email_unknown', 'actor'],
])(
  'a request for the audit log with %s is refused, and the refusal names the parameter',
  async (query, error, param) => {
    expect(await list(query)).toMatchObject({ error, body: { param } })
  },
)

test('the audit log accepts a cursor with a time far in the future', async () => {
  expect((await list('after=9999999999999999-999999999999999999')).data.entries).toHaveLength(50)
})

test('a filtered export of the audit log contains each matching chained row with its hash, and is itself audited', async () => {
  while ((await chainRows(ctx)) > 0);
  const { headers } = new Request('http://localhost:3000', { headers: owner })
  const request = new Request('http://localhost:3000/api/operator/audit/export?action=test.', { headers })
  const answer = await site.api.fetch(request, { incoming: { socket: {}, headers: {} } as never })
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.ndjson"$/)
  const lines = (await answer.text()).trim().split('\n')
  expect(lines).toHaveLength(52)
  for (const [index, line] of lines.entries())
    expect(JSON.parse(line)).toMatchObject({
      action: 'test.tick',
      subject: `tick ${index + 1}`,
      hash: expect.any(String),
    })
  expect((await list('action=audit.export')).data.entries).toMatchObject([{ actor: { email: 'owner@example.com' } }])
})

test('owners read the audit log and the state of its chain, and other roles are refused', async () => {
  const { data } = await site.send('/api/operator/audit/chain', { headers: owner })
  expect(data).toMatchObject({ sound: true, late: 0 })
  const probes = ['?actor=nobody@example.com', '/export?subject=nobody@example.com']
  for (const role of staffRoles.filter((one) => one !== 'owner')) {
    const { token } = await testStaff(ctx, `${role}@example.com`, role)
    const headers = { authorization: `Bearer ${token}` }
    for (const path of ['', '/chain', '/export', ...probes])
      expect(await site.send(`/api/operator/audit${path}`, { headers })).toMatchObject({ error: 'staff_role_required' })
  }
})
