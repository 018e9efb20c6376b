import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { exportAccountLog, listAudit } from '#src/audit/audit.ts'
import { chainRows } from '#src/audit/chain.ts'
import { verifyAudit } from '#src/audit/verify.ts'
import { renameKey } from '#src/keys/keys.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { eraseRows } from './erase.ts'
import { personOf } from './person.ts'

test('erasing the owner of an account removes the personal values from the audit log and keeps its chain valid', async () => {
  await using ctx = await testPlatform()
  const { actor, keyId } = await keyOnPlan(ctx, 'integrated-base')
  await renameKey(ctx, actor, { keyId, name: 'Mine' }, 'en-US')
  await chainRows(ctx)
  const person = await personOf(ctx.postgres.db, actor.accountId)
  await ctx.postgres.transaction((tx) => eraseRows(tx, person))
  expect(await verifyAudit(ctx)).toMatchObject({ faults: [], unchained: 0 })
  const subject = await listAudit(
    ctx,
    { kind: 'operator-cli' },
    { subject: keyId, action: 'key.rename' },
    { limit: 9, after: null },
  )
  expect(subject.entries).toMatchObject([{ detail: { to: null } }])
  expect(subject.entries[0]?.actorId).toMatch(/^[0-9a-f]{64}$/)
  expect(await exportAccountLog(ctx, actor.accountId)).toEqual([])
})

test('personal values in an audit row can be erased before and after the row is chained, and the chain stays valid', async () => {
  await using ctx = await testPlatform()
  const { actor, keyId } = await keyOnPlan(ctx, 'integrated-base')
  const old = (subject: string) =>
    sql`insert into audit (actor_kind, actor_id, action, subject, detail)
    values ('account', ${actor.accountId}, 'key.rename', ${subject}, '{"to": "Mine", "days": 3}')`.execute(
      ctx.postgres.db,
    )
  await old(keyId)
  await chainRows(ctx)
  const page = { limit: 9, after: null }
  const read = async () => (await listAudit(ctx, { kind: 'operator-cli' }, { action: 'key.rename' }, page)).entries
  expect(await read()).toMatchObject([{ actorId: actor.accountId, detail: { to: 'Mine', days: 3 } }])
  await old('a key of before')
  const person = await personOf(ctx.postgres.db, actor.accountId)
  await ctx.postgres.transaction((tx) => eraseRows(tx, person))
  await chainRows(ctx)
  expect(await read()).toMatchObject([{ detail: { to: null, days: 3 } }, { detail: { to: null, days: 3 } }])
  const { rows } = await sql`select 1 from audit a where position(${actor.accountId} in a::text) > 0`.execute(
    ctx.postgres.db,
  )
  expect(rows).toEqual([])
  expect(await verifyAudit(ctx)).toMatchObject({ faults: [] })
})
