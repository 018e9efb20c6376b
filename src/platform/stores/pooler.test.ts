import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { pgbouncer, startPgbouncer } from '#test/fixtures/pgbouncer.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { silentLog } from '../log/log.ts'
import { whileLocked } from '../sessions/held-lock-store.ts'
import { assertSessions } from '../sessions/session-proof-store.ts'
import { migratePostgres } from './migrations.ts'
import { openPostgres } from './postgres.ts'

const hasPgbouncer = pgbouncer() !== null
if (!hasPgbouncer) didNotRun('PostgreSQL behind a pooler', 'there is no pgbouncer')

test('a direct connection to PostgreSQL passes the check for session mode', async () => {
  await using ctx = await testPlatform()
  const direct = ctx.postgresConnection
  await assertSessions({ pooled: direct, direct }, silentLog)
})

test('a DATABASE_DIRECT_URL is refused if it leads to another database than DATABASE_URL', async () => {
  await using ctx = await testPlatform()
  await using other = await testPlatform()
  const addresses = { pooled: ctx.postgresConnection, direct: other.postgresConnection }
  await expect(assertSessions(addresses, silentLog, { notificationMs: 200 })).rejects.toThrow(
    'DATABASE_DIRECT_URL is not the address of PostgreSQL behind DATABASE_URL',
  )
})

test.skipIf(!hasPgbouncer)('a PostgreSQL pooler in transaction mode is refused without a direct address', async () => {
  await using ctx = await testPlatform()
  await using pooler = await startPgbouncer(ctx.postgresConnection)
  const pooled = pooler.connection
  await expect(assertSessions({ pooled, direct: pooled }, silentLog)).rejects.toThrow('Set DATABASE_DIRECT_URL')
  await assertSessions({ pooled, direct: ctx.postgresConnection }, silentLog)
})

test.skipIf(!hasPgbouncer)(
  'a PostgreSQL lock acquired through a pooler is released after its work, even if the work fails',
  async () => {
    await using ctx = await testPlatform()
    await using pooler = await startPgbouncer(ctx.postgresConnection)
    await migratePostgres(pooler.connection, 'migrations/postgres', silentLog)
    expect(await locksOf(ctx)).toBe(0)
    const failing = whileLocked(pooler.connection, silentLog, { lock: 'migrations' }, () =>
      Promise.reject(new Error('no')),
    )
    await expect(failing).rejects.toThrow('no')
    await expect.poll(() => locksOf(ctx)).toBe(0)
  },
)

test.skipIf(!hasPgbouncer)(
  'statements, transactions, notifications and locks work with a pooler if the direct address is known',
  async () => {
    await using ctx = await testPlatform()
    await using pooler = await startPgbouncer(ctx.postgresConnection)
    const addresses = { connection: pooler.connection, direct: ctx.postgresConnection }
    await using postgres = openPostgres({ ...addresses, log: silentLog })
    postgres.beginServing()
    const { promise: heard, resolve } = Promise.withResolvers<unknown>()
    await using _listening = await postgres.listen('keys', resolve, () => {})
    await postgres.transaction((tx) => postgres.notify(tx, 'keys', 'revoked'))
    expect(await heard).toBe('revoked')
    const limit = sql<{ statement_timeout: string }>`show statement_timeout`
    const inTransaction = await postgres.transaction((tx) => limit.execute(tx))
    expect(inTransaction.rows).toEqual([{ statement_timeout: '2500ms' }])
    expect((await limit.execute(postgres.db)).rows).toEqual([{ statement_timeout: '0' }])
    const nested = () => postgres.ifUnlocked('backup', async () => 'second')
    expect(await postgres.ifUnlocked('backup', nested)).toBeNull()
    expect(await nested()).toBe('second')
  },
)

async function locksOf(ctx: TestPlatform): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
    ctx.postgres.db,
  )
  return Number(rows[0]?.n)
}
