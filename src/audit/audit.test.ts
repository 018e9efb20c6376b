import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Actor } from '#src/platform/actor.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { tapewire } from '#test/fixtures/tapewire.ts'
import { chainRows } from './chain.ts'
import { auditEntries } from './entry-store.ts'
import { recentChain, verifyAudit } from './verify.ts'

const cli = { kind: 'operator-cli' } as const
const write = (ctx: TestPlatform, subject: string, detail: Record<string, unknown> = {}) =>
  ctx.postgres.transaction((tx) => ctx.postgres.audit(tx, cli, 'test', subject, detail))
const rename = (ctx: TestPlatform, actor: Actor, to: string) =>
  ctx.postgres.transaction((tx) => ctx.postgres.audit(tx, actor, 'key.rename', 'key 1', { to }))
const rowsOf = async (ctx: TestPlatform, where = sql`true`) =>
  (await sql<Record<string, unknown>>`select * from audit where ${where} order by id`.execute(ctx.postgres.db)).rows
const untouchable = (ctx: TestPlatform, change: string) =>
  sql`alter table audit disable trigger audit_row_final; ${sql.raw(change)};
    alter table audit enable trigger audit_row_final`.execute(ctx.postgres.db)

async function chained(count: number) {
  const ctx = await testPlatform()
  for (let n = 1; n <= count; n++) await write(ctx, `subject ${n}`, { n })
  expect(await chainRows(ctx)).toBe(count)
  return ctx
}

test('an audit row has salted digests in place of personal values, and the values are stored separately', async () => {
  await using ctx = await testPlatform()
  const { actor } = await testAccount(ctx)
  await rename(ctx, actor, 'Ada Lovelace')
  await rename(ctx, actor, 'Ada Lovelace')
  const rows = await rowsOf(ctx, sql`action = 'key.rename'`)
  expect(JSON.stringify(rows, (_name, value) => `${value}`)).not.toContain('Ada')
  const [first, second] = rows as { actor_id: string; detail: { to: string } }[]
  expect(first?.actor_id).toMatch(/^[0-9a-f]{64}$/)
  expect(first?.actor_id).toBe(second?.actor_id)
  expect(first?.detail.to).toMatch(/^sha256:/)
  expect(first?.detail.to).not.toBe(second?.detail.to)
  const { entries } = await auditEntries(ctx.postgres.db, { actorId: actor.accountId }, { limit: 1, after: null })
  expect(entries).toMatchObject([{ actorId: actor.accountId, subject: 'key 1', detail: { to: 'Ada Lovelace' } }])
})

test('of two concurrent runs that chain audit rows, only one does the work, without waiting for open transactions', async () => {
  await using ctx = await testPlatform()
  const late = Promise.withResolvers<void>()
  const began = Promise.withResolvers<void>()
  const slow = ctx.postgres.transaction(async (tx) => {
    await ctx.postgres.audit(tx, cli, 'test', 'slow')
    began.resolve()
    await late.promise
  })
  await began.promise
  await write(ctx, 'quick')
  const both = await Promise.all([chainRows(ctx), chainRows(ctx)])
  expect(both.sort()).toEqual([0, 1])
  late.resolve()
  await slow
  await chainRows(ctx)
  const rows = await sql<{ subject: string }>`select subject from audit order by position`.execute(ctx.postgres.db)
  expect(rows.rows.map(({ subject }) => subject)).toEqual(['quick', 'slow'])
  expect(await verifyAudit(ctx)).toMatchObject({ rows: 2, unchained: 0, faults: [] })
})

test('a chained audit row can be neither changed nor deleted', async () => {
  await using ctx = await chained(1)
  const { db } = ctx.postgres
  await expect(sql`update audit set action = 'other'`.execute(db)).rejects.toThrow('audit rows are final')
  await expect(sql`delete from audit`.execute(db)).rejects.toThrow('audit rows are final')
  await expect(sql`truncate audit cascade`.execute(db)).rejects.toThrow('audit rows are final')
})

test.each([
  ['a changed row', `update audit set detail = '{"n": 20}' where position = 2`, [{ kind: 'changed', position: 2 }]],
  [
    'a changed time',
    `update audit set at = at - interval '1 day' where position = 4`,
    [{ kind: 'changed', position: 4 }],
  ],
  ['a removed row', 'delete from audit where position = 3', [{ kind: 'gap', position: 3 }]],
  [
    'the removal of the newest row, whose position and hash are known',
    'delete from audit where position = 5',
    [{ kind: 'head_missing', position: 5 }],
  ],
  [
    'two swapped rows',
    'update audit set position = -position where position in (2, 3); update audit set position = 5 + position where position < 0',
    [
      { kind: 'changed', position: 2 },
      { kind: 'changed', position: 3 },
      { kind: 'changed', position: 4 },
    ],
  ],
])('the verification of the audit chain finds %s', async (_what, change, faults) => {
  await using ctx = await chained(5)
  const { position, hash } = await verifyAudit(ctx)
  await untouchable(ctx, change)
  expect((await verifyAudit(ctx, { position, hash })).faults).toEqual(faults)
  await expect(tapewire(ctx, 'audit', 'verify', '--head', `${position}:${hash}`)).rejects.toThrow('was changed')
  if (!change.startsWith('delete from audit where position = 5'))
    expect(await recentChain(ctx)).toMatchObject({ sound: false })
})

test('the verification of the audit chain finds a changed personal value and a changed account of an actor', async () => {
  await using ctx = await testPlatform()
  const { actor } = await testAccount(ctx)
  await rename(ctx, actor, 'Mine')
  await chainRows(ctx)
  expect(await verifyAudit(ctx)).toMatchObject({ faults: [] })
  await sql`update audit_value set detail = jsonb_set(detail, '{to}', '"Yours"') where detail ? 'to'`.execute(
    ctx.postgres.db,
  )
  await sql`update audit_person set account_id = 'somebody else'`.execute(ctx.postgres.db)
  expect((await verifyAudit(ctx)).faults).toMatchObject([
    { kind: 'value_changed', field: 'to' },
    { kind: 'person_changed' },
  ])
})

test('the pages of the audit log contain each entry exactly once, and the command line filters entries by action and subject', async () => {
  await using ctx = await chained(7)
  const seen: string[] = []
  let after: Awaited<ReturnType<typeof auditEntries>>['next'] = null
  do {
    const page = await auditEntries(ctx.postgres.db, {}, { limit: 3, after })
    seen.push(...page.entries.map(({ subject }) => subject))
    after = page.next
  } while (after)
  expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1].map((n) => `subject ${n}`))
  const first = await tapewire(ctx, 'audit', 'list', '--limit', '5', '--action', 'test')
  const cursor = /--after (\S+)/.exec(first)?.[1] ?? ''
  expect(await tapewire(ctx, 'audit', 'list', '--limit', '5', '--action', 'te.', '--after', cursor)).toBe('Nothing.')
  expect((await tapewire(ctx, 'audit', 'list', '--after', cursor)).split('\n')).toHaveLength(2)
  expect(await tapewire(ctx, 'audit', 'list', '--subject', 'subject 3')).toMatch(
    /^\S+ {2}operator-cli {2}test {2}subject 3 {2}/,
  )
})

test('the export of the audit log contains each chained row with its hash, oldest first', async () => {
  await using ctx = await chained(3)
  const lines = (await tapewire(ctx, 'audit', 'export')).split('\n').map((line) => JSON.parse(line))
  expect(lines.map(({ position, subject }) => [position, subject])).toEqual([1, 2, 3].map((n) => [n, `subject ${n}`]))
  const { hash } = await verifyAudit(ctx)
  expect(lines.map((line) => line.hash)).toEqual([
    expect.stringMatching(/^[0-9a-f]{64}$/),
    expect.stringMatching(/^[0-9a-f]{64}$/),
    hash,
  ])
  expect(await tapewire(ctx, 'audit', 'verify')).toContain('4 rows are chained without a fault')
})
